import type { Histogram, Reading, Work } from './reading.ts';

/** Rates between two readings. */
export interface Rates {
  /** Milliseconds since 1970. */
  time: number;
  /** A second. */
  requests: number;
  errors: number;
  rejected: number;
  /** Milliseconds; undefined without a request. */
  p50: number | undefined;
  p99: number | undefined;
  /** Cores. */
  cpu: number;
}

/** Undefined when the server has started anew between them: its counters begin again. */
export function ratesBetween(before: Reading, after: Reading): Rates | undefined {
  const seconds = (after.time - before.time) / 1_000;
  if (seconds <= 0 || after.requests < before.requests) return undefined;
  const latency = difference(before.latency, after.latency);
  return {
    time: after.time,
    requests: (after.requests - before.requests) / seconds,
    errors: (after.errors - before.errors) / seconds,
    rejected: (after.rejected - before.rejected) / seconds,
    p50: quantile(latency, 0.5),
    p99: quantile(latency, 0.99),
    cpu: Math.max(0, after.cpu - before.cpu) / seconds,
  };
}

function difference(before: Histogram, after: Histogram): Histogram {
  const old = new Map(before.bounds.map((bound, index) => [bound, before.counts[index]!]));
  return {
    bounds: after.bounds,
    counts: after.counts.map((count, index) => count - (old.get(after.bounds[index]!) ?? 0)),
  };
}

/** Milliseconds under which this share of the values lies, as Prometheus estimates it: evenly within a bucket. */
export function quantile({ bounds, counts }: Histogram, share: number): number | undefined {
  const total = counts.at(-1) ?? 0;
  if (total <= 0) return undefined;
  const rank = share * total;
  const index = counts.findIndex((count) => count >= rank);
  const lower = index === 0 ? 0 : bounds[index - 1]!;
  const upper = bounds[index]!;
  if (!Number.isFinite(upper)) return lower * 1_000;
  const below = index === 0 ? 0 : counts[index - 1]!;
  const within = counts[index]! - below;
  return (lower + (within === 0 ? 0 : ((rank - below) / within) * (upper - lower))) * 1_000;
}

/** Work between two readings. */
export interface WorkRate {
  name: string;
  /** A second. */
  rate: number;
  /** Milliseconds. */
  mean: number;
  /** Milliseconds that it took of each second. */
  share: number;
}

/** The work that took most time between two readings, the most first. */
export function workBetween(
  before: readonly Work[],
  after: readonly Work[],
  seconds: number,
  most: number,
): WorkRate[] {
  const old = new Map(before.map((work) => [work.name, work]));
  return after
    .map(({ name, count, sum }) => {
      const { count: oldCount = 0, sum: oldSum = 0 } = old.get(name) ?? {};
      const [calls, time] = [count - oldCount, (sum - oldSum) * 1_000];
      return { name, rate: calls / seconds, mean: calls > 0 ? time / calls : 0, share: time / seconds };
    })
    .filter(({ rate }) => rate > 0)
    .sort((a, b) => b.share - a.share)
    .slice(0, most);
}
