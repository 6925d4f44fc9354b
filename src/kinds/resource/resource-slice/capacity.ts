import type {
  ResourceV1CapacityRequestPolicy,
  ResourceV1CapacityRequestPolicyRange,
  ResourceV1DeviceCapacity,
} from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  required,
  tooMany,
} from '../../../api/validation/field-errors.ts';
import { parseQuantity, type Quantity } from '../../../api/values/quantity.ts';

const maxValues = 10;
const onePolicy =
  'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time';

/** `isShared`: several claims may be given the device. */
export function validateCapacity(
  { value, requestPolicy }: ResourceV1DeviceCapacity,
  path: FieldPath,
  isShared: boolean,
): FieldError[] {
  if (requestPolicy === undefined) return [];
  const policyPath = path.child('requestPolicy');
  if (!isShared) return [forbidden(policyPath, 'allowMultipleAllocations must be true')];
  const { validValues, validRange } = requestPolicy;
  const capacity = parseQuantity(value);
  if (validValues?.length && validRange !== undefined) return [forbidden(policyPath, onePolicy)];
  if (validValues?.length) return validateValues(requestPolicy, policyPath, capacity);
  return validRange === undefined ? [] : validatePolicyRange(requestPolicy, validRange, policyPath, capacity);
}

function validateValues(
  { default: given, validValues = [] }: ResourceV1CapacityRequestPolicy,
  path: FieldPath,
  capacity: Quantity,
): FieldError[] {
  const valuesPath = path.child('validValues');
  const errors: FieldError[] = [];
  if (!given) errors.push(required(path.child('default'), 'required when validValues is defined'));
  if (validValues.length > maxValues) return [...errors, tooMany(valuesPath, validValues.length, maxValues)];
  const values = validValues.map(parseQuantity);
  for (const [index, value] of values.entries()) {
    const own = valuesPath.index(index);
    const before = values[index - 1];
    if (value.compare(capacity) > 0)
      errors.push(invalid(own, shown(value), `option is larger than capacity value: ${capacity}`));
    if (before !== undefined && before.compare(value) >= 0)
      errors.push(invalid(own, shown(value), 'values must be sorted in ascending order'));
    if (values.slice(0, index).some((other) => other.compare(value) === 0))
      errors.push(duplicate(own, shown(value)));
  }
  if (given && !values.some((value) => value.compare(parseQuantity(given)) === 0))
    errors.push(invalid(valuesPath, given, 'default value is not valid according to the requestPolicy'));
  return errors;
}

function validatePolicyRange(
  { default: given }: ResourceV1CapacityRequestPolicy,
  range: ResourceV1CapacityRequestPolicyRange,
  path: FieldPath,
  capacity: Quantity,
): FieldError[] {
  const own = path.child('validRange');
  const isWanted = 'required when validRange is defined';
  const errors: FieldError[] = given ? [] : [required(path.child('default'), isWanted)];
  if (range.min === undefined) return [...errors, required(own.child('min'), isWanted)];
  const [min, wanted] = [parseQuantity(range.min), given ? parseQuantity(given) : undefined];
  const [max, step] = [optional(range.max), optional(range.step)];
  const check = (field: string, value: Quantity, isWrong: boolean, text: string): void => {
    if (isWrong) errors.push(invalid(own.child(field), shown(value), text));
  };
  check('min', min, min.compare(capacity) > 0, `min is larger than capacity value: ${capacity}`);
  if (wanted) check('min', wanted, wanted.compare(min) < 0, `default is less than min: ${min}`);
  if (max !== undefined) {
    check('max', min, min.compare(max) > 0, `min is larger than max: ${max}`);
    check('max', max, max.compare(capacity) > 0, `max is larger than capacity value: ${capacity}`);
    if (wanted) check('max', wanted, wanted.compare(max) > 0, `default is more than max: ${max}`);
  }
  if (step === undefined) return errors;
  const first = min.add(step);
  check(
    'step',
    step,
    first.compare(capacity) > 0,
    `one step ${first} is larger than capacity value: ${capacity}`,
  );
  const notMultiple = `value is not a multiple of a given step (${step}) from (${min})`;
  for (const value of [max, wanted])
    if (value !== undefined) check('step', value, !isMultiple(value.subtract(min), step), notMultiple);
  return errors;
}

const optional = (text: string | undefined): Quantity | undefined =>
  text === undefined ? undefined : parseQuantity(text);

const shown = (quantity: Quantity): string => quantity.toString();

/** Both are compared in thousandths, finer amounts rounded up. */
function isMultiple(value: Quantity, step: Quantity): boolean {
  const divisor = step.milliValue();
  return divisor !== 0n && value.milliValue() % divisor === 0n;
}
