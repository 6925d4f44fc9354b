import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { StorageKeys } from '../../storage/keys.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import type { ResourceCache } from '../../storage/watch-cache/resource-cache.ts';
import { CachedObjects } from './cached-objects.ts';
import { metadataCache } from './metadata-cache.ts';

const keys = new StorageKeys('registry');
const type = { group: 'a.example', resource: 'shoes' };

const instance = {
  apiVersion: 'a.example/v1',
  kind: 'Shoe',
  metadata: {
    name: 'left',
    namespace: 'ns',
    uid: 'u1',
    labels: { size: '44' },
    annotations: { long: 'text' },
    ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u0' }],
    finalizers: ['orphan'],
    managedFields: [{ manager: 'someone' }],
  },
  spec: { colour: 'red' },
};

/** A feed that a test lets caches join. */
class HeldFeed {
  readonly #joining = Promise.withResolvers<void>();

  async join(cache: ResourceCache): Promise<void> {
    await this.#joining.promise;
    const item = (name: string, value: string) =>
      cache.tryRead({
        key: `${keys.resource(type)}ns/${name}`,
        value: Buffer.from(value),
        modRevision: 7,
      });
    cache.load([item('broken', '{'), item('left', JSON.stringify(instance))], 7);
  }

  letJoin = (): void => this.#joining.resolve();

  async waitUntilFresh(): Promise<void> {}
}

it('has the metadata that the collector of garbage needs, and waits until it is loaded', async () => {
  const held = new HeldFeed();
  const feed = held as unknown as CacheFeed;
  const objects = new CachedObjects(new Map(), feed, (asked) => metadataCache(asked, keys, feed));
  const lister = objects.lister<ApiObject>(type);
  let isFresh = false;
  const fresh = lister.waitUntilFresh().then(() => void (isFresh = true));
  await sleep(5);
  expect(isFresh).toBe(false);
  held.letJoin();
  await fresh;
  const { name, namespace, uid, ownerReferences, finalizers } = instance.metadata;
  expect(lister.get('ns', 'left')).toEqual({
    apiVersion: 'a.example/v1',
    kind: 'Shoe',
    metadata: { name, namespace, uid, resourceVersion: '7', ownerReferences, finalizers },
  });
  expect(lister.get('ns', 'broken')?.metadata).toMatchObject({ name: 'broken', namespace: 'ns' });
});
