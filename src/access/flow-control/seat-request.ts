import type { FairQueue } from './fair-queue.ts';
import type { FlowRequest } from './flow-rules.ts';

/** The requests that share queues. */
export interface Flow {
  readonly schema: string;
  /** What tells the flows of a FlowSchema apart: a user, a namespace or "". */
  readonly distinguisher: string;
}

/** One request at a priority level, from when it asks for seats until it needs none any more. */
export class SeatRequest {
  readonly schema: string;
  readonly distinguisher: string;
  /** Of the level's seats, how many it takes. */
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
