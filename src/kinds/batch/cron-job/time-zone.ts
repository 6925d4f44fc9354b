import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { BatchV1CronJobSpec } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';

/** The features of a release that matter to time zones. */
export interface CronFeatures {
  /** Whether a schedule may not have a zone, unless it had one. */
  refusesZoneInSchedule: boolean;
  /** Whether the parts of a name are looked at before the name is. */
  checksParts: boolean;
  /** Whether a zone that stays the same is left alone. */
  checksChangesOnly: boolean;
}

export const cronFeatures = (gates: FeatureGates): CronFeatures => ({
  refusesZoneInSchedule: gates.isIn('1.29'),
  checksParts: gates.isIn('1.27'),
  checksChangesOnly: gates.isIn('1.32'),
});

const path = FieldPath.of('spec', 'timeZone');
const schedulePath = FieldPath.of('spec', 'schedule');

export const hasZone = (schedule: string): boolean => schedule.includes('TZ');

/** A zone is named apart from the schedule, since there is a field for it. */
export function validateTimeZone(
  { timeZone, schedule }: BatchV1CronJobSpec,
  old: BatchV1CronJobSpec | undefined,
  features: CronFeatures,
): FieldError[] {
  const isSame = old !== undefined && features.checksChangesOnly && old.timeZone === timeZone;
  return [
    ...validateZoneInSchedule(schedule, timeZone, old, features),
    ...(timeZone === undefined || isSame ? [] : validateName(timeZone, features)),
  ];
}

function validateZoneInSchedule(
  schedule: string,
  timeZone: string | undefined,
  old: BatchV1CronJobSpec | undefined,
  { refusesZoneInSchedule }: CronFeatures,
): FieldError[] {
  if (!hasZone(schedule)) return [];
  if (timeZone !== undefined)
    return [invalid(schedulePath, schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule')];
  const hadZone = old !== undefined && hasZone(old.schedule);
  return refusesZoneInSchedule && !hadZone
    ? [invalid(schedulePath, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead')]
    : [];
}

const explicitText = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';

function validateName(name: string, { checksParts }: CronFeatures): FieldError[] {
  if (name === '') return [invalid(path, name, 'timeZone must be nil or non-empty string')];
  const unknown = [invalid(path, name, `unknown time zone ${name}`)];
  const isOdd = (part: string): boolean =>
    part === '.' || part === '..' || part.startsWith('-') || !/^[A-Za-z._0-9+-]{1,14}$/.test(part);
  if (checksParts && name.split('/').some(isOdd)) return unknown;
  return [
    ...(name.toLowerCase() === 'local' ? [invalid(path, name, explicitText)] : []),
    ...(isZone(name) ? [] : unknown),
  ];
}

function isZone(name: string): boolean {
  if (name === 'Local') return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // Offsets are zones to this runtime, and to no other.
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}
