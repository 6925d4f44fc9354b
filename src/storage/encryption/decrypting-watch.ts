import { Pacer } from '../../util/pacer.ts';
import type { KvError, KvEvent, Watch, WatchHandler } from '../kv.ts';
import type { Maybe } from './transformer.ts';

/** Events that are decrypted at once; more of them give up the event loop now and then. */
const atOnce = 64;
/** Portions that wait to be decrypted: with more of them the store is asked to wait. */
const maxWaiting = 16;

interface Portion {
  /** Decrypted, or being decrypted; undefined while that has not begun. */
  read?: Maybe<KvEvent>[];
  events: KvEvent[];
  revision: number;
}

/**
 * Decrypts the events of a watch before its handler gets them, in their order. Where everything is decrypted without
 * a call of another process, the handler is called at once, as without encryption.
 */
export class DecryptingWatch implements Watch {
  readonly #handler: WatchHandler;
  readonly #read: (event: KvEvent) => Maybe<KvEvent>;
  #watch: Watch | undefined;
  #waiting: Portion[] = [];
  #end: KvError | undefined;
  #isReading = false;
  #isPaused = false;
  #isHeld = false;
  #isClosed = false;

  constructor(handler: WatchHandler, read: (event: KvEvent) => Maybe<KvEvent>) {
    this.#handler = handler;
    this.#read = read;
  }

  /** Starts the watch of the store below. */
  over(start: (handler: WatchHandler) => Watch): this {
    this.#watch = start({
      onEvents: (events, revision) => this.#receive({ events, revision }),
      onEnd: (error) => {
        this.#end = error;
        // What waits is of a history that holds no longer.
        if (error.code === 'Replaced') return this.#endNow(error);
        this.#go();
      },
    });
    return this;
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#waiting = [];
    this.#watch?.[Symbol.dispose]();
  }

  pause(): void {
    this.#isPaused = true;
    this.#watch?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    if (!this.#isHeld) this.#watch?.resume();
  }

  #receive(portion: Portion): void {
    if (portion.events.length <= atOnce) {
      const read = portion.events.map(this.#read);
      const isNext = !this.#isReading && this.#waiting.length === 0;
      if (isNext && isSettled(read)) return this.#handler.onEvents(read, portion.revision);
      portion.read = read;
    }
    this.#waiting.push(portion);
    if (this.#waiting.length >= maxWaiting) this.#hold(true);
    this.#go();
  }

  #go(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    void this.#deliver();
  }

  /** Until nothing waits: what comes meanwhile is seen by the loop. */
  async #deliver(): Promise<void> {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const { read = await this.#readInSlices(next.events), revision } = next;
      const events = await Promise.all(read);
      if (this.#isClosed) return;
      this.#waiting.shift();
      this.#handler.onEvents(events, revision);
      if (this.#waiting.length < maxWaiting / 2) this.#hold(false);
    }
    this.#isReading = false;
    if (this.#end !== undefined) this.#endNow(this.#end);
  }

  #endNow(error: KvError): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#waiting = [];
    this.#handler.onEnd(error);
  }

  async #readInSlices(events: readonly KvEvent[]): Promise<Maybe<KvEvent>[]> {
    const pacer = new Pacer();
    const read: Maybe<KvEvent>[] = [];
    for (const event of events) {
      read.push(this.#read(event));
      if (pacer.isDue(1)) await pacer.turn();
    }
    return read;
  }

  #hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    if (this.#isPaused) return;
    if (isHeld) this.#watch?.pause();
    else this.#watch?.resume();
  }
}

const isSettled = (events: Maybe<KvEvent>[]): events is KvEvent[] =>
  events.every((event) => !(event instanceof Promise));
