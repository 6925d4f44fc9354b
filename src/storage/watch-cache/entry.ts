import type { KeyValue } from '../kv.ts';
import { splitRelativeKey } from '../keys.ts';
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
  /** Where the part of `json` begins that stands in a list, its opening brace not included. */
  readonly itemStart: number;
  readonly labels: Labels | undefined;
  /** Values of the kind's selectable fields, metadata.name and metadata.namespace not included. */
  readonly fields: Fields;
}

/** What the cache asks of a parsed object. */
export type Describe = (object: any) => { labels: Labels | undefined; fields: Fields };

/** Turns what the store holds into an entry. The only place where the cache parses. */
export class EntryReader {
  readonly #prefix: string;
  readonly #describe: Describe;
  readonly #decode: (value: Buffer, key: string) => Buffer;

  /** `decode` undoes what was done to the bytes on the way to the store (encryption). */
  constructor(prefix: string, describe: Describe, decode: (value: Buffer, key: string) => Buffer = (value) => value) {
    this.#prefix = prefix;
    this.#describe = describe;
    this.#decode = decode;
  }

  read(item: Pick<KeyValue, 'key' | 'value' | 'modRevision'>): CacheEntry {
    const stored = this.#decode(item.value, item.key);
    const { labels, fields } = this.#describe(JSON.parse(stored.toString()));
    const key = item.key.slice(this.#prefix.length);
    const json = withResourceVersion(stored, item.modRevision);
    return { key, ...splitRelativeKey(key), revision: item.modRevision, json, itemStart: itemStart(json), labels, fields };
  }
}

/** The last state of an object that was deleted (or left a selection) at a revision. */
export function entryAt(entry: CacheEntry, revision: number): CacheEntry {
  const json = replaceResourceVersion(entry.json, revision);
  return { ...entry, revision, json, itemStart: itemStart(json) };
}
