import type { ResourceV1DeviceTaint, ResourceV1DeviceToleration } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateLabelName } from '../../../api/validation/label-validation.ts';
import { labelValue } from '../../../api/validation/names.ts';
import { invalidEach } from '../field-checks.ts';

const operators = ['Equal', 'Exists'];

/** `effects`: those that the release knows. */
export function validateToleration(
  { key, operator, value = '', effect }: ResourceV1DeviceToleration,
  path: FieldPath,
  effects: readonly string[],
): FieldError[] {
  return [
    ...(key ? validateLabelName(key, path.child('key')) : []),
    ...validateOperator(operator, value, path),
    ...(effect && !effects.includes(effect) ? [notSupported(path.child('effect'), effect, effects)] : []),
  ];
}

function validateOperator(operator: string | undefined, value: string, path: FieldPath): FieldError[] {
  if (!operator) return [required(path.child('operator'))];
  const valuePath = path.child('value');
  if (operator === 'Exists')
    return value === '' ? [] : [invalid(valuePath, value, 'must be empty for operator `Exists`')];
  if (operator === 'Equal') return invalidEach(valuePath, value, labelValue(value));
  return [notSupported(path.child('operator'), operator, operators)];
}

/** `oldEffect`: that of the stored object, which is not asked again. */
export function validateTaint(
  { key, value = '', effect }: ResourceV1DeviceTaint,
  path: FieldPath,
  effects: readonly string[],
  oldEffect?: string,
): FieldError[] {
  const effectPath = path.child('effect');
  const ofEffect = effect === '' ? [required(effectPath)] : [notSupported(effectPath, effect, effects)];
  return [
    ...validateLabelName(key, path.child('key')),
    ...invalidEach(path.child('value'), value, labelValue(value)),
    ...(effects.includes(effect) || effect === oldEffect ? [] : ofEffect),
  ];
}
