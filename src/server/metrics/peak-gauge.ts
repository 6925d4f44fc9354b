/** A number that goes up and down, and the highest that it was in the past second: what a scrape would rarely see. */
export class PeakGauge {
  readonly #now: () => number;
  #value = 0;
  #second = 0;
  #peak = 0;
  #peakBefore = 0;

  /** `now`: milliseconds of a monotonic clock. */
  constructor(now: () => number) {
    this.#now = now;
  }

  add(change: number): void {
    this.#turn();
    this.#value += change;
    if (this.#value > this.#peak) this.#peak = this.#value;
  }

  /** The highest value of this second and the one before it. */
  get peak(): number {
    this.#turn();
    return Math.max(this.#peak, this.#peakBefore);
  }

  #turn(): void {
    const second = Math.floor(this.#now() / 1_000);
    if (second === this.#second) return;
    this.#peakBefore = second === this.#second + 1 ? this.#peak : this.#value;
    this.#peak = this.#value;
    this.#second = second;
  }
}
