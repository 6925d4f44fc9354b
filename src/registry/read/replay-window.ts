import type { Kv, KvError, KvEvent, Watch } from '../../storage/kv.ts';
import type { CacheEntry } from '../../storage/watch-cache/entry.ts';
import { CacheEvent } from '../../storage/watch-cache/event.ts';
import type { ResourceCache } from '../../storage/watch-cache/resource-cache.ts';
import type { WatchStream } from '../../storage/watch-cache/watch-stream.ts';
import type { Clock } from '../../util/clock.ts';
import type { TurnQueue } from '../../util/pacer.ts';
import type { HistoryEntries } from './history-entries.ts';

/** Bytes of events that are held for slower readers. */
const maxBytes = 16 * 1024 * 1024;
/** Events that are read, and looked at, in one step. */
const eventsAtATime = 16;
const bytesOfUnknown = 300;
/** Milliseconds that readers may keep a full window from moving on. */
const stalledAfterMs = 1_000;

/** Stands for the oldest revision that there is: the store has another history, so that nothing of this one can be read. */
export const allGone = Number.POSITIVE_INFINITY;

export interface WindowReader {
  readonly cache: ResourceCache;
  readonly stream: WatchStream;
  /** Ends its watch: the store has forgotten what comes next for it. */
  expire(): void;
}

export interface WindowListener {
  /** The store has ended it. `oldest`: what came before this revision is gone; undefined for another reason. */
  ended(oldest: number | undefined): void;
}

/**
 * A part of the store's history, moving from one revision on: what its readers have yet to take, of the resource
 * types that they watch. It is filled by one watch of the store, which pauses while the window is full.
 */
export class ReplayWindow {
  readonly readers = new Set<WindowReader>();
  readonly #kv: Kv;
  readonly #entries: HistoryEntries;
  readonly #clock: Clock;
  readonly #turns: TurnQueue;
  readonly #listener: WindowListener;
  /** Events of the resource types that were watched when it was opened. */
  readonly #events = new Map<ResourceCache, CacheEvent[]>();
  /** Changes of which a state is compacted, or cannot be read: whether they matter to a selection is unknown. */
  readonly #unknown: { cache: ResourceCache; key: string; revision: number }[] = [];
  /** By key, the revision of its latest change that was read. */
  readonly #latest = new Map<string, number>();
  #bytes = 0;
  #start: number;
  #end: number;
  #watch: Watch | undefined;
  /** Events that the store has sent and no reader has consumed. */
  #received: { events: readonly KvEvent[]; next: number; revision: number }[] = [];
  #isReading = false;
  #isClosed = false;
  #movedAt = 0;

  constructor(
    { kv, clock, entries }: { kv: Kv; clock: Clock; entries: HistoryEntries },
    turns: TurnQueue,
    from: number,
    listener: WindowListener,
  ) {
    this.#kv = kv;
    this.#entries = entries;
    this.#clock = clock;
    this.#turns = turns;
    this.#start = from;
    this.#end = from;
    this.#listener = listener;
  }

  /** It has everything after this revision … */
  get start(): number {
    return this.#start;
  }

  /** … up to this one. */
  get end(): number {
    return this.#end;
  }

  /** Whether it has, or will have, everything of a resource type after a revision. */
  covers(cache: ResourceCache, revision: number): boolean {
    return revision >= this.#start && this.#events.has(cache);
  }

  open(): void {
    for (const { cache } of this.readers) this.#events.set(cache, []);
    this.#movedAt = performance.now();
    this.#watch = this.#kv.watch(this.#end + 1, {
      onEvents: (events, revision) => {
        if (this.#isClosed) return;
        this.#received.push({ events, next: 0, revision });
        this.#watch?.pause();
        this.#read();
      },
      onEnd: (error: KvError) => {
        if (this.#isClosed) return;
        if (error.code === 'Replaced') return this.#listener.ended(allGone);
        const oldest = error.oldestRevision ?? this.#start + 2;
        this.#listener.ended(error.code === 'Expired' ? oldest : undefined);
      },
    });
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#watch?.[Symbol.dispose]();
    this.#received = [];
    this.#events.clear();
    this.#latest.clear();
  }

  /** The events of a resource type after a revision (not before `start`), in order. */
  after(cache: ResourceCache, revision: number): CacheEvent[] {
    const events = this.#events.get(cache) ?? [];
    const at = events.findIndex((event) => event.revision > revision);
    return at === -1 ? [] : events.slice(at);
  }

  /** Whether there is a change after a reader's revision of which nobody knows whether it is for the reader. */
  isUnknownTo({ cache, stream }: WindowReader): boolean {
    return this.#unknown.some(
      (change) =>
        change.cache === cache &&
        change.revision > stream.revision &&
        stream.selection.mayMatch(change.key.slice(cache.prefix.length)),
    );
  }

  /** Forgets what all have. When the window stays full, those who take nothing are left out. */
  leaveOutSlow(): void {
    this.#move();
    if (!this.#isFull || performance.now() - this.#movedAt < stalledAfterMs) return;
    for (const reader of [...this.readers]) if (reader.stream.isFull) this.readers.delete(reader);
    this.#move();
  }

  get #isFull(): boolean {
    return this.#bytes >= maxBytes;
  }

  #read(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    this.#turns.add(() => {
      this.#isReading = false;
      if (!this.#isClosed) this.#step();
    });
  }

  #step(): void {
    if (this.#isFull) this.#move();
    const [batch] = this.#received;
    // The next look for those who hold it up goes on with it.
    if (batch === undefined || this.#isFull) return;
    const end = Math.min(batch.events.length, batch.next + eventsAtATime);
    while (batch.next < end) this.#take(batch.events[batch.next++]!);
    if (batch.next === batch.events.length) {
      this.#received.shift();
      this.#end = batch.revision;
      for (const { stream } of this.readers) stream.wake();
    }
    if (this.#received.length > 0) this.#read();
    else if (!this.#isFull) this.#watch?.resume();
  }

  #take(event: KvEvent): void {
    const cache = this.#cacheOf(event.key);
    if (cache === undefined) return;
    const { key, revision } = event;
    const previous = this.#previousOf(event, cache);
    const entry = this.#entryOf(event, cache);
    this.#latest.set(key, revision);
    if (previous === 'unknown' || entry === 'unknown') {
      this.#unknown.push({ cache, key, revision });
      this.#bytes += bytesOfUnknown;
      return;
    }
    const change = new CacheEvent(revision, entry, previous, this.#clock.now());
    this.#events.get(cache)!.push(change);
    this.#bytes += sizeOf(change);
  }

  #previousOf(event: KvEvent, cache: ResourceCache): CacheEntry | 'unknown' | undefined {
    const { key, revision, previous: value, previousUnreadable: unreadable } = event;
    if (event.type === 'put' && event.createRevision === revision) return undefined;
    const latest = this.#latest.get(key);
    const known = latest === undefined ? undefined : this.#entries.after(key, latest);
    return known ?? this.#entries.read({ cache, key, side: 'before', revision, value, unreadable });
  }

  #entryOf(event: KvEvent, cache: ResourceCache): CacheEntry | 'unknown' | undefined {
    if (event.type !== 'put') return undefined;
    const { key, revision, value, unreadable } = event;
    return this.#entries.read({ cache, key, side: 'after', revision, value, unreadable });
  }

  #cacheOf(key: string): ResourceCache | undefined {
    for (const cache of this.#events.keys()) if (key.startsWith(cache.prefix)) return cache;
    return undefined;
  }

  /** Forgets what all readers have. */
  #move(): void {
    if (this.readers.size === 0) return;
    let oldest = Number.POSITIVE_INFINITY;
    for (const { stream } of this.readers) oldest = Math.min(oldest, stream.revision);
    if (oldest <= this.#start) return;
    const wasFull = this.#isFull;
    this.#start = Math.min(oldest, this.#end);
    this.#movedAt = performance.now();
    for (const events of this.#events.values()) {
      const kept = events.findIndex(({ revision }) => revision > oldest);
      const dropped = events.splice(0, kept === -1 ? events.length : kept);
      for (const event of dropped) this.#bytes -= sizeOf(event);
    }
    const known = this.#unknown.findIndex(({ revision }) => revision > oldest);
    const forgotten = this.#unknown.splice(0, known === -1 ? this.#unknown.length : known);
    this.#bytes -= forgotten.length * bytesOfUnknown;
    if (!wasFull || this.#isFull) return;
    if (this.#received.length > 0) this.#read();
    else this.#watch?.resume();
  }
}

const sizeOf = ({ size, entry }: CacheEvent): number => size + (entry?.json.length ?? 0);
