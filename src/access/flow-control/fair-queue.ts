import type { FlowRequest } from './flow-rules.ts';
import { heldSeats, type Work } from './work.ts';

/** Seconds that a request is taken to last until it has ended. */
export const estimatedSeconds = 0.003;

/** Seat-seconds that a request is taken to cost. */
export const estimatedWork = ({ work }: SeatRequest): number =>
  work.seats * estimatedSeconds + work.finalSeats * work.finalSeconds;

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
  readonly work: Work;
  /** Number of the level's seats that it takes, from its beginning until they are free again. */
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

  constructor({ schema, distinguisher }: Flow, work: Work, subject: FlowRequest) {
    this.schema = schema;
    this.distinguisher = distinguisher;
    this.work = work;
    this.seats = heldSeats(work);
    this.subject = subject;
  }

  /** Whether its seats are not free as soon as it has ended. */
  get keepsSeats(): boolean {
    return this.work.finalSeconds > 0;
  }
}

/** The requests of some flows, in order of arrival, and how much of the level's work they have had. */
export class FairQueue {
  readonly index: number;
  /** A Set would keep what was in it from being collected young; see ReleasingMap. */
  readonly waiting: SeatRequest[] = [];
  /** Virtual time at which its next request begins. */
  nextDispatch = 0;
  executing = 0;
  seatsInUse = 0;

  constructor(index: number) {
    this.index = index;
  }

  get isActive(): boolean {
    return this.waiting.length > 0 || this.executing > 0;
  }

  get head(): SeatRequest | undefined {
    return this.waiting[0];
  }

  /** Seat-seconds of the requests that wait. */
  get waitingWork(): number {
    let work = 0;
    for (const request of this.waiting) work += estimatedWork(request);
    return work;
  }

  /** Takes a request out; tells whether it waited. */
  remove(request: SeatRequest): boolean {
    const at = this.waiting.indexOf(request);
    if (at !== -1) this.waiting.splice(at, 1);
    return at !== -1;
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
  ended({ work }: SeatRequest, seconds: number): void {
    this.nextDispatch -= work.seats * (estimatedSeconds - seconds);
    this.executing--;
    this.boundNextDispatch();
  }
}
