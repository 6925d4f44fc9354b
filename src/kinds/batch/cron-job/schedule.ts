import { DurationError, parseDuration } from '../../../util/duration.ts';
import { goQuote } from '../../../util/quote.ts';

/** A text that is no schedule. The message is that of the parser that clusters have used from the beginning. */
export class ScheduleError extends Error {
  override readonly name = 'ScheduleError';
}

interface Field {
  min: number;
  max: number;
  /** Names that stand for numbers, from `min` on. */
  names: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Minute, hour, day of the month, month, day of the week. */
const fields: readonly Field[] = [
  { min: 0, max: 59, names: [] },
  { min: 0, max: 23, names: [] },
  { min: 1, max: 31, names: [] },
  { min: 1, max: 12, names: months },
  { min: 0, max: 6, names: weekdays },
];

const descriptors = new Set([
  '@yearly',
  '@annually',
  '@monthly',
  '@weekly',
  '@daily',
  '@midnight',
  '@hourly',
]);

const every = '@every ';

/** Throws ScheduleError unless the text is five fields as crontab has them, or a descriptor like `@hourly`. */
export function checkSchedule(text: string): void {
  const schedule = withoutTimeZone(text);
  if (schedule.startsWith('@')) {
    checkDescriptor(schedule);
    return;
  }
  const given = schedule.split(/\s+/).filter((field) => field !== '');
  if (given.length !== fields.length) {
    throw new ScheduleError(
      `expected exactly ${fields.length} fields, found ${given.length}: [${given.join(' ')}]`,
    );
  }
  given.forEach((field, position) => {
    // There are few ranges of a field, however long its text.
    for (const range of new Set(field.split(','))) if (range !== '') checkRange(range, fields[position]!);
  });
}

/** `TZ=Europe/Vienna 0 3 * * *`: never promised, always understood. */
function withoutTimeZone(text: string): string {
  const [, zone, rest] = /^(?:CRON_)?TZ=([^ ]*) (.*)$/s.exec(text) ?? [];
  if (zone === undefined || rest === undefined) return text;
  try {
    if (zone !== '' && zone !== 'Local') checkZone(zone);
  } catch {
    throw new ScheduleError(`provided bad location ${zone}: unknown time zone ${zone}`);
  }
  return rest.trim();
}

/** Characters; `America/Argentina/ComodRivadavia` has 32. */
const maxZoneLength = 64;

/** Throws for what is no zone. A distance from Greenwich is none either, as it says nothing about summer. */
function checkZone(zone: string): void {
  if (zone.length > maxZoneLength || /^[+-]/.test(zone)) throw new RangeError('no zone');
  new Intl.DateTimeFormat('en', { timeZone: zone });
}

function checkDescriptor(text: string): void {
  if (descriptors.has(text)) return;
  if (!text.startsWith(every)) throw new ScheduleError(`unrecognized descriptor: ${text}`);
  try {
    parseDuration(text.slice(every.length));
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    throw new ScheduleError(`failed to parse duration ${text}: ${error.message}`);
  }
}

/** `5`, `1-5`, `*`, and any of these with a step: `1-5/2`. */
function checkRange(text: string, field: Field): void {
  const [range = '', ...steps] = text.split('/');
  const [low = '', ...highs] = range.split('-');
  let start = field.min;
  let end = field.max;
  if (low !== '*' && low !== '?') {
    start = numberOf(low, field);
    if (highs.length > 1) throw new ScheduleError(`too many hyphens: ${text}`);
    end = highs.length === 1 ? numberOf(highs[0]!, field) : start;
  }
  if (steps.length > 1) throw new ScheduleError(`too many slashes: ${text}`);
  const step = steps.length === 1 ? wholeNumber(steps[0]!) : 1;
  // `5/15` means from 5 to the end.
  if (steps.length === 1 && highs.length === 0) end = field.max;
  const problem = boundsError(start, end, step, field);
  if (problem !== undefined) throw new ScheduleError(`${problem}: ${text}`);
}

function boundsError(start: number, end: number, step: number, { min, max }: Field): string | undefined {
  if (start < min) return `beginning of range (${start}) below minimum (${min})`;
  if (end > max) return `end of range (${end}) above maximum (${max})`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end})`;
  return step === 0 ? 'step of range should be a positive number' : undefined;
}

function numberOf(text: string, { names, min }: Field): number {
  const position = names.indexOf(text.toLowerCase());
  return position === -1 ? wholeNumber(text) : position + min;
}

function wholeNumber(text: string): number {
  const fail = (why: string) =>
    new ScheduleError(`failed to parse int from ${text}: strconv.Atoi: parsing ${goQuote(text)}: ${why}`);
  if (!/^[+-]?[0-9]+$/.test(text)) throw fail('invalid syntax');
  const value = Number(text);
  if (Math.abs(value) >= 2 ** 63) throw fail('value out of range');
  if (value < 0) throw new ScheduleError(`negative number (${value}) not allowed: ${text}`);
  return value;
}
