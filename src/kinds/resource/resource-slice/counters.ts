import type {
  ResourceV1Counter,
  ResourceV1CounterSet,
  ResourceV1DeviceCounterConsumption,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, required, tooMany } from '../../../api/validation/field-errors.ts';
import { validateLabel } from '../../shared/devices/names.ts';

const maxCounters = 32;

/** Amounts that several devices use together. */
export const validateCounterSet = (
  { name, counters }: ResourceV1CounterSet,
  path: FieldPath,
): FieldError[] => [
  ...validateCounterName(name, path.child('name')),
  ...validateCounters(counters, path.child('counters')),
];

export const validateConsumption = (
  { counterSet, counters }: ResourceV1DeviceCounterConsumption,
  path: FieldPath,
): FieldError[] => [
  ...validateCounterName(counterSet, path.child('counterSet')),
  ...validateCounters(counters, path.child('counters')),
];

const validateCounterName = (name: string, path: FieldPath): FieldError[] =>
  name === '' ? [required(path)] : validateLabel(name, path);

function validateCounters(
  counters: Readonly<Record<string, ResourceV1Counter>> | undefined,
  path: FieldPath,
): FieldError[] {
  const names = Object.keys(counters ?? {});
  if (names.length === 0) return [required(path)];
  if (names.length > maxCounters) return [tooMany(path, names.length, maxCounters)];
  return names.flatMap((name) => validateLabel(name, path));
}
