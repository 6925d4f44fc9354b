import { expired, resourceVersionTooLarge, type StatusError } from '../../api/meta/status.ts';
import { type Kv, KvError } from '../../storage/kv.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import type { WatchOptions, WatchStream } from '../../storage/watch-cache/watch-stream.ts';
import type { Clock } from '../../util/clock.ts';
import { refuseUnreadable, unreadableList } from '../conversion/corrupt-object.ts';
import type { StoredResource } from '../resource.ts';
import { revisionNotShown, storageError } from '../storage-errors.ts';
import { waitForRevision } from './fresh-cache.ts';
import type { ListRequest } from './reader.ts';
import { parseResourceVersion } from './resource-version.ts';
import { StoreReplays } from './store-replay.ts';

export interface WatchRequest extends Pick<ListRequest, 'resourceVersion' | 'selection'> {
  /** True: the state first, ended by a bookmark if there are any. Undefined: the state first unless a version is given. */
  sendInitialEvents: boolean | undefined;
}

export interface StartOptions extends Omit<WatchOptions, 'onUnreadable'> {
  /** Something that may belong to the selection can no longer be read: called before the stream ends. */
  onFailed(error: StatusError): void;
}

/** Begins the stream; what it is about has been checked. */
export type StartWatch = (options: StartOptions) => { stream: WatchStream };

type Start = (options: WatchOptions) => { stream: WatchStream };

/**
 * Starts watches as the resource version rules want them: from the newest state, from any, or after an exact
 * version: from the history in memory, and what is older from the store.
 */
export class Watcher {
  readonly #kv: Kv;
  readonly #feed: CacheFeed;
  readonly #clock: Clock;
  readonly #replays: StoreReplays;
  readonly #detailsReadErrors: boolean;

  /** `detailsReadErrors`: see unreadableList. */
  constructor(kv: Kv, feed: CacheFeed, clock: Clock, detailsReadErrors = false) {
    this.#kv = kv;
    this.#feed = feed;
    this.#clock = clock;
    this.#detailsReadErrors = detailsReadErrors;
    this.#replays = new StoreReplays({ kv, feed, clock });
  }

  /**
   * Waits for what the watch has to begin with. Throws Expired when it is gone, InternalError while something cannot be
   * read that may belong to it.
   */
  async prepare(resource: StoredResource, request: WatchRequest): Promise<StartWatch> {
    const start = await this.#prepare(resource, request);
    refuseUnreadable(resource, request.selection, this.#detailsReadErrors);
    return (options) => {
      const onUnreadable: WatchOptions['onUnreadable'] = (error) =>
        options.onFailed(unreadableList(resource, [error], this.#detailsReadErrors));
      return start({ ...options, onUnreadable });
    };
  }

  async #prepare(resource: StoredResource, request: WatchRequest): Promise<Start> {
    const wanted =
      request.resourceVersion === '' ? undefined : parseResourceVersion(request.resourceVersion, 'cache');
    const stateFirst = request.sendInitialEvents ?? (wanted === undefined || wanted === 0);
    if (stateFirst) {
      await waitForRevision({ feed: this.#feed, resource, wanted }, 'watch');
      return (options) =>
        this.#fromState(resource, options, options.bookmarks && request.sendInitialEvents === true);
    }
    if (wanted === undefined || wanted === 0) {
      await waitForRevision({ feed: this.#feed, resource, wanted }, 'watch');
      return (options) => this.#fromHistory(resource, options, this.#feed.revision);
    }
    if (wanted > this.#feed.revision && !(await this.#isReached(resource, wanted)))
      return (options) => this.#fromStore(resource, options, wanted);
    if (resource.cache.knows(wanted)) return (options) => this.#fromHistory(resource, options, wanted);
    // Older events would have to be converted one by one.
    if (resource.converter?.isRemote)
      throw expired(`too old resource version: ${wanted} (${resource.cache.history.start})`);
    await this.#checkNotCompacted(resource, wanted);
    return (options) => this.#fromStore(resource, options, wanted);
  }

  #fromState(resource: StoredResource, options: WatchOptions, endMark: boolean): { stream: WatchStream } {
    const now = this.#clock.now();
    return { stream: resource.cache.watch(options, now, undefined, this.#feed.revision, endMark) };
  }

  #fromHistory(resource: StoredResource, options: WatchOptions, from: number): { stream: WatchStream } {
    // A little time has passed since the check.
    if (!resource.cache.knows(from) && !resource.converter?.isRemote)
      return this.#fromStore(resource, options, from);
    return { stream: resource.cache.watch(options, this.#clock.now(), from, this.#feed.revision) };
  }

  #fromStore({ cache }: StoredResource, options: WatchOptions, from: number): { stream: WatchStream } {
    return { stream: this.#replays.start(cache, options, from) };
  }

  async #checkNotCompacted(resource: StoredResource, wanted: number): Promise<void> {
    try {
      // Of a key that never is: a range would count what there is.
      await this.#kv.get(resource.cache.prefix, { revision: wanted + 1 });
    } catch (error) {
      if (!(error instanceof KvError) || error.code !== 'Expired')
        throw storageError(error, resource.type, 'watch');
      const oldest = error.oldestRevision ?? resource.cache.history.start;
      throw expired(`too old resource version: ${wanted} (${oldest})`);
    }
  }

  /**
   * Waits for a version that the caches do not show yet. False where they are only behind the store: then the watch can
   * begin, and wait for what comes after it. A version that the store has not either is refused.
   */
  async #isReached(resource: StoredResource, wanted: number): Promise<boolean> {
    try {
      await this.#feed.waitFor(wanted);
      if (resource.cache.lags) await resource.cache.caughtUp();
      return true;
    } catch (error) {
      if (revisionNotShown(error) === undefined) throw storageError(error, resource.type, 'watch');
    }
    const newest = await this.#kv.currentRevision().catch((error: unknown) => {
      throw storageError(error, resource.type, 'watch');
    });
    if (newest >= wanted) return false;
    throw resourceVersionTooLarge(wanted, this.#feed.revision, 1);
  }
}
