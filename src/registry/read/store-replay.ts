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
/** A reading that has gone on for so many milliseconds makes room for watches that are older than it. */
const maxReading = 5_000;
/** Milliseconds after the last reading for which its entries are kept. */
const keptFor = 30_000;

/**
 * Watches whose first events come from the store, for memory has them no more: until they meet what memory has, and
 * go on from there. One reading of the store's history serves all of them. It goes as fast as its fastest readers:
 * clients that hold it up are left out, and read on with the next one.
 */
export class StoreReplays {
  readonly #dependencies: ReplayDependencies;
  readonly #turns = new TurnQueue();
  /** Replays that want something that the window has not, and will not have. */
  readonly #waiting = new Set<Replay>();
  #window: ReplayWindow | undefined;
  #begun = 0;
  #gathering: NodeJS.Timeout | undefined;
  #checking: NodeJS.Timeout | undefined;
  readonly #entries = new HistoryEntries();
  #forgetting: NodeJS.Timeout | undefined;

  constructor(dependencies: ReplayDependencies) {
    this.#dependencies = dependencies;
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
    const window = this.#window;
    if (window === undefined || !window.covers(cache, stream.revision)) {
      this.#wait(replay);
      return 'later';
    }
    if (window.isUnknownTo(replay)) {
      replay.expire();
      return 'later';
    }
    window.readers.add(replay);
    const batch = pastBatch(window.after(cache, stream.revision), stream);
    const revision = batch.isLast ? Math.max(window.end, batch.revision) : batch.revision;
    if (revision === stream.revision) return 'later';
    return { ...batch, revision, isLast: false };
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
    if (this.#window === undefined) this.#gathering ??= setTimeout(() => this.#open(), gathering);
  }

  #leave(replay: Replay): void {
    this.#waiting.delete(replay);
    const window = this.#window;
    if (window === undefined) return;
    window.readers.delete(replay);
    if (window.readers.size === 0) this.#end();
  }

  #open(): void {
    this.#gathering = undefined;
    if (this.#waiting.size === 0) return;
    const from = Math.min(...Array.from(this.#waiting, ({ stream }) => stream.revision));
    clearTimeout(this.#forgetting);
    const window = new ReplayWindow({ ...this.#dependencies, entries: this.#entries }, this.#turns, from, {
      ended: (oldest) => this.#ended(window, oldest),
    });
    this.#window = window;
    for (const replay of this.#waiting) window.readers.add(replay);
    this.#waiting.clear();
    this.#begun = performance.now();
    this.#checking = setInterval(() => this.#check(window), checkInterval);
    window.open();
  }

  #check(window: ReplayWindow): void {
    window.leaveOutSlow();
    const isLong = performance.now() - this.#begun > maxReading;
    if (isLong && this.#waiting.size > 0) this.#end();
    else if (window.readers.size === 0) this.#end();
  }

  /** Ends the reading; watchers that are not done begin another one. */
  #end(): void {
    const window = this.#window;
    if (window === undefined) return;
    clearInterval(this.#checking);
    this.#window = undefined;
    window[Symbol.dispose]();
    for (const { stream } of window.readers) stream.wake();
    clearTimeout(this.#forgetting);
    this.#forgetting = setTimeout(() => this.#entries.clear(), keptFor).unref();
    if (this.#waiting.size > 0) this.#gathering ??= setTimeout(() => this.#open(), gathering);
  }

  /** The store has ended it. `oldest`: what came before this revision is gone; undefined for another reason. */
  #ended(window: ReplayWindow, oldest: number | undefined): void {
    if (this.#window !== window) return;
    // Those who wait for another reading began with the same history.
    if (oldest === allGone) {
      for (const { stream } of [...this.#waiting]) stream.expire();
      this.#entries.clear();
    }
    for (const reader of [...window.readers]) {
      if (oldest === undefined) reader.stream.end();
      else if (reader.stream.revision + 1 < oldest) reader.expire();
    }
    this.#end();
  }
}

/** One watch that is replayed. */
class Replay {
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
