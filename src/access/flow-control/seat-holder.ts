import type { Classified } from './classifier.ts';
import { SeatRequest } from './fair-queue.ts';
import type { FairQueues, Rejection } from './fair-queues.ts';
import type { FlowSeries } from './flow-observer.ts';
import type { FlowRequest } from './flow-rules.ts';
import type { Tally } from './priority-levels.ts';
import type { UnlimitedSeats } from './seat-demand.ts';
import type { Work } from './work.ts';

export interface SeatHolderOptions {
  subject: FlowRequest;
  work: Work;
  series: FlowSeries;
  /** Counts a refusal of its level. Returns the seconds after which its client may come again. */
  refused: () => number;
  /** Milliseconds that it may wait. */
  maxWait: number;
  /** A monotonic clock, in seconds. */
  now: () => number;
}

/** The seats of one request at its priority level: waited for, held and given back. */
export class FlowSeatHolder {
  readonly schemaUid: string;
  readonly levelUid: string;
  readonly #queues: FairQueues | undefined;
  readonly #unlimited: UnlimitedSeats | undefined;
  readonly #tally: Tally;
  readonly #request: SeatRequest;
  readonly #options: SeatHolderOptions;
  /** Ends its wait. */
  #giveUp: (() => void) | undefined;
  /** Frees the seats that it keeps although it has ended. */
  #free: (() => void) | undefined;
  #began = 0;
  #seconds = 0;
  #isExecuting = false;
  #wasDispatched = false;

  constructor(classified: Classified, options: SeatHolderOptions) {
    this.schemaUid = classified.schemaUid;
    this.levelUid = classified.level.uid;
    this.#queues = classified.level.queues;
    this.#unlimited = classified.level.unlimited;
    this.#tally = classified.level.tally;
    this.#options = options;
    this.#request = new SeatRequest(classified, options.work, options.subject);
  }

  /** Whether it would be rejected if it came now; then that is counted. */
  isRefused(): boolean {
    if (this.#queues?.wouldReject(this.#request) !== true) return false;
    this.#rejected(this.#queues.limits.queuing === undefined ? 'concurrency-limit' : 'queue-full');
    return true;
  }

  /** Whether it has its seats: at once, or after a wait. */
  take(): boolean | Promise<boolean> {
    const { series } = this.#options;
    if (this.#queues === undefined) {
      series.dispatched();
      this.#execute();
      return true;
    }
    const outcome = this.#queues.admit(this.#request);
    if (outcome === 'waiting') return this.#wait(this.#queues);
    if (outcome !== 'executing') {
      this.#rejected(outcome);
      return false;
    }
    if (this.#request.queue !== undefined) series.joined(1);
    series.waited(0, true);
    this.#dispatched();
    return true;
  }

  /** It was refused. Returns the seconds after which its client may come again. */
  refused(): number {
    return this.#options.refused();
  }

  /** It works no longer, or waits for its client: gives up its seats, or its wait for them. */
  release(): void {
    this.#giveUp?.();
    if (!this.#isExecuting) return;
    this.#isExecuting = false;
    this.#seconds += this.#options.now() - this.#began;
    this.#unlimited?.change(-1);
    if (this.#queues === undefined) return;
    const { keepsSeats, seats } = this.#request;
    this.#options.series.executing(-1);
    if (!keepsSeats) this.#options.series.seats(-seats);
    this.#queues.end(this.#request);
    if (keepsSeats) this.#freeLater(this.#queues);
  }

  /** It goes on after it has given up its seats. */
  resume(): void {
    this.#free?.();
    this.#queues?.resume(this.#request);
    this.#execute();
  }

  /** Nothing more comes of it. */
  ended(): void {
    this.release();
    const { series, subject } = this.#options;
    if (this.#wasDispatched) series.executed(this.#seconds, subject.info.verb === 'watch');
    this.#wasDispatched = false;
  }

  /** Its event is on the way to those that watch. The answer does not wait for that. */
  #freeLater(queues: FairQueues): void {
    const free = (): void => {
      clearTimeout(timer);
      this.#free = undefined;
      this.#options.series.seats(-this.#request.seats);
      queues.free(this.#request);
    };
    const timer = setTimeout(free, this.#request.work.finalSeconds * 1000).unref();
    this.#free = free;
  }

  #wait(queues: FairQueues): Promise<boolean> {
    const { series, maxWait, now } = this.#options;
    const request = this.#request;
    const since = now();
    series.joined(request.queue!.waiting.length);
    series.waiting(1, request.seats);
    return new Promise((resolve) => {
      const over = (executed: boolean): void => {
        clearTimeout(timer);
        this.#giveUp = undefined;
        series.waiting(-1, request.seats);
        // One that gave up counts as well: only those that were rejected on arrival do not.
        series.waited(now() - since, true);
        resolve(executed);
      };
      const drop = (reason: 'time-out' | 'cancelled'): void => {
        queues.cancel(request);
        this.#tally[reason === 'cancelled' ? 'cancelled' : 'timedOut']++;
        series.rejected(reason);
        over(false);
      };
      const timer = setTimeout(() => drop('time-out'), maxWait);
      this.#giveUp = () => drop('cancelled');
      request.dispatched = () => {
        this.#dispatched();
        over(true);
      };
    });
  }

  #rejected(reason: Rejection): void {
    const { series } = this.#options;
    this.#tally.rejected++;
    series.rejected(reason);
    series.waited(0, false);
  }

  #dispatched(): void {
    this.#tally.dispatched++;
    this.#options.series.dispatched();
    this.#execute();
  }

  #execute(): void {
    this.#isExecuting = true;
    this.#wasDispatched = true;
    this.#began = this.#options.now();
    this.#unlimited?.change(1);
    if (this.#queues === undefined) return;
    this.#options.series.executing(1);
    this.#options.series.seats(this.#request.seats);
  }
}
