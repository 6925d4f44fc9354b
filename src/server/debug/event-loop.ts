import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two looks. */
const resolution = 10;
const nanosecond = 1e-6;
const percentiles = [50, 90, 99, 99.9];

export interface EventLoopDelay {
  pid: number;
  seconds: number;
  /** Part of the time in which the loop was busy. */
  utilization: number;
  /** Milliseconds by which timers were late. */
  delay: { min: number; mean: number; max: number; stddev: number; percentiles: Record<string, number> };
}

/** Watches the event loop for so many seconds. */
export async function eventLoopDelay(seconds: number): Promise<EventLoopDelay> {
  const histogram = monitorEventLoopDelay({ resolution });
  const before = performance.eventLoopUtilization();
  histogram.enable();
  await sleep(seconds * 1_000);
  histogram.disable();
  const { utilization } = performance.eventLoopUtilization(before);
  // The histogram holds the time between two samples.
  const late = (nanoseconds: number): number => rounded(Math.max(0, nanoseconds * nanosecond - resolution));
  const at = (percentile: number): [string, number] => [
    `p${percentile}`,
    late(histogram.percentile(percentile)),
  ];
  return {
    pid: process.pid,
    seconds,
    utilization: rounded(utilization),
    delay: {
      min: late(histogram.min),
      mean: late(histogram.mean),
      max: late(histogram.max),
      stddev: rounded(histogram.stddev * nanosecond),
      percentiles: Object.fromEntries(percentiles.map(at)),
    },
  };
}

const rounded = (value: number): number => (Number.isFinite(value) ? Math.round(value * 1_000) / 1_000 : 0);
