import type { User } from '../../api/meta/user.ts';
import type { BodyBudget } from './body-budget.ts';
import type { InFlightObserver, RequestClass, SeatHolder } from './in-flight-seats.ts';
import { OverloadError } from './overload.ts';

export interface RequestSlotOptions {
  seats: SeatHolder;
  bodies: BodyBudget;
  user: User;
  kind: RequestClass;
  observer: InFlightObserver;
}

/**
 * One request among those that are worked on: its seats, and the bytes that its body takes. They are held from the
 * moment when there is something to do (for a write: its body is there) until the handler has done its work and has
 * handed over its answer, whether or not the client takes that. A handler whose client is gone works until it notices.
 */
export class RequestSlot {
  readonly #options: RequestSlotOptions;
  /** It never got its seats. */
  wasRefused = false;
  #isHeld = false;
  #isWaiting = false;
  #isWorking = false;
  #isAnswered = false;
  #bodyBytes = 0;

  constructor(options: RequestSlotOptions) {
    this.#options = options;
  }

  /** Undefined when the request has its seats at once. Throws or rejects with OverloadError when there are none. */
  take(): Promise<void> | undefined {
    const taken = this.#options.seats.take();
    if (typeof taken === 'boolean') return void this.#taken(taken);
    this.#isWaiting = true;
    const { observer, kind } = this.#options;
    observer.inQueue(kind, 1);
    return taken.then((isTaken) => {
      this.#isWaiting = false;
      observer.inQueue(kind, -1);
      this.#taken(isTaken);
    });
  }

  /** Throws OverloadError when there are no seats now, although none have to be taken yet. */
  checkFree(): void {
    const { seats } = this.#options;
    if (seats.isRefused()) throw this.#refusal(seats.refused());
  }

  /** Counts bytes that have come of the body. Throws OverloadError when they do not fit beside those of other bodies. */
  growBody(bytes: number): void {
    const { bodies, user } = this.#options;
    if (!bodies.reserve(user, bytes)) throw this.#refusal();
    this.#bodyBytes += bytes;
  }

  /** The work of the handler has begun, and ends with the promise. */
  async during(work: Promise<void>): Promise<void> {
    this.#isWorking = true;
    try {
      await work;
    } finally {
      this.#isWorking = false;
      this.#releaseIfOver();
    }
  }

  /** The answer was handed over, or its client is gone. May be called again. */
  answered(): void {
    this.#isAnswered = true;
    // Its client is gone.
    if (this.#isWaiting) this.#options.seats.release();
    this.#releaseIfOver();
  }

  /** The handler waits until its client has read. */
  pause(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#options.seats.release();
    this.#options.observer.inFlight(this.#options.kind, -1);
  }

  /** The handler goes on, even if all seats are taken by now: fewer are left for later requests. */
  resume(): void {
    if (this.#isHeld || (this.#isAnswered && !this.#isWorking)) return;
    this.#options.seats.resume();
    this.#hold();
  }

  #taken(isTaken: boolean): void {
    if (!isTaken) throw this.#refusal(this.#options.seats.refused());
    this.#hold();
  }

  #hold(): void {
    this.#isHeld = true;
    this.#options.observer.inFlight(this.#options.kind, 1);
  }

  #refusal(retryAfter?: number): OverloadError {
    this.wasRefused = true;
    this.#options.observer.dropped(this.#options.kind);
    return new OverloadError(retryAfter);
  }

  #releaseIfOver(): void {
    if (this.#isWorking || !this.#isAnswered) return;
    this.pause();
    const { seats, bodies, user } = this.#options;
    seats.ended();
    if (this.#bodyBytes > 0) bodies.release(user, this.#bodyBytes);
    this.#bodyBytes = 0;
  }
}
