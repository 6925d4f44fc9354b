import type { FlowRequest } from './flow-rules.ts';

/** Seconds that a request is taken to last until it has ended. */
export const estimatedSeconds = 0.003;

/** Seat-seconds that a request is taken to cost. */
export const estimatedWork = ({ seats }: SeatRequest): number => seats * estimatedSeconds;

/** The requests that share queues. */
export interface Flow {
  readonly schema: string;
  /** The flow within its FlowSchema: a user, a namespace or "". */
  readonly distinguisher: string;
}

/** One request at a priority level, from when it asks for seats until it needs none any more. */
export class SeatRequest {
  readonly schema: string;
  readonly distinguisher: string;
  /** Number of the level's seats that it takes. */
  readonly seats: number;
  readonly subject: FlowRequest;
  readonly arrived = new Date();
  /** Seconds, by the clock of the level, since it waits or executes. */
  since = 0;
  /** Virtual time of its arrival. */
  arrival = 0;
  queue: FairQueue | undefined;
  /** Called when it gets its seats after it had to wait. */
  dispatched: () => void = () => {};

  constructor({ schema, distinguisher }: Flow, seats: number, subject: FlowRequest) {
    this.schema = schema;
    this.distinguisher = distinguisher;
    this.seats = seats;
    this.subject = subject;
  }
}

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
