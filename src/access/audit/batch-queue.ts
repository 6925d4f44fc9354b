import type { Delivery } from './backend.ts';
import type { LostEvents } from './lost-events.ts';
import type { TokenBucket } from './token-bucket.ts';

export interface BatchOptions {
  /** Events that wait at most; what comes then is lost. */
  bufferSize: number;
  /** Events of one batch. */
  maxSize: number;
  /** Bytes of one batch with more than one event; without limit when undefined. */
  maxBytes: number | undefined;
  /** Milliseconds that an event waits for its batch to fill. */
  maxWait: number;
  /** Limits the rate of batches. */
  throttle: TokenBucket | undefined;
  /** Batches that are on their way at a time. */
  inFlight: number;
}

/** Bytes that wait at most, whatever they belong to: events with objects may have megabytes each. */
const maxBytes = 256 * 1_048_576;

/** Holds events until there are enough of them, or they have waited enough, and sends them on in batches. */
export class BatchQueue {
  readonly #options: BatchOptions;
  readonly #delivery: Delivery;
  readonly #lostEvents: LostEvents;
  #waiting: string[] = [];
  #bytes = 0;
  #inFlight = 0;
  /** Sends the events that wait, even if the batch is not full. */
  #isDue = false;
  #timer: NodeJS.Timeout | undefined;
  #idle: (() => void) | undefined;

  constructor(options: BatchOptions, delivery: Delivery, lostEvents: LostEvents) {
    this.#options = options;
    this.#delivery = delivery;
    this.#lostEvents = lostEvents;
  }

  add(text: string): void {
    const { bufferSize, maxWait } = this.#options;
    if (this.#waiting.length >= bufferSize || this.#bytes + text.length > maxBytes) {
      return this.#lostEvents.lost('buffered', 1, 'audit buffer queue blocked');
    }
    this.#waiting.push(text);
    this.#bytes += text.length;
    if (maxWait === 0) this.#isDue = true;
    else if (this.#waiting.length === 1) this.#wakeIn(maxWait, true);
    this.#pump();
  }

  /** Sends what waits, and resolves when it is out or so many milliseconds are over. */
  async close(graceMs: number): Promise<void> {
    this.#isDue = true;
    this.#pump();
    if (this.#waiting.length + this.#inFlight > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#idle = resolve;
      const limit = setTimeout(resolve, graceMs);
      await promise;
      clearTimeout(limit);
    }
    clearTimeout(this.#timer);
    if (this.#waiting.length > 0) {
      this.#lostEvents.lost('buffered', this.#waiting.length, 'the server ended before they were sent');
    }
  }

  #pump(): void {
    const { maxSize, inFlight, throttle } = this.#options;
    while (this.#waiting.length > 0 && (this.#isDue || this.#waiting.length >= maxSize)) {
      if (this.#inFlight >= inFlight) return;
      const rest = throttle?.take() ?? 0;
      if (rest > 0) return this.#wakeIn(rest, this.#isDue);
      void this.#send(this.#take());
    }
    if (this.#waiting.length === 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#isDue = false;
      this.#lostEvents.stored('buffered');
      if (this.#inFlight === 0) this.#idle?.();
    }
  }

  #take(): string[] {
    const { maxSize, maxBytes = Number.POSITIVE_INFINITY } = this.#options;
    let count = 0;
    let bytes = 0;
    while (count < Math.min(maxSize, this.#waiting.length)) {
      bytes += this.#waiting[count]!.length;
      if (count > 0 && bytes > maxBytes) break;
      count++;
    }
    const batch = this.#waiting.splice(0, count);
    for (const { length } of batch) this.#bytes -= length;
    return batch;
  }

  async #send(batch: string[]): Promise<void> {
    const { name } = this.#delivery;
    this.#inFlight++;
    try {
      await this.#delivery.deliver(batch);
      this.#lostEvents.stored(name);
    } catch (error) {
      this.#lostEvents.lost(name, batch.length, (error as Error).message);
    }
    this.#inFlight--;
    this.#pump();
  }

  #wakeIn(ms: number, isDue: boolean): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isDue ||= isDue;
      this.#pump();
    }, ms).unref();
  }
}
