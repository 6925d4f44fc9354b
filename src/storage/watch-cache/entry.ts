import type { ApiObject } from '../../api/meta/metadata.ts';
import { ReleasingMap } from '../../util/releasing-map.ts';
import { splitRelativeKey } from '../keys.ts';
import { type EncryptionState, type KeyValue, KvError } from '../kv.ts';
import { itemStart, replaceResourceVersion, withResourceVersion } from '../stored-bytes.ts';

export type Labels = Readonly<Record<string, string>>;
export type Fields = Readonly<Record<string, string>>;

/** One object as the cache keeps it: encoded, with what selectors ask for beside it. Immutable. */
export interface CacheEntry {
  /** Below the resource type: `default/web`. */
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  /** Revision of its last write: its resourceVersion. */
  readonly revision: number;
  /** The object's JSON, resourceVersion included. */
  readonly json: Buffer;
  /** Index at which the part of `json` begins that stands in a list, its opening brace not included. */
  readonly itemStart: number;
  readonly labels: Labels | undefined;
  /** Values of the kind's selectable fields, metadata.name and metadata.namespace not included. */
  readonly fields: Fields;
  /** The store holds other bytes than these: a write of the same object is a change there. */
  readonly isStale?: boolean;
  /** It does not say itself that this is its name and namespace: only its key does. */
  readonly isUnplaced?: boolean;
  /** Encryption in the store; undefined where nothing ever is. */
  readonly encryption?: EncryptionState;
}

/** Whether a write of the same object would change what the store holds. */
export const isStale = (entry: CacheEntry): boolean =>
  entry.isStale === true || entry.encryption?.isCurrent === false;

/** The facts about an object that the cache indexes and serves. */
export interface DecodedEntry {
  /** The bytes as they are to be kept: canonical. */
  stored: Buffer;
  labels: Labels | undefined;
  fields: Fields;
  /** The bytes in the store, when they are not the same. */
  written?: Buffer;
  /** A conversion made them that might come to something else the next time: only the store knows what it holds. */
  isConverted?: boolean;
  /** The store holds other bytes than a write of this object would put there. */
  isStale?: boolean;
  /** It lacks its name or namespace, which only its key has. */
  isUnplaced?: boolean;
  /** The object that a writer has made these bytes of, to be read only; see servedObject. */
  object?: ApiObject;
  /** The bytes to serve, once they have been asked for. */
  served?: { json: Buffer; revision: number };
}

/** The bytes to serve, shared by the cache and the answer to the write of this revision. */
export function servedBytes(examined: DecodedEntry, revision: number): Buffer {
  if (examined.served?.revision !== revision) {
    examined.served = { json: withResourceVersion(examined.stored, revision), revision };
  }
  return examined.served.json;
}

/** The object of these bytes, if it is at hand. It gets the revision that they have been written at. */
export function servedObject({ object }: DecodedEntry, revision: number): ApiObject | undefined {
  if (object !== undefined) object.metadata.resourceVersion = String(revision);
  return object;
}

/** Throws when the bytes are no object, or that of another key. */
export type DecodeStored = (stored: Buffer, place: { namespace: string; name: string }) => DecodedEntry;

/** The value of a key cannot be decoded as an object of its kind: written by another program, or damaged. */
export class CorruptObjectError extends Error {
  /** Below the resource type. */
  readonly key: string;
  /** Revision of the write that made it so, or of the last one where it became so without a write. */
  readonly revision: number;
  /** It cannot be decrypted, so that nothing is known of what it would be. */
  readonly isUndecryptable: boolean;

  constructor(key: string, revision: number, cause: unknown) {
    // The parser's own message quotes the text, which may be confidential.
    super(cause instanceof SyntaxError ? 'it is not valid JSON' : (cause as Error).message, { cause });
    this.name = 'UnreadableError';
    this.key = key;
    this.revision = revision;
    this.isUndecryptable = cause instanceof KvError;
  }
}

/** The part of what the store has at a key that makes an entry. */
export type StoredItem = Pick<KeyValue, 'key' | 'value' | 'modRevision' | 'unreadable' | 'encryption'>;

/** Writes of one object that are on their way at a time, of which each is kept whole. */
const maxExpected = 4;

/** Turns what the store holds into an entry. The only place where the cache parses. */
export class EntryReader {
  readonly #prefix: string;
  readonly #examine: DecodeStored;
  /** By key, the oldest first: of several writers one succeeds, and which one that was shows when it comes back. */
  readonly #expected = new ReleasingMap<string, readonly DecodedEntry[]>();

  constructor(prefix: string, examine: DecodeStored) {
    this.#prefix = prefix;
    this.#examine = examine;
  }

  /**
   * Called before a write with the object that this server has made and checked itself: when it comes back from the
   * store, as it was written, it need not be looked at again. `key` is below the resource type.
   */
  expect(key: string, examined: DecodedEntry): void {
    this.#keep(key, [...this.#expectedAt(key), examined].slice(-maxExpected));
  }

  /** The write failed, or its outcome is unknown. */
  expectNoMore(key: string, examined: DecodedEntry): void {
    const others = this.#expectedAt(key).filter((one) => one !== examined);
    this.#keep(key, others);
  }

  /** Called when a whole state is read: writes from before it do not come back any more. */
  forgetExpected(): void {
    this.#expected.clear();
  }

  isExpected(key: string, bytes: Buffer): boolean {
    return this.#expectedAt(key).some((one) => isWrittenAs(one, bytes));
  }

  /** Gives what was expected with these bytes, which have come. Neither it nor what was expected before it is any longer. */
  takeExpected(key: string, bytes: Buffer): DecodedEntry | undefined {
    const known = this.#expectedAt(key);
    const at = known.findIndex((one) => isWrittenAs(one, bytes));
    if (at === -1) return undefined;
    this.#keep(key, known.slice(at + 1));
    return known[at];
  }

  #expectedAt(key: string): readonly DecodedEntry[] {
    return this.#expected.get(key) ?? [];
  }

  #keep(key: string, expected: readonly DecodedEntry[]): void {
    if (expected.length === 0) this.#expected.delete(key);
    else this.#expected.set(key, expected);
  }

  /**
   * `decoded`: the same bytes, decoded already. Throws CorruptObjectError for any bytes that cannot be decoded, KvError
   * for what cannot be decrypted for now.
   */
  read(item: StoredItem, decoded?: DecodedEntry): CacheEntry {
    const key = item.key.slice(this.#prefix.length);
    if (item.unreadable !== undefined) {
      const { reason, mayPass } = item.unreadable;
      const error = new KvError('Encryption', reason);
      throw mayPass ? error : new CorruptObjectError(key, item.modRevision, error);
    }
    try {
      const place = splitRelativeKey(key);
      const examined = decoded ?? this.takeExpected(key, item.value) ?? this.#examine(item.value, place);
      const { labels, fields, isStale, isUnplaced } = examined;
      const json = servedBytes(examined, item.modRevision);
      const entry = {
        key,
        ...place,
        revision: item.modRevision,
        json,
        itemStart: itemStart(json),
        labels,
        fields,
      };
      const { encryption } = item;
      if (encryption === undefined && !isStale && !isUnplaced) return entry;
      return {
        ...entry,
        ...(isStale ? { isStale } : {}),
        ...(isUnplaced ? { isUnplaced } : {}),
        ...(encryption === undefined ? {} : { encryption }),
      };
    } catch (error) {
      throw new CorruptObjectError(key, item.modRevision, error);
    }
  }
}

const isWrittenAs = ({ written, stored }: DecodedEntry, bytes: Buffer): boolean =>
  (written ?? stored).equals(bytes);

/** The last state of an object that was deleted (or left a selection) at a revision. */
export function entryAt(entry: CacheEntry, revision: number): CacheEntry {
  const json = replaceResourceVersion(entry.json, revision);
  return { ...entry, revision, json, itemStart: itemStart(json) };
}
