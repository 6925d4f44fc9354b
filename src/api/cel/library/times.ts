import { LRUCache } from 'lru-cache';
import type { EvaluationBudget } from '../contract.ts';
import type { FunctionDeclaration, Implementation } from '../types/overloads.ts';
import { durationType, intType, stringType, timestampType } from '../types/types.ts';
import { CelError, type Duration, type Timestamp } from '../values/value.ts';
import { declare, method } from './declare.ts';

/** Making one takes a millisecond and some hundred kilobytes. */
const clocks = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });

/** To make one, and to read it. */
const stepsOfClock = 20_000;
const stepsOfReading = 150;
const stepsOfOffset = 10;

/** Throws CelError. Names have one spelling: `europe/berlin` is none. */
function clockOf(zone: string, budget: EvaluationBudget): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  budget.work(stepsOfClock);
  const unknown = new CelError(`unknown time zone ${zone.slice(0, 100)}`);
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(zone) || zone.length < 2) throw unknown;
  let made: Intl.DateTimeFormat;
  try {
    made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  } catch {
    throw unknown;
  }
  const { timeZone } = made.resolvedOptions();
  if (timeZone !== zone && timeZone.toLowerCase() === zone.toLowerCase()) throw unknown;
  clocks.set(zone, made);
  return made;
}

/** Date in a zone, as if it were UTC. */
function dateIn({ milliseconds: moment }: Timestamp, zone: string, budget: EvaluationBudget): Date {
  const date = new Date(moment);
  if (zone === '' || zone === 'UTC' || zone === 'Local') return date;
  budget.work(stepsOfOffset);
  const offset = /^([+-]?)(\d+):(\d+)$/.exec(zone);
  if (offset !== null) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3]);
    return new Date(date.getTime() + (offset[1] === '-' ? -minutes : minutes) * 60_000);
  }
  budget.work(stepsOfReading);
  const milliseconds = ((date.getTime() % 1000) + 1000) % 1000;
  const local = clockOf(zone, budget).format(date).replace(' ', 'T');
  return new Date(Date.parse(`${local}Z`) + milliseconds);
}

const partOf =
  (of: (date: Date) => number): Implementation =>
  ([moment, zone = ''], budget) =>
    BigInt(of(dateIn(moment as Timestamp, zone as string, budget)));

const dayOfYear = (date: Date): number => {
  const start = new Date(0);
  start.setUTCFullYear(date.getUTCFullYear(), 0, 1);
  return Math.floor((date.getTime() - start.getTime()) / 86_400_000);
};

const parts: Readonly<Record<string, (date: Date) => number>> = {
  getFullYear: (date) => date.getUTCFullYear(),
  getMonth: (date) => date.getUTCMonth(),
  getDate: (date) => date.getUTCDate(),
  getDayOfMonth: (date) => date.getUTCDate() - 1,
  getDayOfWeek: (date) => date.getUTCDay(),
  getDayOfYear: dayOfYear,
  getHours: (date) => date.getUTCHours(),
  getMinutes: (date) => date.getUTCMinutes(),
  getSeconds: (date) => date.getUTCSeconds(),
  getMilliseconds: (date) => date.getUTCMilliseconds(),
};

/** A span of time as a whole number of units. */
const units: Readonly<Record<string, bigint>> = {
  getHours: 3_600_000_000_000n,
  getMinutes: 60_000_000_000n,
  getSeconds: 1_000_000_000n,
  getMilliseconds: 1_000_000n,
};

/** The parts of a moment, in a time zone if one is given, and of a span of time. */
export const timeFunctions: readonly FunctionDeclaration[] = Object.entries(parts).map(([name, of]) => {
  const call = partOf(of);
  const ofMoments = [
    method([timestampType], intType, call),
    method([timestampType, stringType], intType, call),
  ];
  const unit = units[name];
  if (unit === undefined) return declare(name, ...ofMoments);
  const ofSpan: Implementation = ([span]) => (span as Duration).nanoseconds / unit;
  return declare(name, ...ofMoments, method([durationType], intType, ofSpan));
});
