import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../util/clock.ts';
import type { StorageKeys } from '../keys.ts';
import { type KeyValue, type Kv, KvError, type KvEvent, type Watch } from '../kv.ts';
import { type ConvertStored, type JoinedFeed, LateJoiningCache } from './late-joining-cache.ts';
import type { ResourceCache } from './resource-cache.ts';
import { RevisionCheck } from './revision-check.ts';
import { RevisionWaiters } from './revision-waiters.ts';
import type { StoreListObserver } from './store-list.ts';
import { loadState, type StartDecoder } from './store-loader.ts';

const tickInterval = 1_000;
/**
 * Bytes that may wait to be sent to all watchers together. When it is more, a watcher gets nothing as long as anything
 * waits to be sent to it.
 */
const maxBacklog = 64 * 1024 * 1024;

export interface FeedOptions {
  kv: Kv;
  keys: StorageKeys;
  clock: Clock;
  /** Milliseconds that a read waits for a revision that has not been shown. */
  waitTimeout: number;
  /** Starts what helps to decode a large store. */
  startDecoder?: StartDecoder;
  /** Hears of the lists that caches are loaded with. */
  onListed?: StoreListObserver;
  /** Receives errors from which the feed recovers by itself. */
  report(message: string): void;
}

/**
 * Feeds all caches from one watch over the whole store, in order of revision: when the watch has shown a
 * revision, every cache is at it. Keys of no cache count for the revision only.
 */
export class CacheFeed {
  readonly #options: FeedOptions;
  readonly #caches = new Map<string, ResourceCache>();
  /** Caches that joined while the feed ran, by prefix: several may show the same objects. */
  readonly #joined = new Map<string, Set<LateJoiningCache>>();
  readonly #check: RevisionCheck;
  #revision = 0;
  #ready = false;
  /** Whether watchers were told that much waits to be sent to all of them together. */
  #isCrowded = false;
  #watch: Watch | undefined;
  #ticker: NodeJS.Timeout | undefined;
  #closed = false;
  #reloading: Promise<void> | undefined;
  readonly #waiters: RevisionWaiters;
  /** Number of replacements of the store when everything was loaded. */
  #replacements = 0;
  /** Number of times that everything had to be loaded anew. */
  reloads = 0;
  /**
   * The oldest revision whose state can still be listed, as far as compactions of the store are known. Memory may reach
   * back further, but a list that this server goes on with and another one cannot would depend on who is asked.
   */
  oldestListed = 0;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#waiters = new RevisionWaiters(options.waitTimeout);
    this.#check = new RevisionCheck(() => options.kv.currentRevision());
  }

  /** Before `start`. */
  add(cache: ResourceCache): void {
    this.#caches.set(cache.prefix, cache);
  }

  /** Loads a cache and lets it follow, beside other caches of the same prefix. Rejects when it cannot be loaded. */
  async join(cache: ResourceCache, convert?: ConvertStored): Promise<void> {
    const joined = this.#addJoined(new LateJoiningCache(cache, this.#joinedFeed(), { convert }));
    await joined.load().catch((error) => {
      this.leave(cache);
      throw error;
    });
  }

  #joinedFeed(): JoinedFeed {
    const { kv, clock } = this.#options;
    return { kv, now: () => clock.now(), waitFor: (revision) => this.waitFor(revision) };
  }

  #addJoined(joined: LateJoiningCache): LateJoiningCache {
    const { prefix } = joined.cache;
    const ofPrefix = this.#joined.get(prefix) ?? new Set();
    this.#joined.set(prefix, ofPrefix.add(joined));
    return joined;
  }

  /** The cache follows by itself from now on, as its objects need time to be decrypted: it may be behind the others. */
  #setApart(cache: ResourceCache, isLoaded: boolean): LateJoiningCache {
    this.#caches.delete(cache.prefix);
    return this.#addJoined(new LateJoiningCache(cache, this.#joinedFeed(), { isLoaded }));
  }

  /** The cache follows no longer; its watches end. */
  leave(cache: ResourceCache): void {
    const ofPrefix = this.#joined.get(cache.prefix);
    for (const joined of ofPrefix ?? []) {
      if (joined.cache !== cache) continue;
      joined.leave();
      ofPrefix!.delete(joined);
    }
    if (ofPrefix?.size === 0) this.#joined.delete(cache.prefix);
  }

  *#allJoined(): Generator<LateJoiningCache> {
    for (const ofPrefix of this.#joined.values()) yield* ofPrefix;
  }

  /** Ends watches after what is to be delivered, at most so many. Returns how many are left. */
  endWatches(atMost: number): number {
    let rest = atMost;
    let left = 0;
    for (const { fanOut } of this.caches) {
      fanOut.flush();
      for (const stream of [...fanOut.streams()]) {
        if (rest-- > 0) stream.retire(this.#revision);
        else left++;
      }
    }
    return left;
  }

  /** Caches that show what the feed has shown. */
  get caches(): ResourceCache[] {
    const joined = [...this.#allJoined()].filter(({ isCurrent }) => isCurrent);
    return [...this.#caches.values(), ...joined.map(({ cache }) => cache)];
  }

  /** The revision that every cache is at. */
  get revision(): number {
    return this.#revision;
  }

  /** Whether the caches hold what the store held at `revision`, and follow it. */
  get ready(): boolean {
    return this.#ready;
  }

  /**
   * Whether the caches are behind for longer than a read waits: the store has had a newer state for that long. To wait
   * once more would be in vain.
   */
  get isBehind(): boolean {
    return !this.#ready || this.#revision < this.#waiters.missed;
  }

  /** The item that the store has at a key, by quorum. */
  async stored(key: string): Promise<KeyValue | undefined> {
    return (await this.#options.kv.get(key)).item;
  }

  /** Whether the caches show another history than the store has: nothing is to be decided by them. */
  get isOutdated(): boolean {
    return this.#replacements !== this.#options.kv.replacements;
  }

  /** Loads everything and begins to follow. Rejects when the store cannot be read. */
  async start(): Promise<void> {
    await this.#load();
    this.#ticker = setInterval(() => this.#tick(), tickInterval);
  }

  [Symbol.dispose](): void {
    this.#closed = true;
    clearInterval(this.#ticker);
    this.#watch?.[Symbol.dispose]();
  }

  /** Resolves when the caches are at least as new as every write that was acknowledged before the call. */
  async waitUntilFresh(): Promise<void> {
    const { kv } = this.#options;
    const { replacements } = kv;
    const newest = await this.#check.newest();
    // The answer may be that of the store that was there before: what is loaded now is newer than the call.
    const wanted = kv.replacements === replacements ? newest : 0;
    if (this.#revision < wanted || !this.#ready) await this.#waitFor(wanted, true);
  }

  /**
   * Resolves when the caches are at a revision; rejects with FutureRevision when that takes too long, and with Expired when
   * the store is replaced meanwhile.
   */
  async waitFor(revision: number): Promise<void> {
    if (this.#ready && this.#revision >= revision) return;
    await this.#waitFor(revision, false);
  }

  async #waitFor(revision: number, isNewest: boolean): Promise<void> {
    const outcome = await this.#waiters.wait(revision, isNewest);
    if (outcome === 'shown') return;
    if (outcome === 'lost')
      throw new KvError('Expired', `revision ${revision} was of the store that was there before`);
    throw new KvError(
      this.#ready ? 'FutureRevision' : 'Unavailable',
      `revision ${revision} has not been shown, the newest is ${this.#revision}`,
      { awaitedRevision: revision },
    );
  }

  /**
   * Drops caches that do not show what the store held: watches end, and their clients list anew; nothing is read from
   * the caches until they are loaded.
   */
  discard(reason: string): Promise<void> {
    this.#outdateAll();
    this.#waiters.loseHistory();
    return this.reload(reason);
  }

  /** Reloads all caches; their watches end. */
  reload(reason: string): Promise<void> {
    this.#reloading ??= this.#reload(reason).finally(() => {
      this.#reloading = undefined;
    });
    return this.#reloading;
  }

  async #reload(reason: string): Promise<void> {
    this.#options.report(`the caches are loaded anew: ${reason}`);
    this.#ready = false;
    this.#watch?.[Symbol.dispose]();
    for (let wait = 100; !this.#closed; wait = Math.min(wait * 2, 5_000)) {
      try {
        this.reloads++;
        this.oldestListed = 0;
        return await this.#load();
      } catch (error) {
        this.#options.report(`the caches cannot be loaded: ${(error as Error).message}`);
        await sleep(wait);
      }
    }
  }

  #outdateAll(): void {
    for (const cache of this.#caches.values()) cache.outdate();
    for (const { cache } of this.#allJoined()) cache.outdate();
  }

  async #load(): Promise<void> {
    const { kv, keys, startDecoder, onListed } = this.#options;
    const { replacements } = kv;
    const revision = await kv.currentRevision();
    const cacheOf = (key: string): ResourceCache | undefined => this.#caches.get(this.#prefixOf(key));
    const { states, failures } = await loadState(
      { kv, prefix: keys.prefix, cacheOf, startDecoder },
      revision,
    );
    if (kv.replacements !== replacements) throw new KvError('Replaced', 'the store was replaced again');
    // A watch may have begun since that was noticed.
    if (this.#replacements !== replacements) this.#outdateAll();
    this.#replacements = replacements;
    for (const cache of this.#caches.values()) {
      if (failures.has(cache)) continue;
      const state = states.get(cache) ?? [];
      cache.load(state, revision);
      const { length } = state;
      onListed?.(cache.resourceName, { fetched: length, evaluated: length, returned: cache.tree.size });
    }
    for (const [cache, error] of failures) this.#setApart(cache, false).failWith(error);
    if (this.#closed) return;
    const handler = {
      onEvents: (events: readonly KvEvent[], last: number) => this.#onEvents(events, last),
      onEnd: (error: KvError) => {
        if (error.code === 'Replaced') void this.discard(error.message);
        else void this.reload(error.message);
      },
    };
    // The caches know what was there before, and those whose values need time to be decrypted can wait by themselves.
    this.#watch = kv.watch(revision + 1, handler, { previous: false, defers: true });
    this.#ready = true;
    this.#advance(revision);
    for (const joined of this.#allJoined()) this.#loadAgain(joined);
  }

  #loadAgain(joined: LateJoiningCache, reported = ''): void {
    joined.reload().catch((error: Error) => {
      const problem = `${joined.cache.resourceName} cannot be loaded: ${error.message}`;
      if (problem !== reported) this.#options.report(problem);
      if (!this.#closed) setTimeout(() => this.#loadAgain(joined, problem), tickInterval).unref();
    });
  }

  #onEvents(events: readonly KvEvent[], revision: number): void {
    const now = this.#options.clock.now();
    for (const event of events) {
      const prefix = this.#prefixOf(event.key);
      const cache = this.#caches.get(prefix);
      if (cache !== undefined && event.type === 'put' && event.pending !== undefined)
        this.#setApart(cache, true);
      else cache?.apply(event, now);
      if (this.#joined.size > 0) for (const joined of this.#joined.get(prefix) ?? []) joined.apply(event);
    }
    this.#advance(revision);
  }

  #advance(revision: number): void {
    this.#revision = revision;
    this.#waiters.advance(revision);
  }

  /** The resource type of a key, `deployments.apps`; undefined for keys of no cache. */
  resourceNameOf(key: string): string | undefined {
    return this.#caches.get(this.#prefixOf(key))?.resourceName;
  }

  /**
   * The prefix of the cache that a key belongs to, `/registry/pods/` or `/registry/services/specs/`; "" for keys of no
   * cache. No prefix of one segment is the beginning of one of two, so the order of the questions does not matter.
   */
  #prefixOf(key: string): string {
    const { prefix } = this.#options.keys;
    if (!key.startsWith(prefix)) return '';
    const first = key.indexOf('/', prefix.length);
    if (first === -1) return '';
    const short = key.slice(0, first + 1);
    if (this.#caches.has(short) || this.#joined.has(short)) return short;
    const second = key.indexOf('/', first + 1);
    return second === -1 ? '' : key.slice(0, second + 1);
  }

  #tick(): void {
    const now = this.#options.clock.now();
    let backlog = 0;
    for (const cache of this.caches) {
      cache.history.trim(now);
      backlog += cache.fanOut.tick(now, this.#revision);
    }
    this.#tellWhetherCrowded(backlog > maxBacklog);
  }

  /** Watchers that came since the last time are told as well. */
  #tellWhetherCrowded(isCrowded: boolean): void {
    if (!isCrowded && !this.#isCrowded) return;
    this.#isCrowded = isCrowded;
    for (const cache of this.caches)
      for (const stream of cache.fanOut.streams()) stream.isCrowded = isCrowded;
  }
}
