import { DispatchMarks } from './dispatch-marks.ts';
import type { SeatRequest } from './fair-queue.ts';
import { estimatedWork, FairQueue } from './fair-queue.ts';
import { ShuffleShard } from './shuffle-shard.ts';

export interface Queuing {
  readonly queues: number;
  readonly handSize: number;
  readonly queueLengthLimit: number;
}

/** The queues of a priority level: which one a request joins, and which one is next. */
export class QueueArray {
  #queuing: Queuing;
  #shard: ShuffleShard;
  /** Queues; those beyond the configured number get no further requests, and go when they are empty. */
  readonly #queues: FairQueue[] = [];
  /** Index at which the last look for the next request ended. */
  #scan = 0;
  #arrivals = 0;
  /** Marks of the queues at the last look for the next request. */
  readonly marks = new DispatchMarks();

  constructor(queuing: Queuing) {
    this.#queuing = queuing;
    this.#shard = new ShuffleShard(queuing.queues, queuing.handSize);
    this.configure(queuing);
  }

  get all(): readonly FairQueue[] {
    return this.#queues;
  }

  configure(queuing: Queuing): void {
    const { queues, handSize } = queuing;
    if (queues !== this.#queuing.queues || handSize !== this.#queuing.handSize)
      this.#shard = new ShuffleShard(queues, handSize);
    this.#queuing = queuing;
    while (this.#queues.length < queues) this.#queues.push(new FairQueue(this.#queues.length));
    this.dropEmpty();
  }

  /** Removes queues beyond the configured number from the end, as far as they are empty. */
  dropEmpty(): void {
    while (this.#queues.length > this.#queuing.queues && !this.#queues.at(-1)!.isActive) this.#queues.pop();
  }

  isFull(queue: FairQueue): boolean {
    return queue.waiting.length >= this.#queuing.queueLengthLimit;
  }

  /** Whether all queues of the flow are full. */
  isHandFull(request: SeatRequest): boolean {
    return this.#hand(request).every((index) => this.isFull(this.#queues[index]!));
  }

  /** The queue of the flow's hand with the least work; of equal ones, each arrival begins with another one. */
  shortest(request: SeatRequest): FairQueue {
    const hand = this.#hand(request);
    const offset = this.#arrivals++ % hand.length;
    let best = this.#queues[hand[offset]!]!;
    let least = best.waitingWork;
    for (let step = 1; step < hand.length && least > 0; step++) {
      const queue = this.#queues[hand[(offset + step) % hand.length]!]!;
      const work = queue.waitingWork;
      if (work >= least) continue;
      least = work;
      best = queue;
    }
    return best;
  }

  /**
   * The queue whose head would end first in virtual time; of equal ones, the next after the last one that was served.
   */
  earliest(): FairQueue | undefined {
    let best: FairQueue | undefined;
    let least = Number.POSITIVE_INFINITY;
    const count = this.#queues.length;
    this.marks.clear();
    for (let step = 1; step <= count; step++) {
      const queue = this.#queues[(this.#scan + step) % count]!;
      if (queue.waiting.length === 0) continue;
      this.marks.add(queue);
      const end = queue.nextDispatch + estimatedWork(queue.head!);
      if (end >= least) continue;
      least = end;
      best = queue;
    }
    return best;
  }

  served(queue: FairQueue): void {
    this.#scan = queue.index;
  }

  #hand({ schema, distinguisher }: SeatRequest): readonly number[] {
    return this.#shard.hand(schema, distinguisher);
  }
}
