import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
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

/** A feed that lets a cache join at once, with these items, after some failures. */
function feedWith(items: Record<string, string>, failures = 0) {
  let joins = 0;
  const join = async (cache: ResourceCache): Promise<void> => {
    if (joins++ < failures) throw new Error('not yet');
    const entries = Object.entries(items).map(([key, value]) =>
      cache.tryRead({ key: keys.resource(type) + key, value: Buffer.from(value), modRevision: 7 }),
    );
    cache.load(entries, 7);
  };
  return { feed: { join } as unknown as CacheFeed, joins: () => joins };
}

const objectAt = (cache: ResourceCache, key: string) => JSON.parse(cache.lastKnown(key)!.json.toString());

describe('what stands in for an instance', () => {
  it.each<[string, string, string, object]>([
    [
      'has its name as its key says it',
      'ns/left',
      '{"apiVersion":"g/v1","kind":"K","metadata":{"name":"other","uid":"u","deletionTimestamp":"t","deletionGracePeriodSeconds":0,"labels":null,"finalizers":null}}',
      {
        apiVersion: 'g/v1',
        kind: 'K',
        metadata: {
          name: 'left',
          namespace: 'ns',
          uid: 'u',
          deletionTimestamp: 't',
          deletionGracePeriodSeconds: 0,
        },
      },
    ],
    [
      'has no namespace where there are none',
      'left',
      '{"metadata":{"uid":"u"}}',
      { apiVersion: '', kind: '', metadata: { name: 'left', uid: 'u' } },
    ],
  ])('%s', async (_, key, value, expected) => {
    const cache = metadataCache(type, keys, feedWith({ [key]: value }).feed);
    await cache.caughtUp();
    const { metadata, ...rest } = objectAt(cache, key);
    const { resourceVersion, ...own } = metadata;
    expect({ ...rest, metadata: own }).toEqual(expected);
    expect(resourceVersion).toBe('7');
    expect(cache.get(key)).toBeDefined();
  });

  it.each([
    ['without a uid', '{"metadata":{"name":"left"}}'],
    ['without metadata', '{}'],
    ['that is no JSON', '{'],
  ])('is its name alone for one %s', async (_, value) => {
    const cache = metadataCache(type, keys, feedWith({ 'ns/left': value }).feed);
    await cache.caughtUp();
    expect(cache.get('ns/left')).toBeUndefined();
    const entry = cache.lastKnown('ns/left')!;
    expect(entry).toMatchObject({ namespace: 'ns', name: 'left', revision: 7 });
    expect(objectAt(cache, 'ns/left')).toEqual({
      kind: '',
      apiVersion: '',
      metadata: { name: 'left', namespace: 'ns', resourceVersion: '7' },
    });
    expect(`{${entry.json.subarray(entry.itemStart)}`).toMatch(/^{"metadata":{/);
  });
});

it('a cache that cannot be loaded yet tries again each half second, and lags so long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const { feed, joins } = feedWith({}, 2);
    const cache = metadataCache(type, keys, feed);
    expect(cache.resourceName).toBe('shoes.a.example');
    await vi.advanceTimersByTimeAsync(499);
    expect([joins(), cache.lags]).toEqual([1, true]);
    await vi.advanceTimersByTimeAsync(1);
    expect([joins(), cache.lags]).toEqual([2, true]);
    await vi.advanceTimersByTimeAsync(500);
    expect([joins(), cache.lags]).toEqual([3, false]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(joins()).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});
