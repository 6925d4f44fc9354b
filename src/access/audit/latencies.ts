import { formatDuration } from '../../util/duration.ts';
import type { RequestTrace } from '../../util/tracing/request-trace.ts';
import type { AuditRules } from './audit-rules.ts';

/** Milliseconds: from there on a request is slow. */
const slowFrom = 500;

/** The annotations of a slow request, without their prefix; none for one that is not. `now` of the monotonic clock. */
export function latencyAnnotations(
  { begun, times, answered }: Pick<RequestTrace, 'begun' | 'times' | 'answered'>,
  known: NonNullable<AuditRules['latencies']>,
  now: number,
): [name: string, value: string][] {
  if (now - begun <= slowFrom) return [];
  const all: [string, number][] = [
    ['total', now - begun],
    ['response-write', answered > 0 ? now - answered : 0],
    ...known.map(([name, step]): [string, number] => [name, times[step]]),
  ];
  return all.flatMap(([name, milliseconds]) => {
    const nanoseconds = BigInt(Math.round(milliseconds * 1e6));
    return nanoseconds > 0n ? [[name, formatDuration(nanoseconds)] as [string, string]] : [];
  });
}
