import { CelError, type CelValue, Duration, type Timestamp } from './values.ts';

// biome-ignore lint/suspicious/noExplicitAny: the types of an expression are checked when it is written
type Values = any;
type Method = (operand: Values, parameters: Values[]) => CelValue;

const perUnit = {
  getHours: 3_600_000_000_000n,
  getMinutes: 60_000_000_000n,
  getSeconds: 1_000_000_000n,
  getMilliseconds: 1_000_000n,
};

/** The parts of a moment, in a time zone if one is given; a span of time as a whole number of units. */
export function dateMethods(operand: Timestamp | Duration): Readonly<Record<string, Method>> {
  return operand instanceof Duration ? ofDurations : ofTimestamps;
}

const ofDurations: Readonly<Record<string, Method>> = Object.fromEntries(
  Object.entries(perUnit).map(([name, unit]) => [name, ({ nanoseconds }: Duration) => nanoseconds / unit]),
);

/** As if it were UTC. */
function dateIn({ nanoseconds }: Timestamp, zone: unknown): Date {
  const date = new Date(Number(nanoseconds / 1_000_000n));
  if (zone === undefined) return date;
  const offset = /^([+-]?)(\d\d):(\d\d)$/.exec(String(zone));
  if (offset !== null) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3]);
    return new Date(date.getTime() + (offset[1] === '-' ? -minutes : minutes) * 60_000);
  }
  try {
    const parts = new Intl.DateTimeFormat('sv-SE', {
      ...{ timeZone: String(zone), dateStyle: 'short', timeStyle: 'medium' },
    }).format(date);
    return new Date(`${parts.replace(' ', 'T')}Z`);
  } catch {
    throw new CelError(`unknown time zone ${String(zone)}`);
  }
}

const part =
  (of: (date: Date) => number): Method =>
  (operand: Timestamp, [zone]) =>
    BigInt(of(dateIn(operand, zone)));

const dayOfYear = (date: Date): number =>
  Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000);

const ofTimestamps: Readonly<Record<string, Method>> = {
  getFullYear: part((date) => date.getUTCFullYear()),
  getMonth: part((date) => date.getUTCMonth()),
  getDate: part((date) => date.getUTCDate()),
  getDayOfMonth: part((date) => date.getUTCDate() - 1),
  getDayOfWeek: part((date) => date.getUTCDay()),
  getDayOfYear: part(dayOfYear),
  getHours: part((date) => date.getUTCHours()),
  getMinutes: part((date) => date.getUTCMinutes()),
  getSeconds: part((date) => date.getUTCSeconds()),
  getMilliseconds: part((date) => date.getUTCMilliseconds()),
};
