import { type FieldError, type FieldPath, invalid } from '../../../api/validation/field-errors.ts';

interface Condition {
  type: string;
  status: string;
}

/** A migration ends once, and in one way. */
export function validateEnds(
  conditions: readonly Condition[],
  old: readonly Condition[],
  path: FieldPath,
): FieldError[] {
  const isTrue = (all: readonly Condition[], wanted: string): boolean =>
    all.some(({ type, status }) => type === wanted && status === 'True');
  const errors: FieldError[] = [];
  const add = (text: string): void => void errors.push(invalid(path, conditions, text));
  if (isTrue(conditions, 'Succeeded') && isTrue(conditions, 'Failed'))
    add('Both success and failed conditions cannot be true at the same time');
  if (isTrue(old, 'Succeeded') && !isTrue(conditions, 'Succeeded'))
    add('Success condition cannot be set to false once it is true');
  if (isTrue(old, 'Failed') && !isTrue(conditions, 'Failed'))
    add('Failed condition cannot be set to false once it is true');
  return errors;
}

/** It does not run any more when it has ended; this holds in the first releases alone. */
export function validateRunning(conditions: readonly Condition[], path: FieldPath): FieldError[] {
  const isTrue = (wanted: string): boolean =>
    conditions.some(({ type, status }) => type === wanted && status === 'True');
  if (!isTrue('Running')) return [];
  return [
    ...(isTrue('Succeeded')
      ? [invalid(path, conditions, 'Running condition cannot be true when success condition is true')]
      : []),
    ...(isTrue('Failed')
      ? [invalid(path, conditions, 'Running condition cannot be true when failed condition is true')]
      : []),
  ];
}
