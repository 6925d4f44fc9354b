import type { Kv, KvError, KvEvent, Watch } from '../storage/kv.ts';
import type { CacheFeed } from '../storage/watch-cache/cache-feed.ts';
import { type CacheEntry, UnreadableError } from '../storage/watch-cache/entry.ts';
import { CacheEvent } from '../storage/watch-cache/event.ts';
import type { ResourceCache } from '../storage/watch-cache/resource-cache.ts';
import { type WatchOptions, WatchStream } from '../storage/watch-cache/watch-stream.ts';
import type { Clock } from '../util/clock.ts';

export interface ReplayOptions extends WatchOptions {
  /** The events that were to come next are compacted: called before the stream ends. */
  onExpired(): void;
}

/**
 * A watch whose first events come from the store, for memory has them no more: until it meets what memory has, and
 * goes on from there. It goes as fast as its client reads: when enough waits to be sent, the store is left alone
 * until that has been taken. What is held meanwhile is one portion of what the store sends.
 */
export class StoreReplay {
  readonly stream: WatchStream;
  readonly #kv: Kv;
  readonly #feed: CacheFeed;
  readonly #clock: Clock;
  readonly #cache: ResourceCache;
  readonly #options: ReplayOptions;
  /** Undefined while the store is left alone. */
  #watch: Watch | undefined;
  /** What the store has sent and the client has not been, from `#next` on. */
  #events: readonly KvEvent[] = [];
  #next = 0;
  /** Everything up to here is in `#events` or has been shown. */
  #received: number;
  #isHandedOver = false;

  /** Shows what came after a revision. */
  constructor(
    { kv, feed, clock }: { kv: Kv; feed: CacheFeed; clock: Clock },
    cache: ResourceCache,
    options: ReplayOptions,
    revision: number,
  ) {
    this.#kv = kv;
    this.#feed = feed;
    this.#clock = clock;
    this.#cache = cache;
    this.#options = options;
    this.#received = revision;
    this.stream = new WatchStream(options, clock.now());
    this.stream.onClosed = () => this.#watch?.close();
    this.#open();
  }

  #open(): void {
    const watch = this.#kv.watch(this.#received + 1, {
      onEvents: (events, revision) => {
        // What a watch says after it was closed is said again by the next one.
        if (watch !== this.#watch) return;
        this.#events = events;
        this.#next = 0;
        this.#received = revision;
        this.#proceed();
      },
      onEnd: (error) => {
        if (watch === this.#watch) this.#end(error);
      },
    });
    this.#watch = watch;
  }

  #proceed(): void {
    while (this.#next < this.#events.length) {
      if (this.stream.closed) return;
      if (this.stream.isFull) return this.#pause();
      const event = this.#events[this.#next++]!;
      if (event.key.startsWith(this.#cache.prefix)) this.#show(event);
    }
    this.#events = [];
    this.#next = 0;
    this.#handOver();
    if (this.stream.closed || this.#isHandedOver) return;
    if (this.#watch === undefined) this.#open();
    // Ahead of the caches. Nothing may happen for a long time after this: it must not be waited for.
    if (this.#received > this.#feed.revision) {
      this.#feed.waitFor(this.#received).then(
        () => this.#handOver(),
        () => {},
      );
    }
  }

  #pause(): void {
    this.#watch?.close();
    this.#watch = undefined;
    this.stream.onceDrained(() => this.#proceed());
  }

  #handOver(): void {
    const isBusy = this.#isHandedOver || this.stream.closed || this.#next < this.#events.length;
    const revision = this.#received;
    if (isBusy || !this.#cache.knows(revision) || revision > this.#feed.revision) return;
    this.#isHandedOver = true;
    this.#watch?.close();
    this.#cache.resume(this.stream, this.#options, revision);
  }

  #show(event: KvEvent): void {
    const { key, revision } = event;
    const isCreation = event.type === 'put' && event.createRevision === revision;
    // What it was before is compacted meanwhile, and with it whether the watcher has to know.
    if (event.previous === undefined && !isCreation) return this.#expire();
    const previous = event.previous === undefined ? undefined : this.#read(key, event.previous, revision);
    const entry = event.type === 'put' ? this.#read(key, event.value, revision) : undefined;
    if (entry === undefined && previous === undefined) return;
    const change = new CacheEvent(revision, entry, previous, this.#clock.now());
    const type = change.typeFor(this.#options.selection);
    if (type !== undefined) this.stream.deliver(change.frame(type, this.#options.encoder));
  }

  #read(key: string, value: Buffer, modRevision: number): CacheEntry | undefined {
    const entry = this.#cache.tryRead({ key, value, modRevision });
    return entry instanceof UnreadableError ? undefined : entry;
  }

  #end(error: KvError): void {
    if (error.code === 'Expired') this.#expire();
    else this.stream.end();
  }

  #expire(): void {
    this.#options.onExpired();
    this.stream.end();
  }
}
