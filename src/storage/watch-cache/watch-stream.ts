import type { CorruptObjectError } from './entry.ts';
import type { EventEncoder } from './event.ts';
import type { Selection } from './selection.ts';

/** Target of the bytes of a watch: one response of the HTTP layer. */
export interface WatchSink {
  /** False when its buffers are full; `onDrain` is called once they are not. The bytes must stay as they are. */
  write(bytes: Buffer): boolean;
  /** Bytes that were written and are not sent yet. */
  readonly backlog: number;
  /** Called whenever the buffers have become empty. */
  onDrain: (() => void) | undefined;
  /** No more events: the response ends cleanly. */
  end(): void;
  /** The client does not read: the connection is cut. */
  cut(): void;
}

export interface WatchOptions {
  selection: Selection;
  encoder: EventEncoder;
  sink: WatchSink;
  bookmarks: boolean;
  /** Time at which the watch ends of itself, in milliseconds since 1970. */
  deadline: number;
  /** Called before the watch ends because what it was to show next is gone: its client has to list anew. */
  onExpired?: () => void;
  /** Something that may belong to the selection cannot be read: called before the stream ends, to tell the client. */
  onUnreadable(error: CorruptObjectError): void;
}

/** Whole events as bytes: everything after one revision up to another. */
export interface EventBatch {
  /** The stream must have everything up to here. */
  after: number;
  revision: number;
  bytes: Buffer;
  events: number;
}

/** The events after a stream's revision, as many as are written at a time. */
export interface PastBatch extends EventBatch {
  /** Whether nothing follows. */
  isLast: boolean;
}

/** Source of what a stream that is behind has missed. */
export interface Past {
  /** `gone`: it is no longer known. `later`: it is not known yet; the stream is woken when it is. */
  next(stream: WatchStream): PastBatch | 'gone' | 'later';
  /** Called when the stream has got everything: from here on it is handed what comes. */
  caughtUp(stream: WatchStream): void;
  /** Does something a little later, in turn with other streams. */
  later(task: () => void): void;
}

/**
 * Bytes of live events that may wait for a client: they are those of its whole group, while what it gets from the
 * past is made for it alone. A client that is slow for a moment keeps sharing its batches.
 */
const maxLiveBacklog = 512 * 1024;

const bookmarkInterval = 60_000;
const bookmarkBeforeDeadline = 2_000;

/**
 * One watch, from its first event to its end: first what was there when it began, as fast as the client reads,
 * then the live events, in order, each once.
 *
 * A client that reads too slowly costs no more than what its connection holds: its stream falls behind, of which
 * nothing is kept but the revision up to which it has everything; when the connection has drained, it is handed the
 * next batch of the past. When the past does not reach back so far any more, the watch ends.
 */
export class WatchStream {
  readonly selection: Selection;
  readonly encoder: EventEncoder;
  readonly #sink: WatchSink;
  readonly #onUnreadable: WatchOptions['onUnreadable'];
  readonly #bookmarks: boolean;
  readonly #deadline: number;
  readonly #onExpired: (() => void) | undefined;
  #nextBookmark: number;
  #lastBookmark = false;
  /** The initial bytes still to be written; undefined once they are. */
  #initial: Iterator<Buffer> | undefined;
  /** Source of what it has missed; undefined while it is in no fan-out. */
  #past: Past | undefined;
  #revision = 0;
  #isBehind = false;
  #isScheduled = false;
  /** Whether its past has nothing for it yet. */
  #isWaiting = false;
  /** Whether the sink has said so, and not drained since. */
  #isSinkFull = false;
  #closed = false;
  /** Other streams hold so much that this one is full with anything that waits. */
  isCrowded = false;
  /** Called once, when the stream has ended for whatever reason. */
  onClosed: (() => void) | undefined;
  /**
   * Called when the stream has everything that was there when it began, or waits for its client. May be called again.
   */
  onStarted: (() => void) | undefined;

  constructor(
    { selection, encoder, sink, bookmarks, deadline, onExpired, onUnreadable }: WatchOptions,
    now: number,
  ) {
    this.selection = selection;
    this.encoder = encoder;
    this.#sink = sink;
    this.#onUnreadable = onUnreadable;
    this.#bookmarks = bookmarks;
    this.#deadline = deadline;
    this.#onExpired = onExpired;
    this.#nextBookmark = now + bookmarkInterval;
    sink.onDrain = () => {
      this.#isSinkFull = false;
      this.#schedule();
    };
  }

  /** It has everything that it is to get up to here. */
  get revision(): number {
    return this.#revision;
  }

  /** Whether it can be told of a revision: its client asked for that, and has everything before it. */
  get #takesBookmarks(): boolean {
    return this.#bookmarks && !this.#closed && !this.#isBehind && !this.isFull;
  }

  /** Bytes that wait to be sent. */
  get backlog(): number {
    return this.#sink.backlog;
  }

  /** Whether as much waits to be sent as is sensible. */
  get isFull(): boolean {
    return this.#isSinkFull || (this.isCrowded && this.#sink.backlog > 0);
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Begins with these bytes, which are the state at a revision; then with what comes after it. */
  begin(initial: Iterable<Buffer>, revision: number, past: Past): void {
    this.#initial = initial[Symbol.iterator]();
    this.resume(revision, past);
  }

  /** Goes on after a revision. */
  resume(revision: number, past: Past): void {
    this.#past = past;
    this.#revision = revision;
    this.#isBehind = true;
    this.wake();
  }

  /** Its past has something for it. */
  wake(): void {
    this.#isWaiting = false;
    this.#schedule();
  }

  /**
   * Takes live events, in order of revision. False when it was not handed them: it has them, or will get them from the
   * past.
   */
  deliver({ after, revision, bytes }: EventBatch): boolean {
    if (this.#closed || this.#isBehind || revision <= this.#revision) return false;
    if (this.#isSinkFull && (this.isCrowded || this.#sink.backlog > maxLiveBacklog)) {
      this.leaveBehind(after);
      return false;
    }
    this.#write(bytes);
    this.#revision = revision;
    return true;
  }

  /** It was handed everything up to a revision, and gets the rest from the past. */
  leaveBehind(after: number): void {
    if (this.#closed || this.#isBehind) return;
    this.#revision = Math.max(this.#revision, after);
    this.#isBehind = true;
    this.#schedule();
  }

  /** Everything up to `revision` was handed to it, now or earlier: sends the bookmark that is due. */
  bookmark(now: number, revision: number): void {
    const closing = !this.#lastBookmark && now >= this.#deadline - bookmarkBeforeDeadline;
    if ((!closing && now < this.#nextBookmark) || !this.#takesBookmarks) return;
    this.#lastBookmark ||= closing;
    this.#nextBookmark = now + bookmarkInterval;
    this.#write(this.encoder.bookmark(revision, false));
  }

  /** Ends the watch whose time is over; wakes one that could go on. */
  tick(now: number): void {
    if (this.#closed) return;
    if (now >= this.#deadline) this.end();
    else this.#schedule();
  }

  /** Ends the response after what has been delivered. */
  end(): void {
    if (this.#closed) return;
    if (this.#initial === undefined) this.#sink.end();
    // In the middle of the initial events a clean end would look like a complete watch.
    else this.#sink.cut();
    this[Symbol.dispose]();
  }

  /**
   * Ends the watch of a server that goes. It was handed everything up to `revision`: a client that takes bookmarks hears of it,
   * and begins there anew, at whichever server, rather than at its last event.
   */
  retire(revision: number): void {
    if (this.#takesBookmarks) this.#write(this.encoder.bookmark(revision, false));
    this.end();
  }

  /** Ends the watch, and tells the client that it has to list anew. */
  expire(): void {
    if (this.#closed) return;
    this.#initial = undefined;
    this.#onExpired?.();
    this.end();
  }

  /** Ends the watch with the error: what it would show next is not known, and "deleted" would be a lie. */
  fail(error: CorruptObjectError): void {
    if (this.#closed) return;
    this.#onUnreadable(error);
    this.#sink.end();
    this[Symbol.dispose]();
  }

  cut(): void {
    if (this.#closed) return;
    this.#sink.cut();
    this[Symbol.dispose]();
  }

  /** The sink is gone, or must not be written to any more. */
  [Symbol.dispose](): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#initial = undefined;
    this.#past = undefined;
    this.#sink.onDrain = undefined;
    this.onClosed?.();
  }

  #write(bytes: Buffer): void {
    if (bytes.length === 0 || this.#sink.write(bytes)) return;
    this.#isSinkFull = true;
    this.onStarted?.();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isWaiting || !this.#isBehind || this.#past === undefined) return;
    if (this.isFull) return;
    this.#isScheduled = true;
    this.#past.later(() => {
      this.#isScheduled = false;
      if (!this.#closed && this.#isBehind && !this.isFull) this.#step();
    });
  }

  #step(): void {
    try {
      if (this.#initial !== undefined) this.#writeInitial(this.#initial);
      else this.#catchUp(this.#past!);
    } catch {
      // An object that cannot be put into the form of this watch is no reason to end anything else.
      this.cut();
    }
    if (!this.#closed) this.#schedule();
  }

  #writeInitial(initial: Iterator<Buffer>): void {
    const next = initial.next();
    if (next.done) this.#initial = undefined;
    else this.#write(next.value);
  }

  #catchUp(past: Past): void {
    const batch = past.next(this);
    // The client begins anew after the last event that it has seen.
    if (batch === 'gone') return this.end();
    if (batch === 'later') {
      // Unless it has just been handed to another past.
      this.#isWaiting = this.#past === past;
      return;
    }
    this.#write(batch.bytes);
    this.#revision = Math.max(this.#revision, batch.revision);
    if (!batch.isLast) return;
    this.#isBehind = false;
    past.caughtUp(this);
    this.onStarted?.();
  }
}
