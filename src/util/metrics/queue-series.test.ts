import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { WorkQueue } from '../work-queue.ts';
import { QueueSeries } from './queue-series.ts';

function scene() {
  let now = 0;
  const series = new QueueSeries({ now: () => now });
  const registry = new Registry();
  series.register(registry);
  const lines = async (): Promise<string[]> =>
    (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const figure = async (name: string): Promise<string | undefined> =>
    (await lines()).find((line) => line.startsWith(`workqueue_${name}{`))?.split(' ')[1];
  return { series, lines, figure, pass: (milliseconds: number) => (now += milliseconds) };
}

it('a key waits, is worked on, and is retried', async () => {
  const { series, figure, pass } = scene();
  const meter = series.meterOf('namespace');
  meter.added('a');
  meter.added('b');
  expect([await figure('depth'), await figure('adds_total')]).toEqual(['2', '2']);
  pass(2_000);
  meter.began('a');
  pass(1_000);
  meter.began('b');
  pass(1_000);
  expect(await figure('depth')).toBe('0');
  expect(await figure('unfinished_work_seconds')).toBe('3');
  expect(await figure('longest_running_processor_seconds')).toBe('2');
  meter.ended('a');
  meter.ended('b');
  meter.retried();
  expect([await figure('unfinished_work_seconds'), await figure('retries_total')]).toEqual(['0', '1']);
  expect([await figure('queue_duration_seconds_sum'), await figure('work_duration_seconds_sum')]).toEqual([
    '5',
    '3',
  ]);
});

it('the bounds of both histograms go from 10 ns to 10 s', async () => {
  const { series, lines } = scene();
  series.meterOf('q');
  for (const name of ['queue_duration_seconds', 'work_duration_seconds']) {
    const buckets = (await lines()).filter((line) => line.startsWith(`workqueue_${name}_bucket`));
    expect(buckets.map((line) => Number(/le="([^"]*)"/.exec(line)![1]!.replace('+Inf', 'Infinity')))).toEqual(
      [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10, Number.POSITIVE_INFINITY].map((bound) =>
        expect.closeTo(bound, 9),
      ),
    );
  }
});

it('queues of one name are one series, whatever their keys', async () => {
  const { series, lines, figure } = scene();
  const [first, second] = [series.meterOf('certificate'), series.meterOf('certificate')];
  first.added('a');
  second.added('a');
  first.began('a');
  expect(await figure('depth')).toBe('1');
  second.dropped();
  expect(await figure('depth')).toBe('0');
  expect((await lines()).filter((line) => line.startsWith('workqueue_depth'))).toHaveLength(1);
});

it('a queue counts its keys: once while they wait, and again while they are worked on', async () => {
  const { series, figure } = scene();
  const gate = Promise.withResolvers<void>();
  let works = 0;
  const again = Promise.withResolvers<void>();
  const queue = new WorkQueue({
    workers: 1,
    firstRetry: 1_000_000,
    maxRetryDelay: 1_000_000,
    report: () => {},
    meter: series.meterOf('q'),
    work: async () => {
      if (++works === 2) again.resolve();
      await gate.promise;
      throw new Error('no');
    },
  });
  queue.add('a');
  queue.add('a');
  await new Promise(setImmediate);
  expect([await figure('adds_total'), await figure('depth')]).toEqual(['1', '0']);
  queue.add('a');
  expect([await figure('adds_total'), await figure('depth')]).toEqual(['2', '1']);
  gate.resolve();
  await again.promise;
  queue.addAfter('b', 1_000_000);
  queue.add('c');
  await queue.close();
  expect([await figure('depth'), await figure('work_duration_seconds_count')]).toEqual(['0', '2']);
  expect(await figure('retries_total')).toBe('2');
});
