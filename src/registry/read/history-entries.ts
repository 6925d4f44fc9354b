import type { Kv, Unreadable } from '../../storage/kv.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import { type CacheEntry, CorruptObjectError } from '../../storage/watch-cache/entry.ts';
import type { ResourceCache } from '../../storage/watch-cache/resource-cache.ts';

/** Bytes of entries that are kept for the next reading of the same part of the history. */
const maxBytes = 32 * 1024 * 1024;
const bytesBeside = 300;

/** A state of an object as the store's history has it: after a change, or before it. */
export interface HistoryState {
  readonly cache: ResourceCache;
  readonly key: string;
  readonly side: 'after' | 'before';
  /** That of the change. */
  readonly revision: number;
  /** Undefined when it is compacted. */
  readonly value: Buffer | undefined;
  readonly unreadable: Unreadable | undefined;
}

/**
 * Entries of the store's history. After a restart many watches read the same history, in several readings: what one of them
 * has decoded, and what the cache holds as the present state, is not decoded again.
 */
export class HistoryEntries {
  readonly #kv: Pick<Kv, 'replacements'>;
  readonly #feed: Pick<CacheFeed, 'isOutdated'>;
  /** Number of replacements of the store when the first of them was read. */
  #replacements = 0;
  /** By `nameOf`, those that were used last at the end. */
  readonly #kept = new Map<string, CacheEntry>();
  #bytes = 0;

  constructor(kv: Pick<Kv, 'replacements'>, feed: Pick<CacheFeed, 'isOutdated'>) {
    this.#kv = kv;
    this.#feed = feed;
  }

  /** 'unknown': it is compacted, or cannot be read. */
  read(state: HistoryState): CacheEntry | 'unknown' {
    const { cache, key, side, revision, value, unreadable } = state;
    const name = nameOf(state);
    const present = side === 'after' ? cache.tree.get(key.slice(cache.prefix.length)) : undefined;
    // Another history has the same revisions.
    if (present?.revision === revision && !this.#feed.isOutdated) return present;
    const kept = this.#find(name);
    if (kept !== undefined) return kept;
    if (value === undefined || unreadable !== undefined) return 'unknown';
    const entry = cache.tryRead({ key, value, modRevision: revision });
    if (entry instanceof CorruptObjectError) return 'unknown';
    this.#keep(name, entry);
    return entry;
  }

  /** The state after a change that was read before, if it is kept. */
  after(key: string, revision: number): CacheEntry | undefined {
    return this.#find(nameOf({ key, side: 'after', revision }));
  }

  #find(name: string): CacheEntry | undefined {
    if (this.#kv.replacements !== this.#replacements) this.clear();
    const entry = this.#kept.get(name);
    if (entry === undefined) return undefined;
    this.#kept.delete(name);
    this.#kept.set(name, entry);
    return entry;
  }

  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
    this.#replacements = this.#kv.replacements;
  }

  #keep(name: string, entry: CacheEntry): void {
    this.#kept.set(name, entry);
    this.#bytes += entry.json.length + bytesBeside;
    for (const [oldest, { json }] of this.#kept) {
      if (this.#bytes <= maxBytes) return;
      this.#kept.delete(oldest);
      this.#bytes -= json.length + bytesBeside;
    }
  }
}

const nameOf = ({ key, side, revision }: Pick<HistoryState, 'key' | 'side' | 'revision'>): string =>
  `${key} ${side} ${revision}`;
