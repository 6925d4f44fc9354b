import {
  type GroupResource,
  groupResourceText,
  internalError,
  type StatusError,
} from '../../api/meta/status.ts';
import { splitRelativeKey } from '../../storage/keys.ts';
import type { KeyValue } from '../../storage/kv.ts';
import { type CacheEntry, CorruptObjectError } from '../../storage/watch-cache/entry.ts';
import type { StoredResource } from '../resource.ts';

/** The error for a named object that is stored and cannot be decoded. */
function corruptObject(type: GroupResource, name: string): StatusError {
  return internalError(`what is stored as ${groupResourceText(type)} ${JSON.stringify(name)} cannot be read`);
}

/** The object that the store holds; throws InternalError when it is none. */
export async function readItem(
  { cache, type, converter }: StoredResource,
  item: KeyValue,
): Promise<CacheEntry> {
  const value =
    converter?.isRemote && item.unreadable === undefined ? await converter.fromStore(item.value) : item.value;
  const read = cache.tryRead({ ...item, value });
  if (read instanceof CorruptObjectError) throw unreadableObject(type, read);
  return read;
}

/** Whether the store holds an object there. A conversion that fails says nothing about what is stored. */
export async function isReadable({ cache, converter }: StoredResource, item: KeyValue): Promise<boolean> {
  if (item.unreadable !== undefined) return false;
  const value = converter?.isRemote ? await converter.fromStore(item.value) : item.value;
  return !(cache.tryRead({ ...item, value }) instanceof CorruptObjectError);
}

/** The error for an object that is stored and cannot be decrypted, or cannot be decoded. */
export function unreadableObject(type: GroupResource, error: CorruptObjectError): StatusError {
  if (error.isUndecryptable) return internalError(error.message);
  return corruptObject(type, splitRelativeKey(error.key).name);
}
