import { type Pacer, TurnQueue } from '../../util/pacer.ts';
import { KvError, type KvEvent } from '../kv.ts';
import {
  type CacheEntry,
  CorruptObjectError,
  type DecodedEntry,
  type EntryReader,
  type StoredItem,
  servedObject,
} from './entry.ts';
import { CacheEvent } from './event.ts';
import { FanOut } from './fan-out.ts';
import { History, type HistoryLimits } from './history.ts';
import { initialEvents } from './initial-events.ts';
import { NewestState } from './newest-state.ts';
import { type CacheTree, type Page, type PageQuery, PageReader } from './pages.ts';
import type { Selection } from './selection.ts';
import { Snapshots } from './snapshots.ts';
import { UnreadableObjects } from './unreadable-objects.ts';
import { type WatchOptions, WatchStream } from './watch-stream.ts';

export interface ResourceCacheOptions {
  resourceName: string;
  /** Key prefix of the resource type, with a '/' at its end. */
  prefix: string;
  reader: EntryReader;
  /** Fields by which an index is kept. */
  indexedFields: readonly string[];
  history: HistoryLimits;
  /** Called with the number of events went out: one a watcher. */
  delivered(events: number, bytes: number): void;
  /** Called for each key (below the prefix) at which the feed finds what cannot be read, and why. */
  unreadable(key: string, reason: string): void;
  /** Called for each key at which the feed finds an object that does not say that it stands there. */
  unplaced?(key: string): void;
  /** Stands in the tree for what cannot be read and was never known; nothing does without it. */
  standIn?(error: CorruptObjectError): CacheEntry;
  /** Shared with the caches of other resource types: their watchers take turns. */
  turns?: TurnQueue;
}

/**
 * Called for a change of one object: undefined before when it is new, after when it is gone. Must not throw. An object
 * that can no longer be read is not gone: there is no call until it can be read again, or is gone.
 */
export type CacheObserver = (before: CacheEntry | undefined, after: CacheEntry | undefined) => void;

/**
 * All objects of one resource type, as the store's watch has shown them: the newest state as a tree that every
 * change replaces, indexes of it, the latest events, and the watchers.
 *
 * The feed keeps it: `load` once, then `apply` for each event in order of revision. Everything else reads.
 *
 * An object that the store holds and nobody can read is neither there nor deleted. Its key is kept in `unreadable`:
 * reads that it may belong to are refused, watches that it may belong to end with an error. The tree goes on showing
 * its last known state, if there is one, to those parts of the server that may use it. The history reaches back no
 * further than the revision at which the last such object was read again, or removed.
 */
export class ResourceCache {
  readonly prefix: string;
  /** For people: `deployments.apps`. */
  readonly resourceName: string;
  readonly fanOut: FanOut;
  readonly #reader: EntryReader;
  readonly #tellUnreadable: ResourceCacheOptions['unreadable'];
  /** Objects that the store holds and that cannot be read. Only this cache changes it. */
  readonly unreadable = new UnreadableObjects();
  readonly #standIn: ResourceCacheOptions['standIn'];
  readonly #state: NewestState;
  readonly #historyLimits: HistoryLimits;
  readonly #observers = new Set<CacheObserver>();
  /** Its events wait for something, such as to be converted: it is behind the feed until this resolves. */
  pending: Promise<void> | undefined;
  /** Lets what failed and waits to be tried again be tried now. */
  isBehind: (() => void) | undefined;
  /** The store holds another history than the one that this cache shows. */
  #isOutdated = false;
  #history: History;
  #received = 0;
  #dispatched = 0;
  #loads = 0;
  readonly #pages = new PageReader((tree, selection) => this.#state.candidates(tree, selection));
  readonly #snapshots = new Snapshots();

  constructor({
    resourceName,
    prefix,
    reader,
    indexedFields,
    history,
    delivered,
    unreadable,
    unplaced,
    standIn,
    turns = new TurnQueue(),
  }: ResourceCacheOptions) {
    this.#tellUnreadable = unreadable;
    this.#standIn = standIn;
    this.resourceName = resourceName;
    this.prefix = prefix;
    this.#reader = reader;
    this.#state = new NewestState(indexedFields, unplaced);
    this.#historyLimits = history;
    this.#history = new History(history, 0, () => this.bytes);
    this.fanOut = new FanOut({ history: () => this.#history, turns, delivered });
  }

  /** The newest state. */
  get tree(): CacheTree {
    return this.#state.tree;
  }

  /** Bytes of all objects in the newest state. */
  get bytes(): number {
    return this.#state.bytes;
  }

  /** Events of the store that it received. */
  get received(): number {
    return this.#received;
  }

  /** Events that it gave to its watches. */
  get dispatched(): number {
    return this.#dispatched;
  }

  /** Times that it was loaded. */
  get loads(): number {
    return this.#loads;
  }

  /** Number of objects that lack their own name or namespace. */
  get unplaced(): number {
    return this.#state.unplaced;
  }

  get history(): History {
    return this.#history;
  }

  /** See EntryReader. */
  rememberWrite(key: string, examined: DecodedEntry): void {
    this.#reader.expect(key, examined);
  }

  forgetWrite(key: string, examined: DecodedEntry): void {
    this.#reader.expectNoMore(key, examined);
  }

  /** Whether it does not show everything that the feed has shown. */
  get lags(): boolean {
    return this.pending !== undefined || this.isBehind !== undefined;
  }

  /** Resolves when it shows what the feed has shown; rejects with the reason why it cannot. */
  async caughtUp(): Promise<void> {
    this.isBehind?.();
    while (this.pending !== undefined) await this.pending;
  }

  /** Whether these bytes are those of a write that was announced. */
  isExpected(key: string, bytes: Buffer): boolean {
    return this.#reader.isExpected(key.slice(this.prefix.length), bytes);
  }

  /**
   * Makes the cache entry of a stored item. See EntryReader. Throws KvError for one that cannot be decrypted for now.
   */
  tryRead(item: StoredItem, decoded?: DecodedEntry): CacheEntry | CorruptObjectError {
    try {
      return this.#reader.read(item, decoded);
    } catch (error) {
      if (error instanceof CorruptObjectError) return error;
      throw error;
    }
  }

  /** Whether what cannot be read now was never known here, of those that a selection may be about. */
  unknownIn(selection: Selection): CorruptObjectError | undefined {
    return this.unreadable.within(selection).find(({ key }) => this.tree.get(key) === undefined);
  }

  /** Watches end, and nobody is to rely on what it shows, until it is loaded: the store holds another history now. */
  outdate(): void {
    this.fanOut.flush();
    for (const stream of [...this.fanOut.streams()]) stream.expire();
    this.#isOutdated = true;
    this.isBehind = () => {
      throw new KvError('Unavailable', `${this.resourceName} is loaded anew`);
    };
  }

  /** Replaces everything by the state of a revision, in key order. Watches end: they may have missed something. */
  load(state: readonly (CacheEntry | CorruptObjectError)[], revision: number): void {
    for (const stream of [...this.fanOut.streams()]) stream.end();
    this.isBehind = undefined;
    this.unreadable.clear();
    this.#reader.forgetExpected();
    const before = this.tree;
    const entries = state.flatMap((read) => {
      if (!(read instanceof CorruptObjectError)) return read;
      this.#refuse(read);
      const known = this.#isOutdated ? undefined : before.get(read.key);
      return known ?? this.#standIn?.(read) ?? [];
    });
    this.#state.load(entries);
    this.#restartHistory(revision);
    this.#loads++;
    this.#isOutdated = false;
    this.#tellDifferences(before);
  }

  #restartHistory(revision: number): void {
    this.#history = new History(this.#historyLimits, revision, () => this.bytes);
    this.#snapshots.clear();
  }

  /** Calls the observer for each change from now on, before watchers receive it. Returns a function that stops it. */
  observe(observer: CacheObserver): () => void {
    this.#observers.add(observer);
    return () => void this.#observers.delete(observer);
  }

  #tellDifferences(before: CacheTree): void {
    if (this.#observers.size === 0) return;
    for (const entry of before.values())
      if (this.tree.get(entry.key) === undefined) this.#tell(entry, undefined);
    for (const entry of this.tree.values()) {
      const old = before.get(entry.key);
      // The same revision of another history is another object.
      if (old?.revision !== entry.revision || !old.json.equals(entry.json)) this.#tell(old, entry);
    }
  }

  #tell(before: CacheEntry | undefined, after: CacheEntry | undefined): void {
    for (const observer of this.#observers) observer(before, after);
  }

  apply(event: KvEvent, now: number): void {
    this.#received++;
    const key = event.key.slice(this.prefix.length);
    const isPut = event.type === 'put';
    const written = isPut ? this.#reader.takeExpected(key, event.value) : undefined;
    const entry = isPut ? this.tryRead({ ...event, modRevision: event.revision }, written) : undefined;
    if (entry instanceof CorruptObjectError) return this.#lose(entry);
    const previous = this.tree.get(key);
    const wasUnreadable = this.unreadable.delete(key);
    if (wasUnreadable) this.#restartHistory(event.revision);
    if (entry === undefined && previous === undefined) return;
    this.#state.replace(key, previous, entry);
    this.#tell(previous, entry);
    // Those who watch it begin anew: their watches ended when it could not be read.
    if (wasUnreadable) return;
    const object = written && servedObject(written, event.revision);
    const change = new CacheEvent(event.revision, entry, previous, now, object);
    this.#history.push(change, this.tree);
    this.#dispatched++;
    this.fanOut.dispatch(change);
  }

  #lose(error: CorruptObjectError): void {
    // Its key was written, and cannot be read, at two revisions: only the newer one is remembered.
    if (this.unreadable.at(error.key) !== undefined) this.#restartHistory(error.revision);
    this.#refuse(error);
    const standIn = this.tree.get(error.key) === undefined ? this.#standIn?.(error) : undefined;
    if (standIn !== undefined) {
      this.#state.showStandIn(standIn);
      this.#tell(undefined, standIn);
    }
    this.fanOut.fail(error);
  }

  #refuse(error: CorruptObjectError): void {
    this.unreadable.add(error);
    this.#tellUnreadable(error.key, error.message);
  }

  /** The object that it shows, if that is the state that the store has at this revision. */
  entryAt(key: string, revision: number): CacheEntry | undefined {
    const entry = this.tree.get(key);
    return entry?.revision === revision && !this.lags ? entry : undefined;
  }

  /** The newest state of one object; the last one that could be read where what is stored now cannot be. */
  lastKnown(key: string): CacheEntry | undefined {
    return this.tree.get(key);
  }

  /** The newest state of one object; undefined where it cannot be read, too. */
  get(key: string): CacheEntry | undefined {
    return this.unreadable.at(key) === undefined ? this.tree.get(key) : undefined;
  }

  /** Whether the state at a revision can be reconstructed from memory. */
  knows(revision: number): boolean {
    return revision >= this.#history.start;
  }

  /** The state right after a revision; throws Expired when it is not in memory. */
  stateAt(revision: number): CacheTree {
    if (!this.knows(revision)) throw new KvError('Expired', `revision ${revision} is no longer in memory`);
    return this.#snapshots.at(revision, () => this.#history.stateAt(revision, this.tree));
  }

  /** See PageReader. */
  page(tree: CacheTree, revision: number, query: PageQuery): Page {
    return this.#pages.page(tree, revision, query);
  }

  /** See PageReader. */
  pageInSlices(tree: CacheTree, revision: number, query: PageQuery, pacer?: Pacer): Promise<Page> {
    return this.#pages.pageInSlices(tree, revision, query, pacer);
  }

  /**
   * Starts a watch. `from` is the revision after which events are wanted; undefined asks for the newest state
   * first, as ADDED events, ended by a bookmark when `initialEventsEnd`. The history must reach back to `from`.
   */
  watch(
    options: WatchOptions,
    now: number,
    from: number | undefined,
    newest: number,
    initialEventsEnd = false,
  ): WatchStream {
    const stream = new WatchStream(options, now);
    if (this.#isRefused(stream)) return stream;
    if (from !== undefined) this.fanOut.join(stream, from);
    else
      this.fanOut.join(stream, newest, this.#initialEvents(options, initialEventsEnd ? newest : undefined));
    return stream;
  }

  /** Goes on with a stream that has got everything up to a revision from elsewhere. */
  resume(stream: WatchStream, revision: number): void {
    if (!stream.closed && !this.#isRefused(stream)) this.fanOut.join(stream, revision);
  }

  #isRefused(stream: WatchStream): boolean {
    const [error] = this.unreadable.within(stream.selection);
    if (error !== undefined) stream.fail(error);
    return error !== undefined;
  }

  #initialEvents(options: WatchOptions, bookmark: number | undefined): Generator<Buffer> {
    const { from, to } = options.selection.range;
    return initialEvents(this.#pages.candidates(this.tree, options.selection, from, to), options, bookmark);
  }
}
