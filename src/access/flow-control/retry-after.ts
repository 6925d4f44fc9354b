const maxSeconds = 32;
/** Refusals a second, over as many seconds as clients are told to wait, from which on they wait longer. */
const manyPerSecond = 3;

/**
 * Tells how long the clients of a priority level that are refused should wait. The more of them come, the longer: it is
 * doubled while they go on, and falls by one a second as they get fewer. Revised when the first one of a second is refused.
 *
 *     four refusals a second: 1 in the first second, then 2, 2, 4, 4, 4, 4, 8
 */
export class RetryAfter {
  readonly #now: () => number;
  /** Refusals of whole seconds, by the second. */
  readonly #counts = new Map<number, number>();
  #current = Number.NEGATIVE_INFINITY;
  #seconds = 1;
  #raisedAt = Number.NEGATIVE_INFINITY;

  /** `now`: a monotonic clock, in seconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** A request is refused. Returns the seconds that its client should wait. */
  refused(): number {
    const second = Math.floor(this.#now());
    if (second > this.#current) {
      this.#current = second;
      this.#revise(second);
    }
    this.#counts.set(second, (this.#counts.get(second) ?? 0) + 1);
    return this.#seconds;
  }

  #revise(second: number): void {
    for (const past of this.#counts.keys()) if (past < second - maxSeconds) this.#counts.delete(past);
    let refusals = 0;
    for (const [past, count] of this.#counts) if (past >= second - this.#seconds) refusals += count;
    const mayRise = second - this.#raisedAt >= this.#seconds;
    if (mayRise && refusals >= manyPerSecond * this.#seconds) {
      this.#seconds = Math.min(2 * this.#seconds, maxSeconds);
      this.#raisedAt = second;
    } else if (refusals < this.#seconds && this.#seconds > 1) this.#seconds--;
  }
}
