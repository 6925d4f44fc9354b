import type {
  ICompare,
  IEvent,
  IKeyValue,
  IRangeRequest,
  IRequestOp,
  ITxnRequest,
  IWatchResponse,
} from 'etcd3';
import type { KeyValue, KvEvent, RangeOptions } from '../../kv.ts';

/** An event as it is decoded: etcd3's type has a string for its type, and a previous value where there is none. */
export type WatchEvent = Pick<IEvent, 'kv'> & { type: number; prev_kv: IKeyValue | null };

export type WatchResponse = Omit<IWatchResponse, 'events'> & { events: WatchEvent[] };

/** The type of an event that is no put. */
const deleteType = 1;

/** A key that we never write: etcd takes it for the first one, and as an end for "to the last". */
const firstKey = Buffer.from([0]);

/** The whole keyspace, as the `key` and `range_end` of a request. */
export const allKeys = { key: firstKey, range_end: firstKey };

/** Reads nothing; its answer's header has the newest revision, linearizably. */
export const revisionRequest: IRangeRequest = { key: firstKey, count_only: true };

/** Keys are bytes to etcd; as Latin-1 every byte is one character, also of keys that are not ours. */
export function keyBytes(key: string): Buffer {
  return Buffer.from(key, 'latin1');
}

export function keyText(bytes: Buffer): string {
  return bytes.toString('latin1');
}

/** The keys below a prefix, which ends with '/': up to the same with '0', the character after it. */
export function rangeRequest(prefix: string, options: RangeOptions = {}): IRangeRequest {
  return {
    key: keyBytes(options.startKey ?? prefix),
    range_end: keyBytes(`${prefix.slice(0, -1)}0`),
    limit: options.limit ?? 0,
    revision: options.revision ?? 0,
    keys_only: options.keysOnly ?? false,
  };
}

/** A revision of 0: that there is no such key. */
export function isAbsent(key: Buffer): ICompare {
  return { key, target: 'Create', result: 'Equal', create_revision: 0 };
}

/** To etcd a key that does not exist is at revision 0; to us it is at none. No key is at -1. */
export function isAt(key: Buffer, modRevision: number): ICompare {
  return { key, target: 'Mod', result: 'Equal', mod_revision: modRevision > 0 ? modRevision : -1 };
}

/** One write if the key is as it should be, otherwise one read of it. */
export function writeIf(condition: ICompare, write: IRequestOp): ITxnRequest {
  return {
    compare: [condition],
    success: [write],
    failure: [{ request_range: { key: condition.key } } as IRequestOp],
  };
}

export function put(key: Buffer, value: Buffer, lease: string | undefined): IRequestOp {
  return { request_put: { key, value, lease: lease ?? 0 } } as IRequestOp;
}

export function remove(key: Buffer): IRequestOp {
  return { request_delete_range: { key } } as IRequestOp;
}

/** A 64-bit number of a message, in the form of etcd3's types or as it is decoded: revisions are far below 2 ** 53. */
export function integer(value: string | number | { toNumber(): number }): number {
  return typeof value === 'object' ? value.toNumber() : Number(value);
}

const noBytes = Buffer.alloc(0);

/** The default of bytes that were not sent is an array. */
const bytesOf = (bytes: Buffer): Buffer => (bytes.length === 0 ? noBytes : bytes);

export function toKeyValue(kv: IKeyValue): KeyValue {
  return {
    key: keyText(kv.key),
    value: bytesOf(kv.value),
    createRevision: integer(kv.create_revision),
    modRevision: integer(kv.mod_revision),
  };
}

export function toEvent({ type, kv, prev_kv }: WatchEvent): KvEvent {
  const key = keyText(kv.key);
  const revision = integer(kv.mod_revision);
  const previous = prev_kv === null ? undefined : bytesOf(prev_kv.value);
  if (type === deleteType) return { type: 'delete', key, revision, previous };
  const createRevision = integer(kv.create_revision);
  return { type: 'put', key, value: bytesOf(kv.value), createRevision, revision, previous };
}
