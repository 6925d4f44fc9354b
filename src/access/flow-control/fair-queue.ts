import type { SeatRequest } from './seat-request.ts';

/** Seconds that a request is taken to last until it has ended. */
export const estimatedSeconds = 0.003;

/** Seat-seconds that a request is taken to cost. */
export const estimatedWork = ({ seats }: SeatRequest): number => seats * estimatedSeconds;

/** The requests of some flows, in order of arrival, and how much of the level's work they have had. */
export class FairQueue {
  readonly index: number;
  readonly waiting = new Set<SeatRequest>();
  /** Virtual time at which its next request begins. */
  nextDispatch = 0;
  executing = 0;
  seatsInUse = 0;

  constructor(index: number) {
    this.index = index;
  }

  get isActive(): boolean {
    return this.waiting.size > 0 || this.executing > 0;
  }

  get head(): SeatRequest | undefined {
    return this.waiting.values().next().value;
  }

  /** Seat-seconds of the requests that wait. */
  get waitingWork(): number {
    let work = 0;
    for (const request of this.waiting) work += estimatedWork(request);
    return work;
  }

  /** A queue earns nothing while it has no request: its next one begins no earlier than the head came. */
  boundNextDispatch(): void {
    const { head } = this;
    if (head !== undefined) this.nextDispatch = Math.max(this.nextDispatch, head.arrival);
  }

  began(request: SeatRequest): void {
    this.nextDispatch += estimatedWork(request);
    this.executing++;
    this.seatsInUse += request.seats;
    this.boundNextDispatch();
  }

  /** `seconds`: how long it took, in place of the estimate. */
  ended(request: SeatRequest, seconds: number): void {
    this.nextDispatch -= request.seats * (estimatedSeconds - seconds);
    this.executing--;
    this.seatsInUse -= request.seats;
    this.boundNextDispatch();
  }
}
