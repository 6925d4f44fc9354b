/** Lets so many pass a second, and after a while of rest so many at once. */
export class TokenBucket {
  readonly #perMillisecond: number;
  readonly #burst: number;
  readonly #now: () => number;
  #tokens: number;
  #at: number;

  constructor(perSecond: number, burst: number, now: () => number) {
    this.#perMillisecond = perSecond / 1000;
    this.#burst = burst;
    this.#now = now;
    this.#tokens = burst;
    this.#at = now();
  }

  /** Zero when one may pass now, and then it has; else milliseconds until one may. */
  take(): number {
    const now = this.#now();
    this.#tokens = Math.min(this.#burst, this.#tokens + Math.max(0, now - this.#at) * this.#perMillisecond);
    this.#at = now;
    if (this.#tokens < 1) return Math.ceil((1 - this.#tokens) / this.#perMillisecond);
    this.#tokens--;
    return 0;
  }
}
