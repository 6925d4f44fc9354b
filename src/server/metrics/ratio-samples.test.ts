import { expect, it } from 'vitest';
import { Buckets } from '../../util/metrics/live-metric.ts';
import { RatioSamples } from './ratio-samples.ts';

const counts = (buckets: Buckets): number[] =>
  buckets.values('m', {}).flatMap(({ metricName, value }) => (metricName === 'm_bucket' ? [value] : []));

it('each millisecond is a sample, and has a highest and a lowest value', () => {
  const bounds = [0, 0.5];
  const [samples, high, low] = [new Buckets(bounds), new Buckets(bounds), new Buckets(bounds)];
  const ratio = new RatioSamples(10, samples, { high, low });
  ratio.set(0.5, 10.2);
  ratio.set(1, 12.7);
  ratio.set(0, 12.9);
  ratio.look(14);
  // Up to 0, up to 0.5, all.
  expect(counts(samples)).toEqual([2, 4, 4]);
  expect(counts(high)).toEqual([1, 3, 4]);
  // Before the first change it was 0.
  expect(counts(low)).toEqual([3, 4, 4]);
});

it('time that passes without a change counts, whenever it is looked at', () => {
  const samples = new Buckets([0, 1]);
  const ratio = new RatioSamples(0, samples);
  ratio.set(1, 1_000);
  ratio.look(4_000);
  ratio.look(4_000.5);
  expect(counts(samples)).toEqual([1_000, 4_000, 4_000]);
});
