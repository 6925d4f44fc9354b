/** Seconds that are shown at least. */
const shortest = 60;

/** The first and last second of a plot; before there are values, those until now. */
export function timeRange(seconds: ArrayLike<number>, now: number): [first: number, last: number] {
  const last = seconds[seconds.length - 1] ?? now;
  return [Math.min(seconds[0] ?? last, last - shortest), last];
}
