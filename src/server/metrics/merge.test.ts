import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { CollectionPauses } from '../../util/metrics/collection-pauses.ts';
import { liveMetric } from '../../util/metrics/live-metric.ts';
import { type MetricList, mergedCounts, mergedText } from './merge.ts';

/** The counters of a worker. */
async function counted(requests: number, objects: number, seconds: number[]): Promise<MetricList> {
  const registers = [new Registry()];
  const total = new Counter({ name: 'requests_total', help: 'r', labelNames: ['code'], registers });
  total.inc({ code: '200' }, requests);
  new Gauge({ name: 'open_watches', help: 'o', registers }).set(requests);
  new Gauge({ name: 'apiserver_storage_objects', help: 's', registers }).set(objects);
  new Gauge({ name: 'process_start_time_seconds', help: 'p', registers }).set(1_000 - objects);
  const durations = new Histogram({ name: 'duration_seconds', help: 'd', buckets: [1, 2], registers });
  for (const value of seconds) durations.observe(value);
  return JSON.parse(JSON.stringify(await registers[0]!.getMetricsAsJSON())) as MetricList;
}

const valuesOf = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('counts of workers add up, and what each of them has of the same thing is there once', async () => {
  const text = await mergedText([await counted(3, 7, [0.5, 3]), await counted(4, 8, [1.5])]);
  expect(valuesOf(text)).toEqual([
    'requests_total{code="200"} 7',
    'open_watches 7',
    'apiserver_storage_objects 8',
    'process_start_time_seconds 992',
    'duration_seconds_bucket{le="1"} 1',
    'duration_seconds_bucket{le="2"} 2',
    'duration_seconds_bucket{le="+Inf"} 3',
    'duration_seconds_sum 5',
    'duration_seconds_count 3',
  ]);
  expect(text).toContain('# TYPE requests_total counter');
});

test('of a worker that has ended its counts stay, and nothing that only was', async () => {
  const past = await mergedCounts([await counted(3, 7, [0.5]), await counted(1, 9, [3])]);
  const text = await mergedText([await counted(1, 2, []), past]);
  const values = valuesOf(text);
  expect(values).toContain('requests_total{code="200"} 5');
  expect(values).toContain('open_watches 1');
  expect(values).toContain('apiserver_storage_objects 2');
  expect(values).toContain('duration_seconds_count 2');
});

test('quantiles are those of the worker that is worst off, and go with it; what they are about adds up', async () => {
  const [busy, idle] = [await collected([0.125, 0.5]), await collected([0.25])];
  expect(valuesOf(await mergedText([busy, idle]))).toEqual([
    'go_gc_duration_seconds{quantile="0"} 0.125',
    'go_gc_duration_seconds{quantile="0.25"} 0.25',
    'go_gc_duration_seconds{quantile="0.5"} 0.5',
    'go_gc_duration_seconds{quantile="0.75"} 0.5',
    'go_gc_duration_seconds{quantile="1"} 0.5',
    'go_gc_duration_seconds_sum 0.875',
    'go_gc_duration_seconds_count 3',
  ]);
  const later = valuesOf(await mergedText([idle, await mergedCounts([busy])]));
  expect(later).toContain('go_gc_duration_seconds{quantile="1"} 0.25');
  expect(later).toContain('go_gc_duration_seconds_count 3');
});

/** The metrics of a worker about its collections of garbage. */
async function collected(pauses: number[]): Promise<MetricList> {
  const registry = new Registry();
  const all = new CollectionPauses();
  for (const seconds of pauses) all.add(seconds);
  const metric = liveMetric('go_gc_duration_seconds', 'summary', 'p', (name) => all.values(name));
  registry.registerMetric(metric as never);
  return JSON.parse(JSON.stringify(await registry.getMetricsAsJSON())) as MetricList;
}
