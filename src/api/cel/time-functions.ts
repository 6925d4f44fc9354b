import { LRUCache } from 'lru-cache';
import type { CostBudget } from './cost.ts';
import type { Method } from './method.ts';
import { CelError, Duration, type Timestamp } from './values.ts';

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
  Object.entries(perUnit).map(([name, unit]) => [
    name,
    ({ nanoseconds }: Duration, _: unknown, budget: CostBudget) => {
      budget.take(1);
      return nanoseconds / unit;
    },
  ]),
);

/** Making one takes a millisecond and some hundred kilobytes. */
const clocks = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });

/** Throws CelError. */
function clockOf(zone: string, budget: CostBudget): Intl.DateTimeFormat {
  let known = clocks.get(zone);
  if (known !== undefined) return known;
  budget.work(stepsOfClock);
  try {
    known = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  } catch {
    throw new CelError(`unknown time zone ${zone.slice(0, 100)}`);
  }
  clocks.set(zone, known);
  return known;
}

/** To make one, and to read it. */
const stepsOfClock = 20_000;
const stepsOfReading = 100;
const stepsOfOffset = 10;

/** Date in a zone, as if it were UTC. */
function dateIn({ nanoseconds }: Timestamp, zone: unknown, budget: CostBudget): Date {
  const date = new Date(Number(nanoseconds / 1_000_000n));
  if (Number.isNaN(date.getTime())) throw new CelError('timestamp overflow');
  if (zone === undefined) return date;
  const name = String(zone);
  budget.work(stepsOfOffset);
  const offset = /^([+-]?)(\d\d):(\d\d)$/.exec(name);
  if (offset !== null) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3]);
    return new Date(date.getTime() + (offset[1] === '-' ? -minutes : minutes) * 60_000);
  }
  budget.work(stepsOfReading);
  return new Date(`${clockOf(name, budget).format(date).replace(' ', 'T')}Z`);
}

const part =
  (of: (date: Date) => number): Method =>
  (operand: Timestamp, [zone], budget) => {
    budget.take(1);
    return BigInt(of(dateIn(operand, zone, budget)));
  };

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
