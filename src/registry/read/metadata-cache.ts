import { writeJson } from '../../api/codec/json.ts';
import type { ApiObject, ObjectMeta } from '../../api/meta/metadata.ts';
import { type GroupResource, groupResourceText } from '../../api/meta/status.ts';
import { type StorageKeys, splitRelativeKey } from '../../storage/keys.ts';
import { itemStart } from '../../storage/stored-bytes.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import {
  type CacheEntry,
  type CorruptObjectError,
  EntryReader,
  servedBytes,
} from '../../storage/watch-cache/entry.ts';
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
 * is loaded, and lags so long. What cannot be read stays as it was known; if it never was, its name alone stands there:
 * that there is something counts.
 */
export function metadataCache(type: GroupResource, keys: StorageKeys, feed: CacheFeed): ResourceCache {
  const prefix = keys.resource(type);
  const cache = new ResourceCache({
    resourceName: groupResourceText(type),
    prefix,
    reader: new EntryReader(prefix, (bytes, place) => ({
      stored: storedMetadata(bytes, place),
      labels: undefined,
      fields: {},
    })),
    standIn: nameAlone,
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

interface Place {
  namespace: string;
  name: string;
}

/** Throws for bytes that are no instance. */
function storedMetadata(bytes: Buffer, place: Place): Buffer {
  const { apiVersion = '', kind = '', metadata } = JSON.parse(bytes.toString()) as Partial<ApiObject>;
  if (!metadata?.uid) throw new Error('it has no uid');
  const kept = keptFields.flatMap((field) => {
    const value = metadata[field] ?? undefined;
    return value === undefined ? [] : [[field, value]];
  });
  return encoded(apiVersion, kind, { ...Object.fromEntries(kept), ...placeOf(place) });
}

const placeOf = ({ namespace, name }: Place): ObjectMeta => ({
  name,
  ...(namespace === '' ? {} : { namespace }),
});

const encoded = (apiVersion: string, kind: string, metadata: ObjectMeta): Buffer =>
  Buffer.from(writeJson({ kind, apiVersion, metadata }));

function nameAlone({ key, revision }: CorruptObjectError): CacheEntry {
  const place = splitRelativeKey(key);
  const stored = encoded('', '', placeOf(place));
  const json = servedBytes({ stored, labels: undefined, fields: {} }, revision);
  return { key, ...place, revision, json, itemStart: itemStart(json), labels: undefined, fields: {} };
}
