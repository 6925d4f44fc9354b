import { goQuote } from './quote.ts';

/** The text is not a duration. The message is Go's, as in the API. */
export class DurationError extends Error {
  override readonly name = 'DurationError';
}

const microsecond = 1_000n;
const millisecond = 1_000_000n;
const second = 1_000_000_000n;
const minute = 60n * second;
const hour = 60n * minute;

const units: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', microsecond],
  // The micro sign and the Greek letter.
  ['\u00b5s', microsecond],
  ['\u03bcs', microsecond],
  ['ms', millisecond],
  ['s', second],
  ['m', minute],
  ['h', hour],
]);

const max = 2n ** 63n - 1n;

/** More digits before the point overflow in every unit. */
const maxDigits = 19;

/** Nanoseconds of a text such as `1h30m`, `-1.5s`, `300ms`; `0` needs no unit. Throws DurationError. */
export function parseDuration(text: string): bigint {
  const invalid = () => new DurationError(`time: invalid duration ${goQuote(text)}`);
  const negative = text.startsWith('-');
  let rest = negative || text.startsWith('+') ? text.slice(1) : text;
  if (rest === '0') return 0n;
  if (rest === '') throw invalid();
  let total = 0n;
  while (rest !== '') {
    const [part = '', whole = '', fraction = ''] = /^([0-9]*)(?:\.([0-9]*))?/.exec(rest) ?? [];
    if (whole === '' && fraction === '') throw invalid();
    const name = /^[^.0-9]*/.exec(rest.slice(part.length))?.[0] ?? '';
    const significant = whole.replace(/^0+/, '');
    if (significant.length > maxDigits) throw invalid();
    if (name === '') throw new DurationError(`time: missing unit in duration ${goQuote(text)}`);
    const unit = units.get(name);
    if (unit === undefined) {
      throw new DurationError(`time: unknown unit ${goQuote(name)} in duration ${goQuote(text)}`);
    }
    // Decimals after the 13th are less than a nanosecond in every unit, and dropped.
    const decimals = fraction.slice(0, maxDigits);
    total +=
      BigInt(significant || 0) * unit + (BigInt(decimals || 0) * unit) / 10n ** BigInt(decimals.length);
    if (total > max) throw invalid();
    rest = rest.slice(part.length + name.length);
  }
  return negative ? -total : total;
}

/** The canonical text: `1h30m0s`, `1.5s`, `300ms`, `0s`. */
export function formatDuration(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return '0s';
  if (nanoseconds < 0n) return `-${formatDuration(-nanoseconds)}`;
  if (nanoseconds < microsecond) return `${nanoseconds}ns`;
  if (nanoseconds < millisecond) return `${decimal(nanoseconds, microsecond)}\u00b5s`;
  if (nanoseconds < second) return `${decimal(nanoseconds, millisecond)}ms`;
  const seconds = `${decimal(nanoseconds % minute, second)}s`;
  if (nanoseconds < minute) return seconds;
  const minutes = `${(nanoseconds % hour) / minute}m${seconds}`;
  return nanoseconds < hour ? minutes : `${nanoseconds / hour}h${minutes}`;
}

function decimal(nanoseconds: bigint, unit: bigint): string {
  const places = String(unit).length - 1;
  const fraction = String(nanoseconds % unit)
    .padStart(places, '0')
    .replace(/0+$/, '');
  return `${nanoseconds / unit}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Milliseconds, rounded down; throws DurationError. */
export const durationMs = (text: string): number => Number(parseDuration(text) / millisecond);

/** An age as Tables show it, in at most two units: `45s`, `5m30s`, `3h`, `2d4h`, `400d`, `3y20d`. */
export function humanDuration(ms: number): string {
  const seconds = Math.trunc(ms / 1000);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return twoUnits(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return twoUnits(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (days < 8) return twoUnits(days, 'd', hours % 24, 'h');
  if (days < 2 * 365) return `${days}d`;
  const years = Math.floor(days / 365);
  return years < 8 ? twoUnits(years, 'y', days % 365, 'd') : `${years}y`;
}

function twoUnits(great: number, greatUnit: string, small: number, smallUnit: string): string {
  return `${great}${greatUnit}${small === 0 ? '' : `${small}${smallUnit}`}`;
}
