import type { Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import { liveMetric, type Value } from './live-metric.ts';
import { QueueFigures, QueueMeter } from './queue-meter.ts';

type Read = (figures: QueueFigures, now: number) => number;

const figures: readonly [name: string, type: string, help: string, read: Read][] = [
  ['depth', 'gauge', 'Keys that wait.', ({ depth }) => depth],
  ['adds_total', 'counter', 'Keys that were added.', ({ adds }) => adds],
  ['retries_total', 'counter', 'Keys that were to be added again later.', ({ retries }) => retries],
  [
    ...([
      'unfinished_work_seconds',
      'gauge',
      'How long the work under way has taken so far, in sum.',
    ] as const),
    ({ begun }, now) => [...begun].reduce((sum, { at }) => sum + now - at, 0) / 1_000,
  ],
  [
    ...([
      'longest_running_processor_seconds',
      'gauge',
      'How long the longest work under way has taken so far.',
    ] as const),
    ({ begun }, now) => [...begun].reduce((longest, { at }) => Math.max(longest, now - at), 0) / 1_000,
  ],
];

/** Series of the work queues of this process, by their names. */
export class QueueSeries {
  readonly #clock: Clock;
  readonly #queues = new Map<string, QueueFigures>();

  /** `clock`: a monotonic one. */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** For one queue. */
  readonly meterOf = (name: string): QueueMeter => {
    let known = this.#queues.get(name);
    if (known === undefined) this.#queues.set(name, (known = new QueueFigures()));
    return new QueueMeter(known, this.#clock);
  };

  register(registry: Registry): void {
    const add = (name: string, type: string, help: string, values: (metric: string) => Value[]): void =>
      registry.registerMetric(liveMetric(`workqueue_${name}`, type, help, values) as never);
    const queues = () => [...this.#queues].map(([name, one]) => ({ labels: { name }, one }));
    for (const [name, type, help, read] of figures) {
      add(name, type, help, () =>
        queues().map(({ labels, one }) => ({ labels, value: read(one, this.#clock.now()) })),
      );
    }
    add('queue_duration_seconds', 'histogram', 'How long keys waited.', (metric) =>
      queues().flatMap(({ labels, one }) => one.waited.values(metric, labels)),
    );
    add('work_duration_seconds', 'histogram', 'How long the work on keys took.', (metric) =>
      queues().flatMap(({ labels, one }) => one.worked.values(metric, labels)),
    );
  }
}
