import type { Registry } from 'prom-client';
import type { DispatchMarks } from '../../access/flow-control/dispatch-marks.ts';
import type { FairQueues } from '../../access/flow-control/fair-queues.ts';
import type { PriorityLevel } from '../../access/flow-control/priority-levels.ts';
import type { LendingState } from '../../access/flow-control/seat-lending.ts';
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

const perLevel: readonly LevelMetric[] = [
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

/** Figures of the seats that levels have, lend and borrow. */
const ofLending: readonly (readonly [
  suffix: string,
  help: string,
  value: (state: LendingState) => number,
])[] = [
  ['nominal_limit_seats', 'Seats of a priority level, by its shares.', ({ bounds }) => bounds.nominal],
  ['lower_limit_seats', 'The fewest seats that a priority level may have.', ({ bounds }) => bounds.lower],
  ['upper_limit_seats', 'The most seats that a priority level may have.', ({ bounds }) => bounds.upper],
  ['current_limit_seats', 'Seats that a priority level has now.', ({ current }) => current],
  [
    'demand_seats_high_watermark',
    'The most seats that were wanted in the last period.',
    ({ demand }) => demand.highest,
  ],
  [
    'demand_seats_average',
    'Seats that were wanted in the last period, on average.',
    ({ demand }) => demand.average,
  ],
  [
    'demand_seats_stdev',
    'Standard deviation of the seats that were wanted.',
    ({ demand }) => demand.deviation,
  ],
  ['demand_seats_smoothed', 'Seats that are wanted, smoothed over periods.', ({ smoothed }) => smoothed],
  ['target_seats', 'Seats that a priority level was to get at the last division.', ({ target }) => target],
];

/**
 * Adds the series that are read from the priority levels when they are scraped. `fairness`: part of what they want that
 * levels got at the last division.
 */
export function registerLevelSeries(
  registry: Registry,
  levels: () => readonly PriorityLevel[],
  fairness: () => number,
): void {
  const add = (suffix: string, help: string, values: () => Value[]): void =>
    registry.registerMetric(liveMetric(`apiserver_flowcontrol_${suffix}`, 'gauge', help, values) as never);
  const limited = () => levels().filter(({ queues }) => queues !== undefined);
  add('request_concurrency_limit', 'Seats of a priority level.', () =>
    limited().map(({ name, lending }) => ({
      labels: { priority_level: name },
      value: lending.bounds.nominal,
    })),
  );
  add('seat_fair_frac', 'Part of their wishes that levels got at the last division of seats.', () => [
    { labels: {}, value: fairness() },
  ]);
  for (const [suffix, help, value] of ofLending)
    add(suffix, help, () =>
      levels().map(({ name, lending }) => ({ labels: { priority_level: name }, value: value(lending) })),
    );
  for (const [suffix, help, read] of perLevel) {
    const values = () =>
      levels().flatMap(({ name: priority_level, queues }) =>
        queues === undefined ? [] : read(queues, { priority_level }),
      );
    add(suffix, help, values);
  }
}
