import { expired, timeout } from '../api/machinery/status.ts';
import { type Kv, KvError, type KvEvent } from '../storage/kv.ts';
import type { CacheFeed } from '../storage/watch-cache/cache-feed.ts';
import { type CacheEntry, UnreadableError } from '../storage/watch-cache/entry.ts';
import { CacheEvent } from '../storage/watch-cache/event.ts';
import { type WatchOptions, WatchStream } from '../storage/watch-cache/watch-stream.ts';
import type { Clock } from '../util/clock.ts';
import type { ListRequest } from './reader.ts';
import type { StoredResource } from './resource.ts';
import { parseResourceVersion } from './resource-version.ts';
import { notShown, storageError } from './storage-errors.ts';

export interface WatchRequest extends Pick<ListRequest, 'resourceVersion'> {
  /** True: the state first, ended by a bookmark. Undefined: the state first unless a version is given. */
  sendInitialEvents: boolean | undefined;
}

export interface StartOptions extends WatchOptions {
  /** The events that were to come next are compacted: called before the stream ends. */
  onExpired(): void;
}

/** Begins the stream; what it is about has been checked. */
export type StartWatch = (options: StartOptions) => { stream: WatchStream };

/**
 * Starts watches as the resource version rules want them: from the newest state, from any, or after an exact
 * version: from the history in memory, and what is older from the store.
 */
export class Watcher {
  readonly #kv: Kv;
  readonly #feed: CacheFeed;
  readonly #clock: Clock;

  constructor(kv: Kv, feed: CacheFeed, clock: Clock) {
    this.#kv = kv;
    this.#feed = feed;
    this.#clock = clock;
  }

  /** Waits for what the watch has to begin with. Throws Expired when it is gone. */
  async prepare(resource: StoredResource, request: WatchRequest): Promise<StartWatch> {
    const wanted =
      request.resourceVersion === '' ? undefined : parseResourceVersion(request.resourceVersion, 'cache');
    const stateFirst = request.sendInitialEvents ?? (wanted === undefined || wanted === 0);
    if (stateFirst) {
      await this.#reach(resource, wanted);
      return (options) => this.#fromState(resource, options, request.sendInitialEvents === true);
    }
    if (wanted === undefined || wanted === 0) {
      await this.#reach(resource, wanted);
      return (options) => this.#fromHistory(resource, options, this.#feed.revision);
    }
    if (wanted > this.#feed.revision) await this.#reachEventually(resource, wanted);
    if (resource.cache.knows(wanted)) return (options) => this.#fromHistory(resource, options, wanted);
    await this.#checkNotCompacted(resource, wanted);
    return (options) => this.#fromStore(resource, options, wanted);
  }

  #fromState(resource: StoredResource, options: StartOptions, endMark: boolean): { stream: WatchStream } {
    const now = this.#clock.now();
    return { stream: resource.cache.watch(options, now, undefined, this.#feed.revision, endMark) };
  }

  #fromHistory(resource: StoredResource, options: StartOptions, from: number): { stream: WatchStream } {
    // A little time has passed since the check.
    if (!resource.cache.knows(from)) return this.#fromStore(resource, options, from);
    return { stream: resource.cache.watch(options, this.#clock.now(), from, this.#feed.revision) };
  }

  /**
   * Replays from the store what memory no longer has, until it meets what memory has, and goes on from there.
   * A client that reads slowly slows nothing but itself: its backlog is bounded like that of every watch.
   */
  #fromStore(resource: StoredResource, options: StartOptions, from: number): { stream: WatchStream } {
    const { cache } = resource;
    const stream = new WatchStream(options, this.#clock.now());
    let shown = from;
    let isHandedOver = false;
    const handOver = (): void => {
      if (isHandedOver || stream.closed || !cache.knows(shown) || shown > this.#feed.revision) return;
      isHandedOver = true;
      watch.close();
      cache.resume(stream, options, shown);
    };
    const watch = this.#kv.watch(from + 1, {
      onEvents: (events, revision) => {
        for (const event of events)
          if (event.key.startsWith(cache.prefix)) this.#replay(resource, options, stream, event);
        shown = revision;
        handOver();
        // Ahead of the caches. Nothing may happen for a long time after this: it must not be waited for.
        if (shown > this.#feed.revision) this.#feed.waitFor(shown).then(handOver, () => {});
      },
      onEnd: (error) => {
        if (error.code === 'Expired') options.onExpired();
        stream.end();
      },
    });
    stream.onClosed = () => watch.close();
    return { stream };
  }

  #replay({ cache }: StoredResource, options: StartOptions, stream: WatchStream, event: KvEvent): void {
    if (stream.closed) return;
    const { key, revision } = event;
    const isCreation = event.type === 'put' && event.createRevision === revision;
    // What it was before is compacted meanwhile, and with it whether the watcher has to know.
    if (event.previous === undefined && !isCreation) {
      options.onExpired();
      return stream.end();
    }
    const read = (value: Buffer): CacheEntry | undefined => {
      const entry = cache.tryRead({ key, value, modRevision: revision });
      return entry instanceof UnreadableError ? undefined : entry;
    };
    const previous = event.previous === undefined ? undefined : read(event.previous);
    const entry = event.type === 'put' ? read(event.value) : undefined;
    if (entry === undefined && previous === undefined) return;
    const change = new CacheEvent(revision, entry, previous, this.#clock.now());
    const type = change.typeFor(options.selection);
    if (type !== undefined) stream.deliver(change.frame(type, options.encoder));
  }

  async #checkNotCompacted(resource: StoredResource, wanted: number): Promise<void> {
    try {
      await this.#kv.range(`${resource.cache.prefix}`, { revision: wanted + 1, limit: 1 });
    } catch (error) {
      if (!(error instanceof KvError) || error.code !== 'Expired')
        throw storageError(error, resource.type, 'watch');
      const oldest = error.oldestRevision ?? resource.cache.history.start;
      throw expired(`too old resource version: ${wanted} (${oldest})`);
    }
  }

  async #reach(resource: StoredResource, wanted: number | undefined): Promise<void> {
    if (wanted === 0 && this.#feed.ready) return;
    try {
      if (wanted === undefined) await this.#feed.catchUp();
      else await this.#feed.waitFor(wanted);
    } catch (error) {
      throw storageError(notShown(error, wanted ?? 0, this.#feed.revision), resource.type, 'watch');
    }
  }

  /** A version that has not happened yet: the watch waits, in the hope that it will. */
  async #reachEventually(resource: StoredResource, wanted: number): Promise<void> {
    try {
      await this.#feed.waitFor(wanted);
    } catch (error) {
      if (error instanceof KvError && error.code === 'FutureRevision') {
        throw timeout(`Too large resource version: ${wanted}, current: ${this.#feed.revision}`, {
          causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
          retryAfterSeconds: 1,
        });
      }
      throw storageError(error, resource.type, 'watch');
    }
  }
}
