import { ListValue, MapValue, noSuchKey } from '../values/collections.ts';
import { numberOf } from '../values/equality.ts';
import { typeName } from '../values/types.ts';
import { CelError, type CelValue, OptionalValue } from '../values/value.ts';

const noNamesInLists = (): CelError => new CelError("unsupported index type 'string' in list");

/** `operand.name`. A field of an optional value is optional too. */
export function fieldOf(operand: CelValue, name: string): CelValue {
  if (operand instanceof MapValue) {
    const found = operand.get(name);
    if (found === undefined) throw noSuchKey(name);
    return found;
  }
  if (operand instanceof OptionalValue) return optionalField(operand, name);
  if (operand instanceof ListValue) throw noNamesInLists();
  throw noSuchKey(name);
}

/** `has(operand.name)` */
export function hasField(operand: CelValue, name: string): boolean {
  if (operand instanceof MapValue) return operand.has(name);
  if (operand instanceof OptionalValue) return operand.value !== undefined && hasField(operand.value, name);
  if (operand instanceof ListValue) throw noNamesInLists();
  return false;
}

/** `operand.?name` */
export function optionalField(operand: CelValue, name: string): OptionalValue {
  const value = operand instanceof OptionalValue ? operand.value : operand;
  if (value === undefined || !hasField(value, name)) return OptionalValue.none;
  return new OptionalValue(fieldOf(value, name));
}

/** `operand[key]` */
export function itemOf(operand: CelValue, key: CelValue): CelValue {
  if (operand instanceof OptionalValue) return optionalItem(operand, key);
  if (operand instanceof ListValue) {
    const index = indexIn(key);
    if (index < 0 || index >= operand.length) throw new CelError(`index out of bounds: ${numberOf(key)}`);
    return operand.at(index);
  }
  const found = operand instanceof MapValue ? operand.get(key) : undefined;
  if (found === undefined) throw noSuchKey(key);
  return found;
}

/** `operand[?key]` */
export function optionalItem(operand: CelValue, key: CelValue): OptionalValue {
  const value = operand instanceof OptionalValue ? operand.value : operand;
  if (value instanceof ListValue) {
    const index = indexIn(key);
    return index < 0 || index >= value.length ? OptionalValue.none : new OptionalValue(value.at(index));
  }
  const found = value instanceof MapValue ? value.get(key) : undefined;
  return found === undefined ? OptionalValue.none : new OptionalValue(found);
}

const maxInt = 2n ** 63n - 1n;

function indexIn(key: CelValue): number {
  const number = numberOf(key);
  if (number === undefined) throw new CelError(`unsupported index type '${typeName(key)}' in list`);
  const isWhole = typeof number === 'bigint' ? number <= maxInt : Number.isInteger(number);
  if (!isWhole) throw new CelError(`unsupported index value ${number} in list`);
  return Number(number);
}
