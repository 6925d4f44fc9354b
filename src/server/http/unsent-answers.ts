/** Bytes of a write below which nothing is counted: so much may wait for each stream of each connection. */
export const smallWrite = 16 * 1024;

export interface UnsentLimits {
  /** Bytes of all answers together beyond which those end that have not been taken for long. */
  readonly maxBytes: number;
  /** Milliseconds after which that is long. */
  readonly patience: number;
  /** Bytes beyond which the oldest one ends, however young it is. */
  readonly hardMaxBytes: number;
}

export const defaultUnsentLimits: UnsentLimits = {
  maxBytes: 64 * 1024 * 1024,
  patience: 1_000,
  hardMaxBytes: 128 * 1024 * 1024,
};

interface Unsent {
  bytes: number;
  /** Milliseconds, when something of it was last taken, or when it began to wait. */
  since: number;
}

/**
 * What answers keep in memory until their clients take it, over all connections. When it becomes too much, the answers
 * end of which nothing was taken for the longest time.
 */
export class UnsentAnswers<Answer extends object> {
  readonly #limits: UnsentLimits;
  readonly #cut: (answer: Answer) => void;
  readonly #now: () => number;
  /** Those first that wait for the longest time. */
  readonly #waiting = new Map<Answer, Unsent>();
  #total = 0;

  /** `cut` ends an answer; `now` is a monotonic clock, in milliseconds. */
  constructor(cut: (answer: Answer) => void, limits = defaultUnsentLimits, now = () => performance.now()) {
    this.#cut = cut;
    this.#limits = limits;
    this.#now = now;
  }

  get total(): number {
    return this.#total;
  }

  /** Bytes were handed over. */
  add(answer: Answer, bytes: number): void {
    const known = this.#waiting.get(answer);
    if (known !== undefined) known.bytes += bytes;
    else this.#waiting.set(answer, { bytes, since: this.#now() });
    this.#total += bytes;
    if (this.#total > this.#limits.maxBytes) this.#makeRoom(answer);
  }

  /** Bytes have left. */
  taken(answer: Answer, bytes: number): void {
    const unsent = this.#waiting.get(answer);
    if (unsent === undefined) return;
    this.#total -= bytes;
    unsent.bytes -= bytes;
    unsent.since = this.#now();
    this.#waiting.delete(answer);
    if (unsent.bytes > 0) this.#waiting.set(answer, unsent);
  }

  /** Nothing of it waits any more. */
  forget(answer: Answer): void {
    const unsent = this.#waiting.get(answer);
    if (unsent === undefined) return;
    this.#total -= unsent.bytes;
    this.#waiting.delete(answer);
  }

  #makeRoom(latest: Answer): void {
    const { maxBytes, hardMaxBytes, patience } = this.#limits;
    const longAgo = this.#now() - patience;
    for (const [answer, { since }] of this.#waiting) {
      if (this.#total <= maxBytes || answer === latest) return;
      if (since > longAgo && this.#total <= hardMaxBytes) return;
      this.forget(answer);
      this.#cut(answer);
    }
  }
}
