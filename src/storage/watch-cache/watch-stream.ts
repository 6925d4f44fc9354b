import { ownTurn } from '../../util/event-loop.ts';
import type { EventEncoder } from './event.ts';
import type { Selection } from './selection.ts';

/** Where the bytes of a watch go: one response of the HTTP layer. */
export interface WatchSink {
  /** False when its buffers are full; `onDrain` is called once they are not. */
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
  /** When the watch ends of itself, in milliseconds since 1970. */
  deadline: number;
}

const bookmarkEvery = 60_000;
const bookmarkBeforeDeadline = 2_000;

/** Bytes that may wait for a client that reads slowly. They are shared with the other watchers of an event. */
export const maximumBacklog = 8 * 1024 * 1024;

/** Bytes that may wait for a client before no more is fetched for it. */
const fullBacklog = 1024 * 1024;

/**
 * One watch, from its first event to its end: first what was there when it began, as fast as the client reads,
 * then the live events, in order, each once.
 */
export class WatchStream {
  readonly selection: Selection;
  readonly encoder: EventEncoder;
  readonly #sink: WatchSink;
  readonly #bookmarks: boolean;
  readonly #deadline: number;
  #nextBookmark: number;
  #lastBookmark = false;
  /** What is left of the initial bytes; undefined once they are all written. */
  #initial: Iterator<Buffer> | undefined;
  /** Live bytes that wait behind the initial ones. */
  #queue: Buffer[] = [];
  #queuedBytes = 0;
  #closed = false;
  /** The initial bytes go on when others have had their turn. */
  #isWaiting = false;
  /** Told once, when the stream has ended for whatever reason. */
  onClosed: (() => void) | undefined;

  constructor({ selection, encoder, sink, bookmarks, deadline }: WatchOptions, now: number) {
    this.selection = selection;
    this.encoder = encoder;
    this.#sink = sink;
    this.#bookmarks = bookmarks;
    this.#deadline = deadline;
    this.#nextBookmark = now + bookmarkEvery;
  }

  /** As much waits to be sent as is sensible for what could come later just as well. */
  get isFull(): boolean {
    return this.#sink.backlog > fullBacklog;
  }

  /** Called once, when nothing waits to be sent any more. */
  onceDrained(call: () => void): void {
    this.#sink.onDrain = () => {
      this.#sink.onDrain = undefined;
      call();
    };
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Begins with these bytes; live ones that come meanwhile wait. */
  begin(initial: Iterable<Buffer>): void {
    this.#initial = initial[Symbol.iterator]();
    this.#sink.onDrain = () => this.#pumpLater();
    this.#pump();
  }

  /** Whole events, after everything that was delivered before. */
  deliver(bytes: Buffer): void {
    if (this.#closed) return;
    if (this.#initial !== undefined) {
      this.#queue.push(bytes);
      this.#queuedBytes += bytes.length;
      if (this.#queuedBytes > maximumBacklog) this.cut();
      return;
    }
    this.#sink.write(bytes);
    if (this.#sink.backlog > maximumBacklog) this.cut();
  }

  /** Sends the bookmark that is due, ends the watch whose time is over. `revision` has been delivered in full. */
  tick(now: number, revision: number): void {
    if (this.#closed) return;
    if (now >= this.#deadline) return this.end();
    if (!this.#bookmarks || this.#initial !== undefined) return;
    const closing = !this.#lastBookmark && now >= this.#deadline - bookmarkBeforeDeadline;
    if (!closing && now < this.#nextBookmark) return;
    this.#lastBookmark ||= closing;
    this.#nextBookmark = now + bookmarkEvery;
    this.deliver(this.encoder.bookmark(revision, false));
  }

  /** Ends the response after what has been delivered. */
  end(): void {
    if (this.#closed) return;
    if (this.#initial === undefined) this.#sink.end();
    // In the middle of the initial events a clean end would look like a complete watch.
    else this.#sink.cut();
    this.close();
  }

  cut(): void {
    if (this.#closed) return;
    this.#sink.cut();
    this.close();
  }

  /** The sink is gone, or must not be written to any more. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#initial = undefined;
    this.#queue = [];
    this.#sink.onDrain = undefined;
    this.onClosed?.();
  }

  #pump(): void {
    while (this.#initial !== undefined && !this.#closed) {
      const next = this.#initial.next();
      if (next.done) return this.#initialDone();
      // Bytes that take longer to come are announced by none.
      if (next.value.length === 0) return this.#pumpLater();
      if (!this.#sink.write(next.value)) return;
    }
  }

  #pumpLater(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    void ownTurn().then(() => {
      this.#isWaiting = false;
      this.#pump();
    });
  }

  #initialDone(): void {
    this.#initial = undefined;
    this.#sink.onDrain = undefined;
    const waiting = this.#queue;
    this.#queue = [];
    for (const bytes of waiting) this.deliver(bytes);
  }
}
