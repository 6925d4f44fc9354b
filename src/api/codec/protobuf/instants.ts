import { type Instant, parseMicroTime, parseTime } from '../../values/time.ts';

/** 0001-01-01T00:00:00Z, Go's zero time. */
const zeroSeconds = -62_135_596_800;

export const isZeroTime = ({ seconds, nanoseconds }: Instant): boolean =>
  seconds === zeroSeconds && nanoseconds === 0;

/** Parses `2021-03-04T05:06:07Z`. */
export function timeInstant(text: string): Instant {
  // Canonical times, as of normalized objects, are parsed twenty times as fast.
  const ms = text.length === 20 ? Date.parse(text) : Number.NaN;
  const instant = Number.isNaN(ms) ? parseTime(text) : { seconds: ms / 1000, nanoseconds: 0 };
  return { seconds: instant.seconds, nanoseconds: 0 };
}

/** Parses `2021-03-04T05:06:07.000001Z`. */
export function microTimeInstant(text: string): Instant {
  const ms = text.length === 27 ? Date.parse(`${text.slice(0, 19)}Z`) : Number.NaN;
  if (Number.isNaN(ms)) return parseMicroTime(text);
  return { seconds: ms / 1000, nanoseconds: Number(text.slice(20, 26)) * 1000 };
}
