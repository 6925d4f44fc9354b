import type { Registry } from 'prom-client';
import type { FlowObserver, FlowSeries } from '../../access/flow-control/flow-observer.ts';
import type { PriorityLevel } from '../../access/flow-control/priority-levels.ts';
import { Buckets, type Labels, liveMetric, type Value } from '../../util/metrics/live-metric.ts';
import type { FlowSamples } from './flow-samples.ts';

const durationBounds = [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30];
const lengthBounds = [0, 10, 25, 50, 100, 250, 500, 1000];
const seatBounds = [1, 2, 4, 10];
const watchBounds = [0, 1, 10, 100, 1_000, 10_000];

/** The counts of one FlowSchema at one priority level. */
class Counts implements FlowSeries {
  readonly labels: Labels;
  readonly #level: string;
  readonly #samples: FlowSamples;
  inQueue = 0;
  running = 0;
  seats = 0;
  dispatches = 0;
  readonly rejections = new Map<string, number>();
  readonly waits = { true: new Buckets(durationBounds), false: new Buckets(durationBounds) };
  /** By whether they were watches; as one where the release makes no difference. */
  readonly executions = { regular: new Buckets(durationBounds), watch: new Buckets(durationBounds) };
  readonly isTyped: boolean;
  readonly watches = new Buckets(watchBounds);
  readonly lengths = new Buckets(lengthBounds);
  readonly estimates = new Buckets(seatBounds);

  constructor(priority_level: string, flow_schema: string, samples: FlowSamples, isTyped: boolean) {
    this.isTyped = isTyped;
    this.labels = { priority_level, flow_schema };
    this.#level = priority_level;
    this.#samples = samples;
  }

  waiting(change: 1 | -1, seats: number): void {
    this.inQueue += change;
    this.#samples.waitingSeats(this.#level, change * seats);
    this.#samples.level(this.#level, 'waiting', change);
  }

  executing(change: 1 | -1, seats: number): void {
    this.running += change;
    this.seats += change * seats;
    this.#samples.level(this.#level, 'executing', change);
    this.#samples.seats(this.#level, change * seats);
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

type Metric = readonly [
  name: string,
  type: string,
  help: string,
  values: (one: Counts, name: string) => Value[],
];

const perSchema: readonly Metric[] = [
  [
    'rejected_requests_total',
    'counter',
    'Requests that flow control refused, by its reason.',
    ({ labels, rejections }) =>
      [...rejections].map(([reason, value]) => ({ labels: { ...labels, reason }, value })),
  ],
  [
    'dispatched_requests_total',
    'counter',
    'Requests that flow control let through.',
    ({ labels, dispatches }) => [{ labels, value: dispatches }],
  ],
  [
    'current_inqueue_requests',
    'gauge',
    'Requests that wait for seats.',
    ({ labels, inQueue }) => [{ labels, value: inQueue }],
  ],
  [
    'current_executing_requests',
    'gauge',
    'Requests that hold seats.',
    ({ labels, running }) => [{ labels, value: running }],
  ],
  [
    'request_concurrency_in_use',
    'gauge',
    'Seats that requests hold.',
    ({ labels, seats }) => [{ labels, value: seats }],
  ],
  [
    'current_executing_seats',
    'gauge',
    'Seats that requests hold now.',
    ({ labels, seats }) => [{ labels, value: seats }],
  ],
  [
    'work_estimated_seats',
    'histogram',
    'Seats that requests are taken to need.',
    ({ labels, estimates }, name) => estimates.values(name, labels),
  ],
  [
    'request_wait_duration_seconds',
    'histogram',
    'Time that requests waited for seats.',
    ({ labels, waits }, name) =>
      (['true', 'false'] as const).flatMap((execute) => waits[execute].values(name, { ...labels, execute })),
  ],
  [
    'request_execution_seconds',
    'histogram',
    'Time that requests held seats.',
    ({ labels, executions, isTyped }, name) =>
      (['regular', 'watch'] as const).flatMap((type) =>
        executions[type].count === 0
          ? []
          : executions[type].values(name, isTyped ? { ...labels, type } : labels),
      ),
  ],
  [
    'watch_count_samples',
    'histogram',
    'Watches that hear of a write.',
    ({ labels, watches }, name) => (watches.count === 0 ? [] : watches.values(name, labels)),
  ],
  [
    'request_queue_length_after_enqueue',
    'histogram',
    'Length of the queue that a request joined, itself included.',
    ({ labels, lengths }, name) => lengths.values(name, labels),
  ],
];

/** The series of flow control. */
export class FlowSeriesSet implements FlowObserver {
  readonly #all: Counts[] = [];
  readonly #samples: FlowSamples;
  readonly #isTyped: boolean;

  /** `isTyped`: whether durations say whether they are those of watches. */
  constructor(samples: FlowSamples, isTyped: boolean) {
    this.#samples = samples;
    this.#isTyped = isTyped;
  }

  register(registry: Registry): void {
    this.#samples.register(registry);
    for (const [suffix, type, help, valuesOf] of perSchema) {
      const values = (name: string) => this.#all.flatMap((one) => valuesOf(one, name));
      registry.registerMetric(liveMetric(`apiserver_flowcontrol_${suffix}`, type, help, values) as never);
    }
  }

  /** Reads the limits of levels from here. */
  observeLevels(levels: () => readonly PriorityLevel[]): void {
    this.#samples.levels = () => levels().map(({ name }) => name);
    this.#samples.boundsOf = (name) => {
      const level = levels().find((one) => one.name === name);
      if (level?.queues === undefined) return undefined;
      const { queuing } = level.queues.limits;
      const seats = level.lending.bounds.nominal;
      return {
        seats,
        places: Math.max(1, queuing?.queueLengthLimit ?? 0) * Math.max(1, queuing?.queues ?? 0),
      };
    };
  }

  series(priority_level: string, flow_schema: string): FlowSeries {
    const counts = new Counts(priority_level, flow_schema, this.#samples, this.#isTyped);
    this.#all.push(counts);
    return counts;
  }
}
