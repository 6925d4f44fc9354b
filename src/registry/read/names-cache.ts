import { type GroupResource, groupResourceText } from '../../api/meta/status.ts';
import type { StorageKeys } from '../../storage/keys.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import { EntryReader } from '../../storage/watch-cache/entry.ts';
import { ResourceCache } from '../../storage/watch-cache/resource-cache.ts';

const retryAfter = 500;

/**
 * A cache of which objects of a resource type there are, by their keys alone: for those who count custom resources,
 * whatever their definitions say. It is empty until it is loaded.
 */
export function namesCache(type: GroupResource, keys: StorageKeys, feed: CacheFeed): ResourceCache {
  const prefix = keys.resource(type);
  const cache = new ResourceCache({
    resourceName: groupResourceText(type),
    prefix,
    reader: new EntryReader(prefix, (_, { namespace, name }) => ({
      stored: Buffer.from(JSON.stringify({ kind: '', apiVersion: '', metadata: { name, namespace } })),
      labels: undefined,
      fields: {},
    })),
    indexedFields: [],
    history: { age: 0, bytes: () => 0 },
    delivered: () => {},
    unreadable: () => {},
  });
  const join = (): void =>
    void feed.join(cache).catch(() => {
      // The caches may not be loaded yet, or the store may be out of reach.
      setTimeout(join, retryAfter).unref();
    });
  join();
  return cache;
}
