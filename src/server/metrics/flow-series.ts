import type { Registry } from 'prom-client';
import type { FlowObserver, FlowSeries } from '../../access/flow-control/flow-observer.ts';
import type { PriorityLevel } from '../../access/flow-control/priority-levels.ts';
import { liveMetric, type Value } from '../../util/metrics/live-metric.ts';
import { FlowCounts, type FlowRules, flowRules } from './flow-counts.ts';
import type { FlowSamples } from './flow-samples.ts';

type Metric = readonly [
  name: string,
  type: string,
  help: string,
  values: (one: FlowCounts, name: string) => Value[],
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
    'current_inqueue_seats',
    'gauge',
    'Seats that requests wait for.',
    ({ labels, seatsInQueue }) => [{ labels, value: seatsInQueue }],
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
    ({ labels, seatsInUse }) => [{ labels, value: seatsInUse }],
  ],
  [
    'current_executing_seats',
    'gauge',
    'Seats that requests hold now.',
    ({ labels, seatsInUse }) => [{ labels, value: seatsInUse }],
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
  readonly #all: FlowCounts[] = [];
  readonly #samples: FlowSamples;
  readonly #rules: FlowRules;

  /** `release`: which is served, `1.23`. */
  constructor(samples: FlowSamples, release: string) {
    this.#samples = samples;
    this.#rules = flowRules(release);
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
    const counts = new FlowCounts({ priority_level, flow_schema }, this.#samples, this.#rules);
    this.#all.push(counts);
    return counts;
  }
}
