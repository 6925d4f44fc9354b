import { FunctionError } from './template-error.ts';
import { isList, isMap, typeName, type Value, valueText } from './values.ts';

/** Whether the first value equals one of the others. */
export function equalsOne([first, ...others]: readonly Value[]): boolean {
  refuseComposite(first);
  if (others.length === 0) throw new FunctionError('missing argument for comparison');
  for (const other of others) {
    if (
      first !== undefined &&
      first !== null &&
      other !== undefined &&
      other !== null &&
      typeof first !== typeof other
    ) {
      throw new FunctionError('incompatible types for comparison');
    }
    refuseComposite(other);
    if ((first ?? null) === (other ?? null)) return true;
  }
  return false;
}

/** Values of one sort of numbers, or texts. */
export function isLess(a: Value, b: Value): boolean {
  for (const value of [a, b]) {
    if (!['bigint', 'number', 'string', 'boolean'].includes(typeof value))
      throw new FunctionError('invalid type for comparison');
  }
  if (typeof a !== typeof b) throw new FunctionError('incompatible types for comparison');
  if (typeof a === 'boolean') throw new FunctionError('invalid type for comparison');
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b as string)) < 0;
  return (a as number) < (b as number);
}

function refuseComposite(value: Value): void {
  if (isList(value) || isMap(value)) {
    throw new FunctionError(`non-comparable type ${valueText(value)}: ${typeName(value)}`);
  }
}
