/** The demand for seats over some time. */
export interface DemandSummary {
  readonly average: number;
  /** Standard deviation. */
  readonly deviation: number;
  readonly highest: number;
}

/** Integrates over time how many seats requests have or wait for. */
export class SeatDemand {
  #seconds = 0;
  /** Integrals of the demand and of its square. */
  #sum = 0;
  #squares = 0;
  #highest = 0;

  /** The demand was so high for so many seconds. */
  held(seats: number, seconds: number): void {
    this.#seconds += seconds;
    this.#sum += seats * seconds;
    this.#squares += seats * seats * seconds;
    if (seats > this.#highest) this.#highest = seats;
  }

  /** The demand since the last call, and begins anew. `present`: how high it is now. */
  take(present: number): DemandSummary {
    const highest = Math.max(this.#highest, present);
    const average = this.#seconds === 0 ? present : this.#sum / this.#seconds;
    const variance = this.#seconds === 0 ? 0 : this.#squares / this.#seconds - average * average;
    this.#seconds = 0;
    this.#sum = 0;
    this.#squares = 0;
    this.#highest = present;
    return { average, deviation: Math.sqrt(Math.max(0, variance)), highest };
  }
}

/** Part of the smoothed demand that is left after a period. */
const decay = 0.977;

/** The smoothed demand after a period: it follows a rise at once, and a fall slowly. */
export function smoothedDemand(before: number, { average, deviation, highest }: DemandSummary): number {
  const envelope = Math.min(highest, average + deviation);
  return Math.max(envelope, decay * before + (1 - decay) * envelope);
}

/** Counts the seats of requests that are never limited, for their demand. */
export class UnlimitedSeats {
  readonly #now: () => number;
  readonly #demand = new SeatDemand();
  #inUse = 0;
  #syncedAt: number;

  /** `now`: a monotonic clock, in seconds. */
  constructor(now: () => number) {
    this.#now = now;
    this.#syncedAt = now();
  }

  change(by: 1 | -1): void {
    this.#sync();
    this.#inUse += by;
  }

  takeDemand(): DemandSummary {
    this.#sync();
    return this.#demand.take(this.#inUse);
  }

  #sync(): void {
    const now = this.#now();
    this.#demand.held(this.#inUse, now - this.#syncedAt);
    this.#syncedAt = now;
  }
}
