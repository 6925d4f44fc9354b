import { type KeyValue, KvError, type RangeOptions, type RangeResult, type Unreadable } from '../../kv.ts';
import type { Database } from './database.ts';
import { isDeletion, keyOf, keyPart, rangeEnd, rangeStart, revisionOf } from './layout.ts';
import type { Version } from './records.ts';

/** Number of remainders that are remembered: so many ranges can be paged through side by side. */
const remainders = 64;

const nothing = Buffer.alloc(0);

/** Keys that a limited range left behind, from `nextKey` on. Of a fixed revision, and so true for ever. */
interface Remainder {
  afterKey: string;
  nextKey: string;
  count: number;
}

/** Reads the state right after a revision that is on the disk. */
export class Reader {
  readonly #database: Database;
  /** By prefix and revision. Without it, paging through n keys counts them all for every page. */
  readonly #remainders = new Map<string, Remainder>();

  constructor(database: Database) {
    this.#database = database;
  }

  range(prefix: string, revision: number, options: RangeOptions): RangeResult {
    const start = options.startKey ?? prefix;
    const limit = options.limit ?? Number.POSITIVE_INFINITY;
    const known = this.#remainder(prefix, revision, start);
    const found = this.#walk(start, prefix, revision, limit, known);
    const items = found.versionKeys.map((key) => {
      const item = toKeyValue(this.#database.read(key));
      return options.keysOnly ? { ...item, value: nothing } : item;
    });
    const more = found.nextKey !== undefined;
    if (found.nextKey !== undefined && items.length > 0) {
      const remainder = { afterKey: items.at(-1)!.key, nextKey: found.nextKey, count: found.count - limit };
      this.#remember(prefix, revision, remainder);
    }
    return { items, more, count: found.count, revision };
  }

  count(prefix: string, revision: number): number {
    return this.#walk(prefix, prefix, revision, 0, undefined).count;
  }

  /**
   * The LMDB keys of the first versions, and the number of all. A key's versions come the newest first, so its
   * first one that is not newer than the revision decides, and the rest is passed over. When the number is
   * known the walk ends behind the limit.
   */
  #walk(start: string, prefix: string, revision: number, limit: number, known: number | undefined) {
    const versionKeys: string[] = [];
    let nextKey: string | undefined;
    let count = 0;
    let decided = '';
    for (const key of this.#database.versionKeys(rangeStart(start), rangeEnd(prefix))) {
      if (decided !== '' && key.startsWith(decided)) continue;
      if (revisionOf(key) > revision) continue;
      decided = keyPart(key);
      if (isDeletion(key)) continue;
      count++;
      if (versionKeys.length < limit) {
        versionKeys.push(key);
        continue;
      }
      nextKey ??= keyOf(key);
      if (known !== undefined) break;
    }
    return { versionKeys, nextKey, count: known ?? count };
  }

  #remainder(prefix: string, revision: number, start: string): number | undefined {
    const remainder = this.#remainders.get(`${prefix}\x00${revision}`);
    if (remainder === undefined) return undefined;
    const continues = start > remainder.afterKey && start <= remainder.nextKey;
    return continues ? remainder.count : undefined;
  }

  #remember(prefix: string, revision: number, remainder: Remainder): void {
    const name = `${prefix}\x00${revision}`;
    this.#remainders.delete(name);
    this.#remainders.set(name, remainder);
    if (this.#remainders.size <= remainders) return;
    for (const oldest of this.#remainders.keys()) {
      this.#remainders.delete(oldest);
      return;
    }
  }
}

export function toKeyValue(version: Version): KeyValue {
  const { key, value, createRevision, revision, damage } = version;
  const item = { key, value, createRevision, modRevision: revision };
  return damage === undefined ? item : { ...item, unreadable: unreadable(damage) };
}

/** The reason why a value of the store cannot be read. */
export const unreadable = (damage: string): Unreadable => ({ reason: damage, mayPass: false });

/** Throws unless a revision can be read or watched from. */
export function ensureNotCompacted(revision: number, compacted: number): void {
  if (revision >= compacted) return;
  const message = `revision ${revision} is compacted; the oldest is ${compacted}`;
  throw new KvError('Expired', message, { oldestRevision: compacted });
}
