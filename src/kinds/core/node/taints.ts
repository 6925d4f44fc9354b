import {
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/machinery/field-errors.ts';
import { validateLabelName } from '../../../api/machinery/label-validation.ts';
import { labelValue } from '../../../api/machinery/names.ts';
import type { CoreV1Taint } from '../../../api/schema/types.gen.ts';
import { eachFault } from '../../shared/each-fault.ts';

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

export function validateTaints(taints: readonly CoreV1Taint[], path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return eachFault(taints, (taint, index) => {
    const taintPath = path.index(index);
    const identity = JSON.stringify([taint.effect, taint.key]);
    const again = seen.has(identity) ? [repeated(taint, taintPath)] : [];
    seen.add(identity);
    return [...validateTaint(taint, taintPath), ...again];
  });
}

function validateTaint({ key, value = '', effect }: CoreV1Taint, path: FieldPath): FieldError[] {
  const valueFaults = labelValue(value);
  return [
    ...validateLabelName(key, path.child('key')),
    ...(valueFaults.length > 0 ? [invalid(path.child('value'), value, valueFaults.join(';'))] : []),
    ...validateEffect(effect, path.child('effect')),
  ];
}

function validateEffect(effect: string, path: FieldPath): FieldError[] {
  if (effect === '') return [required(path)];
  return effects.includes(effect) ? [] : [notSupported(path, effect, effects)];
}

function repeated(taint: CoreV1Taint, path: FieldPath): FieldError {
  const error = duplicate(path, taint);
  return { ...error, body: `${error.body}: taints must be unique by key and effect pair` };
}
