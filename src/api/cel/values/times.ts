import { CelError, Duration, Timestamp } from './value.ts';

/** Characters of the longest text that is looked at: there are no times and spans of more. */
const maxLength = 1_000;
const second = 1_000_000_000n;
const minTimestamp = -62_135_596_800n * second;
const maxTimestamp = 253_402_300_800n * second - 1n;
const maxDuration = 2n ** 63n - 1n;

/** Throws CelError beyond the years 1 to 9999. */
export function timestampOf(nanoseconds: bigint, offset = 0): Timestamp {
  if (nanoseconds < minTimestamp || nanoseconds > maxTimestamp) throw new CelError('timestamp overflow');
  return Timestamp.of(nanoseconds, offset);
}

/** Throws CelError beyond what nanoseconds in 64 bits can say. */
export function durationOf(nanoseconds: bigint): Duration {
  if (nanoseconds < -maxDuration - 1n || nanoseconds > maxDuration) throw new CelError('integer overflow');
  return new Duration(nanoseconds);
}

/** The part before the fraction and the zone. A pattern is native code from the first text on; a loop is not. */
const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
const formLength = '2001-02-03T04:05:06'.length;
const behindForm = /^(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/;

/** RFC 3339, as servers read it; undefined for what is none. */
export function parseTimestamp(text: string): Timestamp | undefined {
  if (text.length > maxLength || !form.test(text)) return undefined;
  const milliseconds = momentOf(text);
  if (milliseconds === undefined || text.startsWith('0000')) return undefined;
  const rest = text.slice(formLength);
  // Most are of whole seconds and say Z.
  if (rest === 'Z') return new Timestamp(milliseconds);
  const parts = behindForm.exec(rest);
  if (parts === null) return undefined;
  const [, digits, sign, hours, minutes] = parts;
  const [zoneHours, zoneMinutes] = [Number(hours ?? 0), Number(minutes ?? 0)];
  if (zoneHours > 24 || zoneMinutes > 60) return undefined;
  const zone = (zoneHours * 60 + zoneMinutes) * (sign === '-' ? -1 : 1);
  const fraction = digits === undefined ? 0n : BigInt(digits.slice(0, 9).padEnd(9, '0'));
  const nanoseconds = BigInt(milliseconds - zone * 60_000) * 1_000_000n + fraction;
  return nanoseconds < minTimestamp || nanoseconds > maxTimestamp
    ? undefined
    : Timestamp.of(nanoseconds, zone);
}

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const msOfDay = 86_400_000;
/** Years of 400 are alike: those before 100 would be taken for others. */
const msOf400Years = 146_097 * msOfDay;

/** A number of two digits. */
const two = (text: string, at: number): number =>
  text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 11 * zeroCode;
const zeroCode = '0'.charCodeAt(0);

/** Milliseconds since 1970 of a text of that form, without its zone; undefined for a day or a time that there is not. */
function momentOf(text: string): number | undefined {
  const year = two(text, 0) * 100 + two(text, 2);
  const month = two(text, 5);
  const day = two(text, 8);
  const hour = two(text, 11);
  const minute = two(text, 14);
  const seconds = two(text, 17);
  const days = month === 2 && isLeap(year) ? 29 : daysOfMonths[month - 1];
  if (days === undefined || day < 1 || day > days || hour > 23 || minute > 59 || seconds > 59)
    return undefined;
  return Date.UTC(year + 400, month - 1, day, hour, minute, seconds) - msOf400Years;
}

/** `2001-02-03T04:05:06.5Z` */
export function timestampText({ nanoseconds, offset }: Timestamp): string {
  const rest = nanoseconds % second;
  const fraction = rest < 0n ? rest + second : rest;
  const local = Number((nanoseconds - fraction) / 1_000_000n) + offset * 60_000;
  const text = new Date(local).toISOString().slice(0, 19);
  const decimals = fraction === 0n ? '' : `.${String(fraction).padStart(9, '0').replace(/0+$/, '')}`;
  return `${text}${decimals}${offsetText(offset)}`;
}

function offsetText(offset: number): string {
  if (offset === 0) return 'Z';
  const two = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(offset);
  return `${offset < 0 ? '-' : '+'}${two(Math.trunc(size / 60))}:${two(size % 60)}`;
}

const units: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: second,
  m: 60n * second,
  h: 3600n * second,
};

const spanForm = /^([+-]?)((?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+|0)$/;
const spanParts = /(\d*)\.?(\d*)(ns|us|µs|μs|ms|s|m|h)/g;

/** `1h30m`, `-1.5s`; undefined for what is none. */
export function parseDuration(text: string): Duration | undefined {
  const match = text.length > maxLength ? null : spanForm.exec(text);
  if (match === null) return undefined;
  let sum = 0n;
  for (const [, whole, fraction = '', unit] of match[2]!.matchAll(spanParts)) {
    const scale = units[unit!]!;
    sum += BigInt(whole || 0) * scale;
    const digits = fraction.slice(0, 18);
    if (digits !== '') sum += (BigInt(digits) * scale) / 10n ** BigInt(digits.length);
  }
  const nanoseconds = match[1] === '-' ? -sum : sum;
  return nanoseconds < -maxDuration - 1n || nanoseconds > maxDuration ? undefined : new Duration(nanoseconds);
}

/** `5400s`, `1.5s` */
export function durationText({ nanoseconds }: Duration): string {
  const sign = nanoseconds < 0n ? '-' : '';
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  const seconds = Number(size / second) + Number(size % second) / 1e9;
  const text = String(seconds);
  return `${sign}${text.includes('e') ? seconds.toFixed(9).replace(/\.?0+$/, '') : text}s`;
}
