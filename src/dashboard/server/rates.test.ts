import { describe, expect, it } from 'vitest';
import { quantile, ratesBetween, workBetween } from './rates.ts';
import { readingOf } from './reading.ts';

const metrics = (requests: number, errors: number, fast: number, slow: number): string =>
  [
    `apiserver_request_total{verb="GET",code="200"} ${requests - errors}`,
    `apiserver_request_total{verb="GET",code="500"} ${errors}`,
    `apiserver_request_duration_seconds_bucket{verb="GET",le="0.1"} ${fast}`,
    `apiserver_request_duration_seconds_bucket{verb="GET",le="1"} ${fast + slow}`,
    `apiserver_request_duration_seconds_bucket{verb="GET",le="+Inf"} ${fast + slow}`,
    'apiserver_request_duration_seconds_bucket{verb="WATCH",le="+Inf"} 900',
    `apiserver_request_duration_seconds_sum{verb="GET",resource="pods"} ${requests / 100}`,
    `apiserver_request_duration_seconds_count{verb="GET",resource="pods"} ${requests}`,
    'apiserver_longrunning_requests{verb="WATCH",resource="pods"} 3',
    'apiserver_longrunning_requests{verb="CONNECT",resource="pods"} 9',
    'apiserver_flowcontrol_current_inqueue_requests{priority_level="low",flow_schema="a"} 2',
    'apiserver_flowcontrol_current_inqueue_requests{priority_level="low",flow_schema="b"} 1',
    'process_cpu_seconds_total 5',
  ].join('\n');

describe('two readings of metrics', () => {
  const before = readingOf(metrics(100, 0, 100, 0), 0);
  const after = readingOf(metrics(200, 10, 150, 50), 10_000);

  it('give rates a second, and times of requests in between, watches left out', () => {
    expect(ratesBetween(before, after)).toMatchObject({ requests: 10, errors: 1, p50: 100, cpu: 0 });
    expect(ratesBetween(before, after)!.p99).toBeCloseTo(982, 0);
  });

  it('give none when the server has started anew', () => {
    expect(ratesBetween(after, before)).toBeUndefined();
    expect(ratesBetween(after, { ...before, time: 20_000 })).toBeUndefined();
  });

  it('tell the work that took most time', () => {
    expect(workBetween(before.byRequest, after.byRequest, 10, 5)).toEqual([
      { name: 'GET pods', rate: 10, mean: 10, share: 100 },
    ]);
  });

  it('count watchers, and queues by priority level', () => {
    expect(after.watchers).toBe(3);
    expect(after.levels).toEqual([{ name: 'low', executing: 0, queued: 3, rejected: 0 }]);
  });
});

it('without values there is no quantile, and beyond the last bound it is that bound', () => {
  expect(quantile({ bounds: [1, Infinity], counts: [0, 0] }, 0.5)).toBeUndefined();
  expect(quantile({ bounds: [1, Infinity], counts: [0, 4] }, 0.5)).toBe(1_000);
});

it('older servers name the watches and the objects otherwise; of both names one is counted', () => {
  const older = ['apiserver_longrunning_gauge{verb="WATCH"} 3', 'etcd_object_counts{resource="pods"} 7'];
  const newer = [
    'apiserver_longrunning_requests{verb="WATCH"} 3',
    'apiserver_storage_objects{resource="pods"} 7',
  ];
  for (const lines of [older, newer, [...older, ...newer]]) {
    expect(readingOf(lines.join('\n'), 0)).toMatchObject({
      watchers: 3,
      objects: [{ name: 'pods', value: 7 }],
    });
  }
});
