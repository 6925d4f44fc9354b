import type { Registry } from 'prom-client';
import type { DispatchMarks } from '../../access/flow-control/dispatch-marks.ts';
import type { FairQueues } from '../../access/flow-control/fair-queues.ts';
import type { PriorityLevel } from '../../access/flow-control/priority-levels.ts';
import { type Labels, liveMetric, type Value } from '../../util/metrics/live-metric.ts';

/** The figures of a priority level that a scrape reads. */
type LevelMetric = readonly [
  suffix: string,
  help: string,
  values: (queues: FairQueues, level: Labels) => Value[],
];

/** Values of queues that have dispatched a request. */
const sinceDispatch =
  (read: (marks: Readonly<DispatchMarks>, level: Labels) => Value[]) =>
  ({ lastDispatch }: FairQueues, level: Labels): Value[] =>
    lastDispatch === undefined ? [] : read(lastDispatch, level);

const boundValues = ({ min, max }: { min: number; max: number }, level: Labels): Value[] => [
  { labels: { ...level, bound: 'min' }, value: min },
  { labels: { ...level, bound: 'max' }, value: max },
];

const seats = ({ limits }: FairQueues, labels: Labels): Value[] => [{ labels, value: limits.seats }];

const perLevel: readonly LevelMetric[] = [
  ['request_concurrency_limit', 'Seats of a priority level.', seats],
  ['nominal_limit_seats', 'Seats of a priority level, by its shares.', seats],
  // No level borrows seats: all of these are the same.
  ['lower_limit_seats', 'The fewest seats that a priority level may have.', seats],
  ['upper_limit_seats', 'The most seats that a priority level may have.', seats],
  ['current_limit_seats', 'Seats that a priority level has now.', seats],
  [
    'current_r',
    'Virtual time of a priority level, in seconds.',
    ({ virtualTime: value }, labels) => [{ labels, value }],
  ],
  [
    'dispatch_r',
    'Virtual time of a priority level when it last dispatched a request.',
    sinceDispatch(({ virtualTime: value }, labels) => [{ labels, value }]),
  ],
  [
    'latest_s',
    'Virtual time at which the request began that was dispatched last.',
    sinceDispatch(({ start: value }, labels) => [{ labels, value }]),
  ],
  [
    'next_s_bounds',
    'Virtual times at which queues would begin their next requests, at the last dispatch: least and greatest.',
    sinceDispatch(({ starts }, level) => boundValues(starts, level)),
  ],
  [
    'next_discounted_s_bounds',
    'The same, without the work that each queue is taken to have under way.',
    sinceDispatch(({ discountedStarts }, level) => boundValues(discountedStarts, level)),
  ],
];

/** Adds the series that are read from the priority levels when they are scraped. */
export function registerLevelSeries(registry: Registry, levels: () => readonly PriorityLevel[]): void {
  for (const [suffix, help, read] of perLevel) {
    const values = () =>
      levels().flatMap(({ name: priority_level, queues }) =>
        queues === undefined ? [] : read(queues, { priority_level }),
      );
    registry.registerMetric(liveMetric(`apiserver_flowcontrol_${suffix}`, 'gauge', help, values) as never);
  }
}
