import { GoText } from '../../../api/go-format/go-syntax.ts';
import type { CoreV1Taint } from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateLabelName } from '../../../api/validation/label-validation.ts';
import { labelValue } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { goQuote } from '../../../util/quote.ts';

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

export function validateTaints(taints: readonly CoreV1Taint[], path: FieldPath): FieldError[] {
  /** Keys by effect. */
  const seen = new Map<string, Set<string>>();
  return validateEach(taints, (taint, index) => {
    const taintPath = path.index(index);
    const errors = validateTaint(taint, taintPath);
    const keys = seen.get(taint.effect) ?? new Set();
    if (keys.has(taint.key)) errors.push(repeated(taint, taintPath));
    seen.set(taint.effect, keys.add(taint.key));
    return errors;
  });
}

function validateTaint({ key, value = '', effect }: CoreV1Taint, path: FieldPath): FieldError[] {
  const errors = validateLabelName(key, path.child('key'));
  const valueErrors = labelValue(value);
  if (valueErrors.length > 0) errors.push(invalid(path.child('value'), value, valueErrors.join(';')));
  return effects.includes(effect) ? errors : [...errors, unknownEffect(effect, path.child('effect'))];
}

const unknownEffect = (effect: string, path: FieldPath): FieldError =>
  effect === '' ? required(path) : notSupported(path, effect, effects);

/** A taint as messages show it: without its time, which clients do not give. */
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
