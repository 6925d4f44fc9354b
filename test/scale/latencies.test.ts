import { expect, test } from 'vitest';
import { Latencies } from './latencies.ts';

test('percentiles are right to five in a hundred', () => {
  const latencies = new Latencies();
  for (let n = 1; n <= 1_000; n++) latencies.add('get', n);
  for (const share of [0.5, 0.9, 0.99]) {
    const found = latencies.percentile('get', share);
    expect(found).toBeGreaterThanOrEqual(share * 1_000);
    expect(found).toBeLessThanOrEqual(share * 1_000 * 1.06);
  }
});

test('counts of several processes add up, and are taken once', () => {
  const [one, other, sum] = [new Latencies(), new Latencies(), new Latencies()];
  one.add('write', 10);
  one.add('write', 1_000);
  other.add('write', 10);
  for (const part of [one, other]) sum.addAll(JSON.parse(JSON.stringify(part.take())));
  expect(one.take()).toEqual([]);
  expect(sum.count('write')).toBe(3);
  expect(sum.percentile('write', 0.6)).toBeLessThan(11);
  expect(sum.percentile('write', 0.99)).toBeGreaterThan(1_000);
});

test('nothing has no percentile', () => {
  expect(new Latencies().percentile('event', 0.99)).toBeNaN();
});
