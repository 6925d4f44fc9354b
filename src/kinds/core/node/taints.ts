import {
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/machinery/field-errors.ts';
import { GoText } from '../../../api/machinery/go-syntax.ts';
import { validateLabelName } from '../../../api/machinery/label-validation.ts';
import { labelValue } from '../../../api/machinery/names.ts';
import { goQuote } from '../../../api/machinery/quote.ts';
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

/** As people know it from messages. Without a time, that is: nobody gives one. */
function shown(taint: CoreV1Taint): unknown {
  const { key, value = '', effect, timeAdded } = taint;
  if (timeAdded !== undefined) return taint;
  const fields = `Key:${goQuote(key)}, Value:${goQuote(value)}, Effect:${goQuote(effect)}`;
  return new GoText(`core.Taint{${fields}, TimeAdded:<nil>}`);
}

function repeated(taint: CoreV1Taint, path: FieldPath): FieldError {
  const error = duplicate(path, shown(taint));
  return { ...error, body: `${error.body}: taints must be unique by key and effect pair` };
}
