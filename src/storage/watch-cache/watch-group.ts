import type { TurnQueue } from '../../util/pacer.ts';
import type { EventEncoder } from './event.ts';
import { EventBatchBuilder, maxLiveBatchBytes } from './event-batches.ts';
import type { Selection } from './selection.ts';
import type { EventBatch, WatchStream } from './watch-stream.ts';

/**
 * Streams that get a batch in one step: some ten milliseconds of work. Events of that time go out together;
 * with smaller steps more batches of fewer events would cost several times as much.
 */
const streamsAtATime = 1_000;
/** Bytes of events that may wait to be handed to the streams. Beyond it all get them from the past. */
const maxPending = 4 * 1024 * 1024;
/** Milliseconds that the next batch waits at most, however long handing over the last one took. */
const maxRest = 50;

/** Watchers of the same selection in the same form: what one gets, all get, as the same bytes. */
export class WatchGroup {
  readonly selection: Selection;
  readonly encoder: EventEncoder;
  readonly streams = new Set<WatchStream>();
  readonly #turns: TurnQueue;
  readonly #delivered: (events: number, bytes: number) => void;
  /** Frames that are not handed to the streams yet: whole batches, then the one that is still open. */
  #sealed: EventBatchBuilder[] = [];
  #open = new EventBatchBuilder();
  #pendingBytes = 0;
  /** The batch that is being handed over, and the streams that it was not handed to yet. */
  #sending: { batch: EventBatch; streams: Iterator<WatchStream> } | undefined;
  #isScheduled = false;
  /** Milliseconds that handing over the current batch has taken so far. */
  #cost = 0;
  /** Monotonic time before which the next batch is not begun. */
  #restUntil = 0;

  constructor(
    selection: Selection,
    encoder: EventEncoder,
    turns: TurnQueue,
    delivered: (events: number, bytes: number) => void,
  ) {
    this.selection = selection;
    this.encoder = encoder;
    this.#turns = turns;
    this.#delivered = delivered;
  }

  /** The pending events are in the new stream's initial state, or in its past, already. */
  join(stream: WatchStream): void {
    this.seal();
    this.streams.add(stream);
  }

  /** The frame of the next event. */
  add(frame: Buffer, revision: number): void {
    if (this.#open.isFullFor(frame.length, revision, maxLiveBatchBytes)) this.seal();
    if (this.#pendingBytes > maxPending && !this.#open.holds(revision)) this.#leaveBehind();
    this.#open.add(frame, revision);
    this.#pendingBytes += frame.length;
    this.#schedule();
  }

  /**
   * Later events go into another batch. A stream that has caught up has all events of those before, and none of
   * those behind.
   */
  seal(): void {
    if (this.#open.isEmpty) return;
    this.#sealed.push(this.#open);
    this.#open = new EventBatchBuilder();
  }

  /** Hands over everything now. */
  flush(): void {
    while (this.#isPending) this.#step();
  }

  /** Sends the bookmarks that are due, ends the watches whose time is over. Returns the bytes that wait to be sent. */
  tick(now: number, revision: number): number {
    // Pending events come before a bookmark of this revision.
    if (this.streams.size <= streamsAtATime) this.flush();
    const mayBookmark = !this.#isPending;
    let backlog = 0;
    for (const stream of this.streams) {
      if (mayBookmark) stream.bookmark(now, revision);
      stream.tick(now);
      backlog += stream.backlog;
    }
    return backlog;
  }

  get #isPending(): boolean {
    return this.#sending !== undefined || this.#sealed.length > 0 || !this.#open.isEmpty;
  }

  /**
   * A batch costs a write for each watcher, whether it holds one event or a hundred. So after a batch the group
   * rests for as long as that took, and what happens meanwhile goes out together; an event after a quiet time does not
   * wait.
   */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const rest = this.#sending === undefined ? this.#restUntil - performance.now() : 0;
    if (rest < 1) this.#turns.add(() => this.#turn());
    else setTimeout(() => this.#turns.add(() => this.#turn()), rest);
  }

  #turn(): void {
    this.#isScheduled = false;
    if (!this.#isPending) return;
    const begun = performance.now();
    this.#step();
    const ended = performance.now();
    this.#cost += ended - begun;
    if (this.#sending === undefined) {
      this.#restUntil = ended + Math.min(this.#cost, maxRest);
      this.#cost = 0;
    }
    if (this.#isPending) this.#schedule();
  }

  /** Hands a batch to some of the streams. */
  #step(): void {
    if (this.#sending === undefined) {
      if (this.#sealed.length === 0) this.seal();
      const next = this.#sealed.shift()!;
      this.#pendingBytes -= next.bytes;
      this.#sending = { batch: next.build(), streams: [...this.streams].values() };
    }
    const { batch, streams } = this.#sending;
    let delivered = 0;
    for (let n = 0; n < streamsAtATime; n++) {
      const { done, value } = streams.next();
      if (done) {
        this.#sending = undefined;
        break;
      }
      if (value.deliver(batch)) delivered++;
    }
    if (delivered > 0) this.#delivered(batch.events * delivered, batch.bytes.length * delivered);
  }

  /** More happens than can be handed over: the streams get it from the past, in larger batches. */
  #leaveBehind(): void {
    this.seal();
    const rest = this.#sending === undefined ? [] : [...remaining(this.#sending.streams)];
    for (const stream of rest) stream.leaveBehind(this.#sending!.batch.after);
    this.#sending = undefined;
    const first = this.#sealed[0];
    if (first !== undefined) for (const stream of this.streams) stream.leaveBehind(first.after);
    this.#sealed = [];
    this.#pendingBytes = 0;
  }
}

function* remaining(streams: Iterator<WatchStream>): Generator<WatchStream> {
  for (let next = streams.next(); !next.done; next = streams.next()) yield next.value;
}
