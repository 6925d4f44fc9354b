import { ReleasingMap } from '../../util/releasing-map.ts';

/** Smaller writes are not counted: each stream of each connection may have so many bytes waiting. */
export const minCounted = 16 * 1024;

export interface UnsentLimits {
  /** Unsent bytes over all responses; beyond it, responses end that were not read for `readTimeout`. */
  readonly maxBytes: number;
  readonly readTimeout: number;
  /** Beyond it, the one that was not read for the longest time ends at once. */
  readonly hardMaxBytes: number;
}

const defaultUnsentLimits: UnsentLimits = {
  maxBytes: 64 * 1024 * 1024,
  readTimeout: 1_000,
  hardMaxBytes: 128 * 1024 * 1024,
};

/** The bytes of one response that its client has not read. */
export class UnsentBytes<Response extends object> {
  readonly #all: UnsentResponses<Response>;
  readonly response: Response;
  bytes = 0;
  /** Time at which the client last read some of it, or at which it began to wait. Milliseconds. */
  since = 0;
  /** Its place among those that wait, of which the one that was read last has the highest; 0: none of it waits. */
  place = 0;

  constructor(all: UnsentResponses<Response>, response: Response) {
    this.#all = all;
    this.response = response;
  }

  /** The handler wrote bytes. */
  add(bytes: number): void {
    this.#all.add(this, bytes);
  }

  /** Bytes have been sent. */
  sent(bytes: number): void {
    this.#all.sent(this, bytes);
  }

  /** The response has closed. */
  forget(): void {
    this.#all.forget(this);
  }
}

/**
 * Counts the bytes that responses of all connections hold until their clients read them. Beyond the limits it ends those
 * responses first that were not read for the longest time.
 */
export class UnsentResponses<Response extends object> {
  readonly #limits: UnsentLimits;
  readonly #cut: (response: Response) => void;
  readonly #now: () => number;
  /** By place, in the order in which they were last read. */
  readonly #waiting = new ReleasingMap<number, UnsentBytes<Response>>();
  #lastPlace = 0;
  #total = 0;

  /** `cut` ends a response; `now` is a monotonic clock, in milliseconds. */
  constructor(
    cut: (response: Response) => void,
    limits = defaultUnsentLimits,
    now = () => performance.now(),
  ) {
    this.#cut = cut;
    this.#limits = limits;
    this.#now = now;
  }

  get total(): number {
    return this.#total;
  }

  /** Begins to count for a response. Its `forget` is to be called when it closes. */
  of(response: Response): UnsentBytes<Response> {
    return new UnsentBytes(this, response);
  }

  add(unsent: UnsentBytes<Response>, bytes: number): void {
    if (unsent.place === 0) this.#enter(unsent);
    unsent.bytes += bytes;
    this.#total += bytes;
    if (this.#total > this.#limits.maxBytes) this.#makeRoom(unsent);
  }

  sent(unsent: UnsentBytes<Response>, bytes: number): void {
    if (unsent.place === 0) return;
    this.#total -= bytes;
    unsent.bytes -= bytes;
    this.#leave(unsent);
    if (unsent.bytes > 0) this.#enter(unsent);
  }

  forget(unsent: UnsentBytes<Response>): void {
    if (unsent.place === 0) return;
    this.#total -= unsent.bytes;
    unsent.bytes = 0;
    this.#leave(unsent);
  }

  #enter(unsent: UnsentBytes<Response>): void {
    unsent.since = this.#now();
    unsent.place = ++this.#lastPlace;
    this.#waiting.set(unsent.place, unsent);
  }

  #leave(unsent: UnsentBytes<Response>): void {
    this.#waiting.delete(unsent.place);
    unsent.place = 0;
  }

  #makeRoom(latest: UnsentBytes<Response>): void {
    const { maxBytes, hardMaxBytes, readTimeout } = this.#limits;
    const longAgo = this.#now() - readTimeout;
    for (const unsent of this.#waiting.values()) {
      if (this.#total <= maxBytes || unsent === latest) return;
      if (unsent.since > longAgo && this.#total <= hardMaxBytes) return;
      this.forget(unsent);
      this.#cut(unsent.response);
    }
  }
}
