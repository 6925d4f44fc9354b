import {
  type GroupResource,
  groupResourceText,
  internalError,
  type StatusCause,
  StatusError,
} from '../../api/meta/status.ts';
import { splitRelativeKey } from '../../storage/keys.ts';
import type { KeyValue } from '../../storage/kv.ts';
import { type CacheEntry, CorruptObjectError } from '../../storage/watch-cache/entry.ts';
import type { Selection } from '../../storage/watch-cache/selection.ts';
import { maxNamed } from '../../storage/watch-cache/unreadable-objects.ts';
import type { StoredResource } from '../resource.ts';

/** The object that the store holds; throws InternalError when it is none. */
export async function readItem(
  resource: Pick<StoredResource, 'cache' | 'converter' | 'type'>,
  item: KeyValue,
): Promise<CacheEntry> {
  const { cache, converter } = resource;
  const value =
    converter?.isRemote && item.unreadable === undefined ? await converter.fromStore(item.value) : item.value;
  const read = cache.tryRead({ ...item, value });
  if (read instanceof CorruptObjectError) throw unreadableObject(resource, read);
  return read;
}

/** Whether the store holds an object there. A conversion that fails says nothing about what is stored. */
export async function isReadable({ cache, converter }: StoredResource, item: KeyValue): Promise<boolean> {
  if (item.unreadable !== undefined) return false;
  const value = converter?.isRemote ? await converter.fromStore(item.value) : item.value;
  return !(cache.tryRead({ ...item, value }) instanceof CorruptObjectError);
}

type Placed = { cache: { prefix: string }; type: GroupResource };

/** The error for what is stored and cannot be decrypted, or cannot be decoded: it names the key and the cause. */
export function unreadableObject({ cache, type }: Placed, error: CorruptObjectError): StatusError {
  const { name } = splitRelativeKey(error.key);
  const status = internalError(
    `${groupResourceText(type)} ${JSON.stringify(name)} cannot be read: ${JSON.stringify(cache.prefix + error.key)}: ${error.message}`,
  );
  status.cause = error;
  return status;
}

/** Whether the error is about an object that is stored and cannot be read. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof CorruptObjectError;

/**
 * The error for a list or watch that they may belong to. `isDetailed`: names all of them, under a reason of its own, as
 * where clients may ask for their removal; if not, the first one is named.
 */
export function unreadableList(
  resource: Placed,
  errors: readonly CorruptObjectError[],
  isDetailed: boolean,
): StatusError {
  if (!isDetailed) return unreadableObject(resource, errors[0]!);
  const { cache, type } = resource;
  const causes: StatusCause[] = errors.slice(0, maxNamed).map((error) => ({
    reason: 'UnexpectedServerResponse',
    message: `${error.isUndecryptable ? 'data from the storage is not transformable' : 'object not decodable'} revision=${error.revision}: ${error.message}`,
    field: cache.prefix + error.key,
  }));
  if (errors.length > maxNamed)
    causes.push({ reason: 'FieldValueTooMany', message: `too many errors, the list is truncated` });
  const message = `failed to read one or more ${groupResourceText(type)} from the storage`;
  const { group, resource: kind } = type;
  return new StatusError(500, 'StorageReadError', message, { group, kind, name: cache.prefix, causes });
}

/** Throws where something that cannot be read may belong to the selection, in the state at a revision or in the newest. */
export function refuseUnreadable(
  resource: StoredResource,
  selection: Selection,
  isDetailed: boolean,
  revision?: number,
): void {
  const errors = resource.cache.unreadable.within(selection, revision);
  if (errors.length > 0) throw unreadableList(resource, errors, isDetailed);
}
