import type { FlowSeries } from '../../access/flow-control/flow-observer.ts';
import { isReleasedBy } from '../../api/meta/release.ts';
import { Buckets, type Labels } from '../../util/metrics/live-metric.ts';
import type { FlowSamples } from './flow-samples.ts';

const earlierDurations = [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30];
const durations = [...earlierDurations.slice(0, -1), 15, 30];
const lengthBounds = [0, 10, 25, 50, 100, 250, 500, 1000];
const seatBounds = [1, 2, 4, 10];
const watchBounds = [0, 1, 10, 100, 1_000, 10_000];

/** The metrics as a release has them. */
export interface FlowRules {
  /** Whether durations say whether they are those of watches. */
  readonly isTyped: boolean;
  /** Bounds of durations. */
  readonly durations: readonly number[];
}

export const flowRules = (release: string): FlowRules => ({
  isTyped: isReleasedBy('1.25', release),
  durations: isReleasedBy('1.29', release) ? durations : earlierDurations,
});

/** The counts of one FlowSchema at one priority level. */
export class FlowCounts implements FlowSeries {
  readonly labels: Labels;
  readonly #level: string;
  readonly #samples: FlowSamples;
  inQueue = 0;
  seatsInQueue = 0;
  running = 0;
  seatsInUse = 0;
  dispatches = 0;
  readonly rejections = new Map<string, number>();
  readonly waits: { readonly true: Buckets; readonly false: Buckets };
  /** By whether they were watches; as one where the release makes no difference. */
  readonly executions: { readonly regular: Buckets; readonly watch: Buckets };
  readonly isTyped: boolean;
  readonly watches = new Buckets(watchBounds);
  readonly lengths = new Buckets(lengthBounds);
  readonly estimates = new Buckets(seatBounds);

  constructor(
    labels: { priority_level: string; flow_schema: string },
    samples: FlowSamples,
    rules: FlowRules,
  ) {
    const buckets = () => new Buckets(rules.durations);
    this.waits = { true: buckets(), false: buckets() };
    this.executions = { regular: buckets(), watch: buckets() };
    this.isTyped = rules.isTyped;
    this.labels = labels;
    this.#level = labels.priority_level;
    this.#samples = samples;
  }

  waiting(change: 1 | -1, seats: number): void {
    this.inQueue += change;
    this.seatsInQueue += change * seats;
    this.#samples.waitingSeats(this.#level, change * seats);
    this.#samples.level(this.#level, 'waiting', change);
  }

  executing(change: 1 | -1): void {
    this.running += change;
    this.#samples.level(this.#level, 'executing', change);
  }

  seats(change: number): void {
    this.seatsInUse += change;
    this.#samples.seats(this.#level, change);
  }

  estimated(seats: number): void {
    this.estimates.add(seats);
  }

  dispatched(): void {
    this.dispatches++;
  }

  rejected(reason: string): void {
    this.rejections.set(reason, (this.rejections.get(reason) ?? 0) + 1);
  }

  waited(seconds: number, executed: boolean): void {
    this.waits[executed ? 'true' : 'false'].add(seconds);
  }

  executed(seconds: number, isWatch: boolean): void {
    this.executions[isWatch && this.isTyped ? 'watch' : 'regular'].add(seconds);
  }

  watched(watches: number): void {
    this.watches.add(watches);
  }

  joined(queueLength: number): void {
    this.lengths.add(queueLength);
  }
}
