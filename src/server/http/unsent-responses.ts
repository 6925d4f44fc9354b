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

interface Unsent {
  bytes: number;
  /** Time at which the client last read some of it, or at which it began to wait. Milliseconds. */
  since: number;
}

/**
 * Counts the bytes that responses of all connections hold until their clients read them. Beyond the limits it ends those
 * responses first that were not read for the longest time.
 */
export class UnsentResponses<Response extends object> {
  readonly #limits: UnsentLimits;
  readonly #cut: (response: Response) => void;
  readonly #now: () => number;
  /** In the order in which they were last read. */
  readonly #waiting = new Map<Response, Unsent>();
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

  /** The handler wrote bytes. */
  add(response: Response, bytes: number): void {
    const known = this.#waiting.get(response);
    if (known !== undefined) known.bytes += bytes;
    else this.#waiting.set(response, { bytes, since: this.#now() });
    this.#total += bytes;
    if (this.#total > this.#limits.maxBytes) this.#makeRoom(response);
  }

  /** Bytes have been sent. */
  sent(response: Response, bytes: number): void {
    const unsent = this.#waiting.get(response);
    if (unsent === undefined) return;
    this.#total -= bytes;
    unsent.bytes -= bytes;
    unsent.since = this.#now();
    this.#waiting.delete(response);
    if (unsent.bytes > 0) this.#waiting.set(response, unsent);
  }

  /** The response has closed. */
  forget(response: Response): void {
    const unsent = this.#waiting.get(response);
    if (unsent === undefined) return;
    this.#total -= unsent.bytes;
    this.#waiting.delete(response);
  }

  #makeRoom(latest: Response): void {
    const { maxBytes, hardMaxBytes, readTimeout } = this.#limits;
    const longAgo = this.#now() - readTimeout;
    for (const [response, { since }] of this.#waiting) {
      if (this.#total <= maxBytes || response === latest) return;
      if (since > longAgo && this.#total <= hardMaxBytes) return;
      this.forget(response);
      this.#cut(response);
    }
  }
}
