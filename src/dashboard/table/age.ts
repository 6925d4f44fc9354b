const [second, minute, hour, day] = [1, 60, 3_600, 86_400];

/** A time span as tables have it: `45s`, `3m20s`, `5h`, `12d`, `2y30d`. */
export function ageText(since: string | undefined, now: number): string {
  const seconds = Math.floor((now - Date.parse(since ?? '')) / 1_000);
  if (Number.isNaN(seconds)) return '';
  if (seconds < 2 * minute) return `${Math.max(0, seconds)}s`;
  if (seconds < 10 * minute) return two(seconds, minute, 'm', second, 's');
  if (seconds < 3 * hour) return `${Math.floor(seconds / minute)}m`;
  if (seconds < 8 * hour) return two(seconds, hour, 'h', minute, 'm');
  if (seconds < 2 * day) return `${Math.floor(seconds / hour)}h`;
  if (seconds < 8 * day) return two(seconds, day, 'd', hour, 'h');
  if (seconds < 2 * 365 * day) return `${Math.floor(seconds / day)}d`;
  return two(seconds, 365 * day, 'y', day, 'd');
}

function two(seconds: number, large: number, largeUnit: string, small: number, smallUnit: string): string {
  const rest = Math.floor((seconds % large) / small);
  return `${Math.floor(seconds / large)}${largeUnit}${rest === 0 ? '' : `${rest}${smallUnit}`}`;
}
