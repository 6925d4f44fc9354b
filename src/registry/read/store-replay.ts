import { type Kv, KvError } from '../../storage/kv.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import { pastBatch } from '../../storage/watch-cache/event-batches.ts';
import type { ResourceCache } from '../../storage/watch-cache/resource-cache.ts';
import {
  type Past,
  type PastBatch,
  type WatchOptions,
  WatchStream,
} from '../../storage/watch-cache/watch-stream.ts';
import type { Clock } from '../../util/clock.ts';
import { TurnQueue } from '../../util/pacer.ts';
import { HistoryEntries } from './history-entries.ts';
import { allGone, ReplayWindow } from './replay-window.ts';

export interface ReplayDependencies {
  kv: Kv;
  feed: CacheFeed;
  clock: Clock;
}

/** Watches that come within so many milliseconds begin together, with the oldest revision among them. */
const gathering = 30;
/** Interval of the looks whether a reading is held up, in milliseconds. */
const checkInterval = 250;
/** Readings of the history at a time: after a restart, watches of ever older revisions and further resource types come. */
const maxReadings = 3;
/** One that has gone on for so many milliseconds makes room for watches that none of them has anything for. */
const maxReading = 5_000;
/** Milliseconds after the last reading for which its entries are kept. */
const keptFor = 30_000;

/** Parts of an open window that are not its own. */
interface Reading {
  readonly begun: number;
  readonly checking: NodeJS.Timeout;
}

/**
 * Watches whose first events come from the store, for memory has them no more: until they meet what memory has, and
 * go on from there. A few readings of the store's history serve all of them. Each goes as fast as its fastest readers:
 * clients that hold it up are left out, and read on with the next one.
 */
export class StoreReplays {
  readonly #dependencies: ReplayDependencies;
  readonly #turns = new TurnQueue();
  /** Replays that want something that no window has, or will have. */
  readonly #waiting = new Set<Replay>();
  readonly #windows = new Map<ReplayWindow, Reading>();
  #gathering: NodeJS.Timeout | undefined;
  readonly #entries: HistoryEntries;
  #forgetting: NodeJS.Timeout | undefined;

  constructor(dependencies: ReplayDependencies) {
    this.#dependencies = dependencies;
    this.#entries = new HistoryEntries(dependencies.kv, dependencies.feed);
  }

  /** Shows what came after a revision. */
  start(cache: ResourceCache, options: WatchOptions, revision: number): WatchStream {
    const stream = new WatchStream(options, this.#dependencies.clock.now());
    const replay = new Replay(cache, stream);
    stream.onClosed = () => this.#leave(replay);
    stream.resume(revision, this.#pastOf(replay));
    return stream;
  }

  #pastOf(replay: Replay): Past {
    return {
      next: () => this.#next(replay),
      caughtUp: () => {},
      later: (task) => this.#turns.add(task),
    };
  }

  #next(replay: Replay): PastBatch | 'later' {
    const { stream, cache } = replay;
    if (this.#handOver(replay)) return 'later';
    const window = this.#windowFor(replay);
    if (window === undefined) {
      this.#wait(replay);
      return 'later';
    }
    if (window.isUnknownTo(replay)) {
      replay.expire();
      return 'later';
    }
    const batch = pastBatch(window.after(cache, stream.revision), stream);
    const revision = batch.isLast ? Math.max(window.end, batch.revision) : batch.revision;
    if (revision === stream.revision) return 'later';
    return { ...batch, revision, isLast: false };
  }

  /** The window that it reads, or one that it may read from now on. */
  #windowFor(replay: Replay): ReplayWindow | undefined {
    const { cache, stream } = replay;
    const { window: before } = replay;
    if (before?.readers.has(replay) && before.covers(cache, stream.revision)) return before;
    before?.readers.delete(replay);
    const window = [...this.#windows.keys()].find((one) => one.covers(cache, stream.revision));
    if (window !== undefined) this.#join(replay, window);
    return window;
  }

  #join(replay: Replay, window: ReplayWindow): void {
    replay.window = window;
    window.readers.add(replay);
  }

  /** From here on memory has everything. */
  #handOver(replay: Replay): boolean {
    const { feed } = this.#dependencies;
    const { cache, stream } = replay;
    const { revision } = stream;
    if (!cache.knows(revision)) return false;
    if (revision <= feed.revision) {
      this.#leave(replay);
      cache.resume(stream, revision);
    } else {
      // Ahead of the caches. Nothing may happen for a long time after this: it must not be waited for.
      feed.waitFor(revision).then(
        () => stream.wake(),
        (error: unknown) => {
          // Of a history that the store has no longer.
          if (error instanceof KvError && error.code === 'Expired') replay.expire();
          else stream.wake();
        },
      );
    }
    return true;
  }

  #wait(replay: Replay): void {
    this.#waiting.add(replay);
    this.#gather();
  }

  #gather(): void {
    if (this.#waiting.size > 0 && this.#windows.size < maxReadings)
      this.#gathering ??= setTimeout(() => this.#open(), gathering);
  }

  #leave(replay: Replay): void {
    this.#waiting.delete(replay);
    const { window } = replay;
    if (window === undefined || !this.#windows.has(window)) return;
    window.readers.delete(replay);
    if (window.readers.size === 0) this.#end(window);
  }

  #open(): void {
    this.#gathering = undefined;
    if (this.#waiting.size === 0) return;
    const from = Math.min(...Array.from(this.#waiting, ({ stream }) => stream.revision));
    clearTimeout(this.#forgetting);
    const window = new ReplayWindow({ ...this.#dependencies, entries: this.#entries }, this.#turns, from, {
      ended: (oldest) => this.#ended(window, oldest),
    });
    for (const replay of this.#waiting) this.#join(replay, window);
    this.#waiting.clear();
    const checking = setInterval(() => this.#check(window), checkInterval);
    this.#windows.set(window, { begun: performance.now(), checking });
    window.open();
  }

  #check(window: ReplayWindow): void {
    window.leaveOutSlow();
    const isLong = performance.now() - this.#windows.get(window)!.begun > maxReading;
    const isWanted = this.#waiting.size > 0 && this.#windows.size === maxReadings;
    if (window.readers.size === 0 || (isLong && isWanted)) this.#end(window);
  }

  /** Ends a reading; watchers that are not done go on with another one. */
  #end(window: ReplayWindow): void {
    const reading = this.#windows.get(window);
    if (reading === undefined) return;
    clearInterval(reading.checking);
    this.#windows.delete(window);
    window[Symbol.dispose]();
    for (const { stream } of window.readers) stream.wake();
    clearTimeout(this.#forgetting);
    if (this.#windows.size === 0) this.#forgetting = setTimeout(() => this.#entries.clear(), keptFor).unref();
    this.#gather();
  }

  /** The store has ended it. `oldest`: what came before this revision is gone; undefined for another reason. */
  #ended(window: ReplayWindow, oldest: number | undefined): void {
    if (!this.#windows.has(window)) return;
    // Those who wait for another reading began with the same history.
    if (oldest === allGone) for (const { stream } of [...this.#waiting]) stream.expire();
    for (const reader of [...window.readers]) {
      if (oldest === undefined) reader.stream.end();
      else if (reader.stream.revision + 1 < oldest) reader.expire();
    }
    this.#end(window);
  }
}

/** One watch that is replayed. */
class Replay {
  /** The window that it read last. */
  window: ReplayWindow | undefined;
  readonly cache: ResourceCache;
  readonly stream: WatchStream;

  constructor(cache: ResourceCache, stream: WatchStream) {
    this.cache = cache;
    this.stream = stream;
  }

  /** Ends the watch with the reason why something cannot be read, if that is so now: to begin anew would help only later. */
  expire(): void {
    if (this.stream.closed) return;
    const [unreadable] = this.cache.unreadable.within(this.stream.selection);
    if (unreadable !== undefined) return this.stream.fail(unreadable);
    this.stream.expire();
  }
}
