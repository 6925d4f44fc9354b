import { expect, it } from 'vitest';
import { PeakGauge } from './peak-gauge.ts';

it('shows the highest value of the past second, then what is left', () => {
  let now = 1_500;
  const gauge = new PeakGauge(() => now);
  gauge.add(1);
  gauge.add(1);
  gauge.add(-1);
  expect(gauge.peak).toBe(2);
  now = 2_400;
  expect(gauge.peak).toBe(2);
  now = 3_100;
  expect(gauge.peak).toBe(1);
  gauge.add(-1);
  now = 60_000;
  expect(gauge.peak).toBe(0);
});
