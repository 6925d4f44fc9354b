import type { ApiObject, ObjectMeta } from '../../api/meta/metadata.ts';
import { type GroupResource, groupResourceText } from '../../api/meta/status.ts';
import type { StorageKeys } from '../../storage/keys.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import { EntryReader } from '../../storage/watch-cache/entry.ts';
import { ResourceCache } from '../../storage/watch-cache/resource-cache.ts';

const retryAfter = 500;

/** The metadata that say what an object is, of what it is a part, and whether it goes away. */
const keptFields = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'ownerReferences',
  'finalizers',
] as const satisfies readonly (keyof ObjectMeta)[];

/**
 * A cache of the objects of a resource type without most of their contents, in the version in which each is stored: for
 * those who count custom resources or follow what belongs to what, whatever their definitions say. It is empty until it
 * is loaded, and lags so long.
 */
export function metadataCache(type: GroupResource, keys: StorageKeys, feed: CacheFeed): ResourceCache {
  const prefix = keys.resource(type);
  const cache = new ResourceCache({
    resourceName: groupResourceText(type),
    prefix,
    reader: new EntryReader(
      prefix,
      (bytes, place) => ({ stored: storedMetadata(bytes, place), labels: undefined, fields: {} }),
      true,
    ),
    indexedFields: [],
    history: { age: 0, bytes: () => 0 },
    delivered: () => {},
    unreadable: () => {},
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  cache.pending = promise;
  const join = (): void =>
    void feed.join(cache).then(
      () => {
        cache.pending = undefined;
        resolve();
      },
      // The caches may not be loaded yet, or the store may be out of reach.
      () => void setTimeout(join, retryAfter).unref(),
    );
  join();
  return cache;
}

/** Also of bytes that are no instance: that there is something at the key counts. */
function storedMetadata(bytes: Buffer, { namespace, name }: { namespace: string; name: string }): Buffer {
  const { apiVersion = '', kind = '', metadata } = parsed(bytes);
  const place = { name, ...(namespace === '' ? {} : { namespace }) };
  const kept = keptFields.flatMap((field) => {
    const value = metadata?.[field] ?? undefined;
    return value === undefined ? [] : [[field, value]];
  });
  return Buffer.from(
    JSON.stringify({ kind, apiVersion, metadata: { ...Object.fromEntries(kept), ...place } }),
  );
}

function parsed(bytes: Buffer): Partial<ApiObject> {
  try {
    return (JSON.parse(bytes.toString()) as Partial<ApiObject> | null) ?? {};
  } catch {
    return {};
  }
}
