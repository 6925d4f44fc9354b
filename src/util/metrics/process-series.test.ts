import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Registry } from 'prom-client';
import { beforeAll, expect, it } from 'vitest';
import { ProcessSeries } from './process-series.ts';

const figures = new Map<string, number>();
beforeAll(async () => {
  const registry = new Registry();
  new ProcessSeries().register(registry);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // One report is about all of them.
  for (let i = 0; i < 5; i++) collect();
  await sleep(50);
  for (const line of (await registry.metrics()).split('\n')) {
    const [name, value] = line.split(' ');
    if (!line.startsWith('#') && name !== '') figures.set(name!, Number(value));
  }
});

it('counts every garbage collection, also of those that are reported together', () => {
  expect(figures.get('nodejs_gc_duration_seconds_count{kind="major"}')).toBeGreaterThanOrEqual(5);
  expect(figures.get('go_gc_duration_seconds_count')).toBeGreaterThanOrEqual(5);
});

it('shows quantiles of the pauses in order, and when the last one ended', () => {
  const pauses = [0, 0.25, 0.5, 0.75, 1].map(
    (at) => figures.get(`go_gc_duration_seconds{quantile="${at}"}`)!,
  );
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  expect(pauses[0]).toBeGreaterThan(0);
  expect(figures.get('go_gc_duration_seconds_sum')).toBeGreaterThanOrEqual(pauses[4]!);
  expect(Date.now() / 1_000 - figures.get('go_memstats_last_gc_time_seconds')!).toBeLessThan(10);
});

it('shows the heap, as Node.js knows it, and threads', () => {
  const used = figures.get('go_memstats_heap_alloc_bytes')!;
  expect(used).toBeGreaterThan(1_000_000);
  expect(figures.get('go_memstats_alloc_bytes')! / used).toBeCloseTo(1, 1);
  expect(figures.get('go_memstats_heap_sys_bytes')).toBeGreaterThan(used);
  // Of Node.js' thread pool, and those that compile and collect.
  expect(figures.get('go_threads')).toBeGreaterThan(4);
  expect(figures.get('process_virtual_memory_max_bytes')).toBeGreaterThan(
    figures.get('process_virtual_memory_bytes')!,
  );
});

it('has no figures that Node.js does not know', () => {
  const names = [...figures.keys()].map((name) => name.replace(/\{.*/, ''));
  for (const absent of ['go_goroutines', 'go_memstats_heap_inuse_bytes', 'go_memstats_next_gc_bytes'])
    expect(names).not.toContain(absent);
});
