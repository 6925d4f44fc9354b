/**
 * The operations that the API server needs of a key-value store, and no more. Two drivers implement it (`kv/etcd`,
 * `kv/embedded`) and both pass the one suite in `test/contract/kv-contract.ts`.
 *
 * The model is one ordered history: every successful write has a revision, a positive integer that is larger
 * than that of every earlier write. Reading at a revision gives the state right after that write.
 *
 * Worked example, starting from an empty store at revision 1:
 *
 *     create('/a', 'x')                 -> revision 2      store: /a = x (created 2, modified 2)
 *     update('/a', 'y', 2)              -> revision 3      store: /a = y (created 2, modified 3)
 *     update('/a', 'z', 2)              -> not done, current is y at 3
 *     get('/a', { revision: 2 })        -> x
 *     delete('/a', 3)                   -> revision 4      store: empty
 *     watch from 3                      -> put y at 3 (previous x), delete at 4 (previous y)
 *
 * Keys are bytes, each as one character (Latin-1), 0 and 1 not among them; ranges are in byte order. Values are
 * bytes. A key never ends with '/', and the prefixes handed to `range`, `count` and `watch` always do.
 *
 * Errors: every method may reject with a KvError; nothing else leaves a driver.
 */

export interface KeyValue {
  key: string;
  value: Buffer;
  /** Revision of the write that created the key (this time). */
  createRevision: number;
  /** Revision of the last write. */
  modRevision: number;
  /** In place of the value, which is then empty: why it cannot be decrypted. */
  unreadable?: Unreadable;
  /** Encryption of the value; undefined where nothing ever is. */
  encryption?: EncryptionState;
}

/** Reason why a value cannot be decrypted. */
export interface Unreadable {
  reason: string;
  /** Nothing is known to be wrong with the value: what is needed to decrypt it does not answer. */
  mayPass: boolean;
}

/** Encryption of a value: its provider and key. Shared by all values of a resource type that are so. */
export interface EncryptionState {
  /** A write would encrypt it in this way now; if not, a write that changes nothing else changes the store. */
  readonly isCurrent: boolean;
}

export interface RangeOptions {
  /** At most so many, in key order. No limit when absent. */
  limit?: number;
  /** Start at this key (inclusive, may end in NUL: after that key) instead of the first. Within the prefix. */
  startKey?: string;
  /** Read the state as it was right after this revision. The newest, linearizably, when absent. */
  revision?: number;
  /** Leave the values out: they come as empty. */
  keysOnly?: boolean;
}

export interface RangeResult {
  items: KeyValue[];
  /** Whether keys of the prefix follow after the last item. */
  more: boolean;
  /** Keys of the prefix from the start key on, items and those that the limit cut off. */
  count: number;
  /** The revision that was read: the one asked for, or the store's newest. */
  revision: number;
}

/** Outcome of a conditional write. Not done means: certainly nothing was written. */
export type WriteResult =
  | { done: true; revision: number }
  /** `current` is what stands there instead, undefined when there is no such key. */
  | { done: false; current: KeyValue | undefined; revision: number };

export interface WriteOptions {
  /** The key goes when this lease ends. An update without it detaches the key from its lease. */
  lease?: LeaseId;
  /**
   * It makes room, or leads to it: taken also when the store is full, as deletions are, as long as that can be done.
   */
  essential?: boolean;
}

/** Opaque to everyone but the driver. */
export type LeaseId = string;

export type KvEvent =
  | {
      type: 'put';
      key: string;
      value: Buffer;
      createRevision: number;
      revision: number;
      previous: Buffer | undefined;
      /** In place of `previous`. */
      previousUnreadable?: Unreadable;
      /** See KeyValue. */
      unreadable?: Unreadable;
      encryption?: EncryptionState;
      /** Decrypts the value, which is empty until then, by a call of another process; each call is a new try. */
      pending?: () => Promise<KvEvent>;
    }
  /** `previous` is the value that was deleted. */
  | {
      type: 'delete';
      key: string;
      revision: number;
      previous: Buffer | undefined;
      previousUnreadable?: Unreadable;
    };

export interface WatchHandler {
  /**
   * The events of one or more whole revisions, in order: never half a revision, never one twice, none left
   * out. `revision` is the last one in it. Called one at a time; must not throw.
   */
  onEvents(events: KvEvent[], revision: number): void;
  /**
   * The watch has ended and cannot go on: 'Expired' when its next revision is compacted, 'Replaced' when the store
   * holds another history now, otherwise what happened. Broken connections are not an end: the driver resumes after the
   * last event it delivered.
   */
  onEnd(error: KvError): void;
}

export interface WatchOptions {
  /** Whether events carry the value before them. True unless said otherwise; without it events cost half. */
  previous?: boolean;
  /** Whether an event may come before its value is decrypted; if not, all events behind it wait for that. */
  defers?: boolean;
}

export interface Watch {
  /** No call of the handler begins after this. */
  [Symbol.dispose](): void;
  /** Nothing more is fetched until `resume`: the handler may still get what was on its way. Nothing is lost. */
  pause(): void;
  resume(): void;
}

export interface KvStatus {
  /** For people: "etcd 3.5.16", "embedded". */
  version: string;
  /** Bytes that the store takes up on disk. */
  sizeBytes: number;
  /** One entry a member of the store: its address and what is wrong with it, if anything. */
  members: { endpoint: string; error?: string }[];
  /** Something that the operator should hear once, at start. */
  warning?: string;
}

export interface Kv {
  /** Reason why writes are refused (but for deletions, and essential ones), for people; undefined when they are not. */
  readonly writeError: string | undefined;

  /**
   * Counts how often the store was found to hold another history than before, as an etcd that was restored from a
   * snapshot does: what was read before then holds no longer, and all watches have ended with Replaced. A write whose
   * answer showed it was carried out in the store that is there now. Always 0 for the embedded store.
   */
  readonly replacements: number;

  /** The newest revision, linearizably: at least that of every write that was acknowledged before the call. */
  currentRevision(): Promise<number>;

  /** One key; linearizable when no revision is given. */
  get(
    key: string,
    options?: { revision?: number },
  ): Promise<{ item: KeyValue | undefined; revision: number }>;

  /** The keys below a prefix (which ends with '/'). */
  range(prefix: string, options?: RangeOptions): Promise<RangeResult>;

  /** Counts the keys below a prefix. */
  count(prefix: string): Promise<number>;

  /** Writes a key that must not exist. */
  create(key: string, value: Buffer, options?: WriteOptions): Promise<WriteResult>;

  /** Replaces the value of a key that must be at this revision. */
  update(key: string, value: Buffer, modRevision: number, options?: WriteOptions): Promise<WriteResult>;

  /** Removes a key that must be at this revision. */
  delete(key: string, modRevision: number): Promise<WriteResult>;

  /** A lease that ends after so many seconds unless it is kept alive. */
  grantLease(ttlSeconds: number): Promise<LeaseId>;

  /** Starts the lease's time anew. Rejects with NotFound when it has ended. */
  keepLeaseAlive(lease: LeaseId): Promise<void>;

  /** Ends a lease at once: its keys are deleted. */
  revokeLease(lease: LeaseId): Promise<void>;

  /** Forgets what only revisions before this one need. Reading or watching those is Expired from then on. */
  compact(revision: number): Promise<void>;

  /**
   * Every write of the whole store (all keys, also those of other programs) from this revision on, the past ones
   * first. Starts in the background and reports errors to the handler.
   */
  watch(fromRevision: number, handler: WatchHandler, options?: WatchOptions): Watch;

  /** State of the store. Rejects when no member answers within the time (milliseconds). */
  status(timeout?: number): Promise<KvStatus>;

  /** Ends all watches and lets go of all resources. Further calls reject with Closed. */
  close(): Promise<void>;
}

/**
 * - `Expired`: the revision asked for is compacted.
 * - `FutureRevision`: the revision asked for has not happened yet.
 * - `Replaced`: the store holds another history than the one that was watched.
 * - `Unavailable`: certainly not executed; another try may help.
 * - `Unknown`: a write may or may not have been executed.
 * - `TooLarge`: the store refuses a value or request of this size.
 * - `Full`: certainly not executed; the store is full until space is freed.
 * - `NotFound`: there is no such lease.
 * - `Closed`: this client is closed.
 * - `Corrupt`: the store's data cannot be understood.
 * - `Encryption`: the value cannot be encrypted, and certainly was not written, or not be decrypted for now.
 */
export type KvErrorCode =
  | 'Expired'
  | 'FutureRevision'
  | 'Replaced'
  | 'Unavailable'
  | 'Unknown'
  | 'TooLarge'
  | 'Full'
  | 'NotFound'
  | 'Closed'
  | 'Corrupt'
  | 'Encryption';

export class KvError extends Error {
  readonly code: KvErrorCode;
  /** With Expired: the oldest revision that can still be read or watched, where the store says it. */
  readonly oldestRevision: number | undefined;
  /** With FutureRevision: the revision that was waited for, where one was. */
  readonly awaitedRevision: number | undefined;

  constructor(
    code: KvErrorCode,
    message: string,
    options?: { cause?: unknown; oldestRevision?: number; awaitedRevision?: number },
  ) {
    super(message, { cause: options?.cause });
    this.name = 'KvError';
    this.code = code;
    this.oldestRevision = options?.oldestRevision;
    this.awaitedRevision = options?.awaitedRevision;
  }
}
