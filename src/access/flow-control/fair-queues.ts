import { DispatchMarks } from './dispatch-marks.ts';
import type { FairQueue, SeatRequest } from './fair-queue.ts';
import { QueueArray, type Queuing } from './queue-array.ts';
import { type DemandSummary, SeatDemand } from './seat-demand.ts';

/** The seats and queues that a priority level has for its requests. */
export interface LevelLimits {
  /** Requests that execute at a time, each counted by its seats. */
  readonly seats: number;
  /** Undefined when requests beyond the seats are rejected. */
  readonly queuing: Queuing | undefined;
}

export type Rejection = 'queue-full' | 'concurrency-limit';

/**
 * The requests of one priority level. Those that find seats execute; the others wait in the shortest queue of their
 * flow's hand. Queues take turns by the work that they have had: in virtual time, which passes as fast as each active
 * queue can be served, the next request is the one that would end first if all queues were served at once.
 *
 * Worked example: one seat, queue 0 with five requests, then queue 1 with one. Each is estimated at 3 ms, so queue 1
 * ends at 3 ms of virtual time and the second request of queue 0 at 6 ms: the latecomer goes second, not sixth.
 */
export class FairQueues {
  readonly #now: () => number;
  #limits: LevelLimits;
  #queues: QueueArray | undefined;
  /** Virtual time and when it was worked out, in seconds. */
  #virtualTime = 0;
  #syncedAt: number;
  #activeQueues = 0;
  #waiting = 0;
  /** Seats that those that wait ask for. */
  #seatsWaiting = 0;
  #executing = 0;
  #seatsInUse = 0;
  readonly #demand = new SeatDemand();
  /** Undefined before the first dispatch. */
  #lastDispatch: DispatchMarks | undefined;

  /** `now`: a monotonic clock, in seconds. */
  constructor(limits: LevelLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
    this.#syncedAt = now();
    this.configure(limits);
  }

  get limits(): LevelLimits {
    return this.#limits;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get executing(): number {
    return this.#executing;
  }

  get seatsInUse(): number {
    return this.#seatsInUse;
  }

  get isIdle(): boolean {
    return this.#waiting === 0 && this.#executing === 0;
  }

  get activeQueues(): number {
    return this.#activeQueues;
  }

  get queues(): readonly FairQueue[] {
    return this.#queues?.all ?? [];
  }

  /** State of the queues when a request was last dispatched from one of them; undefined when none was yet. */
  get lastDispatch(): Readonly<DispatchMarks> | undefined {
    return this.#lastDispatch;
  }

  /** Virtual time, in seconds. */
  get virtualTime(): number {
    this.#sync();
    return this.#virtualTime;
  }

  /** The demand for seats since the last call. */
  takeDemand(): DemandSummary {
    this.#sync();
    return this.#demand.take(this.#seatsInUse + this.#seatsWaiting);
  }

  /** Requests that wait keep their places, also in a level that rejects from now on. */
  configure(limits: LevelLimits): void {
    this.#sync();
    this.#limits = limits;
    if (limits.queuing !== undefined) {
      if (this.#queues === undefined) this.#queues = new QueueArray(limits.queuing);
      else this.#queues.configure(limits.queuing);
    }
    this.#dispatch();
  }

  /** Gives the request its seats, lets it wait or rejects it. */
  admit(request: SeatRequest): 'executing' | 'waiting' | Rejection {
    this.#sync();
    const { queuing, seats } = this.#limits;
    if (queuing === undefined) {
      if (!this.#fits(request)) return 'concurrency-limit';
      this.#begin(request);
      return 'executing';
    }
    const queues = this.#queues!;
    const queue = queues.shortest(request);
    if (this.#seatsInUse >= seats && queues.isFull(queue)) return 'queue-full';
    this.#enqueue(request, queue);
    this.#dispatch(request);
    return queue.waiting.at(-1) === request ? 'waiting' : 'executing';
  }

  /** Whether the request would be rejected, as far as that can be said before it arrives. */
  wouldReject(request: SeatRequest): boolean {
    const { queuing, seats } = this.#limits;
    if (queuing === undefined) return !this.#fits(request);
    return this.#seatsInUse >= seats && this.#queues!.isHandFull(request);
  }

  /** The request waits no longer. False when it did not wait. */
  cancel(request: SeatRequest): boolean {
    this.#sync();
    if (request.queue?.remove(request) !== true) return false;
    this.#leftQueue(request);
    request.queue.boundNextDispatch();
    this.#settle(request.queue);
    return true;
  }

  /** The request executes no longer. Its seats are free, unless it keeps them for a while. */
  end(request: SeatRequest): void {
    this.#sync();
    this.#executing--;
    request.queue?.ended(request, this.#now() - request.since);
    if (!request.keepsSeats) this.#returnSeats(request);
    this.#settle(request.queue);
  }

  /** The request, which has ended, keeps its seats no longer. */
  free(request: SeatRequest): void {
    this.#sync();
    this.#returnSeats(request);
    this.#dispatch();
  }

  /** A request that gave up its seats goes on, even when none is free: fewer are left for later requests. */
  resume(request: SeatRequest): void {
    this.#sync();
    if (request.queue !== undefined) this.#activate(request.queue);
    this.#begin(request);
  }

  /** Virtual time passes by the seats in use over the queues that share them. */
  #sync(): void {
    const now = this.#now();
    const elapsed = now - this.#syncedAt;
    this.#syncedAt = now;
    this.#demand.held(this.#seatsInUse + this.#seatsWaiting, elapsed);
    if (this.#activeQueues === 0) return;
    const served = Math.min(this.#seatsInUse + this.#seatsWaiting, this.#limits.seats);
    this.#virtualTime += (elapsed * served) / this.#activeQueues;
  }

  /** A request that takes more seats than there are executes alone. */
  #fits({ seats }: SeatRequest): boolean {
    const { seats: limit } = this.#limits;
    return seats > limit ? this.#seatsInUse === 0 : this.#seatsInUse + seats <= limit;
  }

  #returnSeats({ seats, queue }: SeatRequest): void {
    this.#seatsInUse -= seats;
    if (queue !== undefined) queue.seatsInUse -= seats;
  }

  #enqueue(request: SeatRequest, queue: FairQueue): void {
    this.#activate(queue);
    request.queue = queue;
    request.arrival = this.#virtualTime;
    request.since = this.#now();
    queue.waiting.push(request);
    queue.boundNextDispatch();
    this.#waiting++;
    this.#seatsWaiting += request.seats;
  }

  #leftQueue({ seats }: SeatRequest): void {
    this.#waiting--;
    this.#seatsWaiting -= seats;
  }

  /**
   * Dispatches what fits. When the head that would end first does not fit, all wait: a wide request must not starve.
   */
  #dispatch(arriving?: SeatRequest): void {
    while (this.#waiting > 0 && this.#seatsInUse < this.#limits.seats) {
      const queue = this.#queues!.earliest()!;
      const request = queue.head!;
      if (!this.#fits(request)) return;
      this.#mark(queue);
      queue.remove(request);
      this.#queues!.served(queue);
      this.#leftQueue(request);
      this.#begin(request);
      if (request !== arriving) request.dispatched();
    }
  }

  #mark({ nextDispatch }: FairQueue): void {
    this.#lastDispatch ??= new DispatchMarks();
    this.#lastDispatch.copy(this.#queues!.marks);
    this.#lastDispatch.virtualTime = this.#virtualTime;
    this.#lastDispatch.start = nextDispatch;
  }

  #begin(request: SeatRequest): void {
    request.since = this.#now();
    this.#executing++;
    this.#seatsInUse += request.seats;
    request.queue?.began(request);
  }

  #activate(queue: FairQueue): void {
    if (queue.isActive) return;
    queue.nextDispatch = this.#virtualTime;
    this.#activeQueues++;
  }

  /** After a request has left a queue. */
  #settle(queue: FairQueue | undefined): void {
    if (queue?.isActive === false) this.#activeQueues--;
    this.#queues?.dropEmpty();
    this.#dispatch();
  }
}
