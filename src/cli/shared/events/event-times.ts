import type { CoreV1Event } from '../../../api/schema/types.gen.ts';
import { humanDuration } from '../../../util/duration.ts';

/** `5m`, or `2m (x3 over 5m)` of an event that came more than once. `now`: milliseconds since 1970. */
export function eventAge(event: CoreV1Event, now: number): string {
  const { firstTimestamp, eventTime, series, lastTimestamp } = event;
  const count = series?.count ?? event.count ?? 0;
  const first = since(firstTimestamp ?? eventTime, now);
  if (count <= 1) return first;
  return `${since(series?.lastObservedTime ?? lastTimestamp, now)} (x${count} over ${first})`;
}

/** Milliseconds since 1970; 0 when the event does not say it. */
export function lastSeen({ lastTimestamp, firstTimestamp, eventTime, series }: CoreV1Event): number {
  const time = series?.lastObservedTime ?? lastTimestamp ?? firstTimestamp ?? eventTime;
  return time ? Date.parse(time) : 0;
}

const since = (time: string | null | undefined, now: number): string =>
  time ? humanDuration(now - Date.parse(time)) : '<unknown>';
