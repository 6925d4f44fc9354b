import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { SyncSeries } from './sync-series.ts';

function scene() {
  let now = 0;
  const series = new SyncSeries({ now: () => now });
  const registry = new Registry();
  series.register(registry);
  const lines = async (): Promise<string[]> => (await registry.metrics()).split('\n');
  return { meter: series.syncMeterOf('root_ca_cert_publisher'), lines, pass: (ms: number) => (now += ms) };
}

it('syncs are counted by the code of the answer', async () => {
  const { meter, lines, pass } = scene();
  const failing = async (): Promise<void> => {
    pass(500);
    throw new Error('no');
  };
  await meter(async () => {
    pass(3);
  }, Number);
  await expect(meter(failing, () => 409)).rejects.toThrow('no');
  await expect(meter(failing, () => 409)).rejects.toThrow('no');
  expect(await lines()).toEqual(
    expect.arrayContaining([
      'root_ca_cert_publisher_sync_total{code="200"} 1',
      'root_ca_cert_publisher_sync_total{code="409"} 2',
      'root_ca_cert_publisher_sync_duration_seconds_bucket{le="0.002",code="200"} 0',
      'root_ca_cert_publisher_sync_duration_seconds_bucket{le="0.004",code="200"} 1',
      'root_ca_cert_publisher_sync_duration_seconds_sum{code="409"} 1',
    ]),
  );
});

it('the bounds go from 1 ms to 16.384 s', async () => {
  const { meter, lines } = scene();
  await meter(async () => {}, Number);
  const buckets = (await lines()).filter((line) => line.includes('_bucket{'));
  expect(buckets.map((line) => /le="([^"]*)"/.exec(line)![1])).toEqual([
    ...['0.001', '0.002', '0.004', '0.008', '0.016', '0.032', '0.064', '0.128'],
    ...['0.256', '0.512', '1.024', '2.048', '4.096', '8.192', '16.384', '+Inf'],
  ]);
});
