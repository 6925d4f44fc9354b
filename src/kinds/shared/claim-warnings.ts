import type { CoreV1VolumeResourceRequirements } from '../../api/schema/types.gen.ts';
import type { FieldPath } from '../../api/validation/field-errors.ts';
import { canonicalQuantity, parseQuantity } from '../../api/values/quantity.ts';

/** Amounts of storage that are no whole number of bytes. `path` is that of the resources. */
export function warnOfFractions(
  { limits, requests }: CoreV1VolumeResourceRequirements,
  path: FieldPath,
): string[] {
  const fraction = (list: Record<string, string> | undefined, name: string): string[] => {
    const text = list?.['storage'];
    if (text === undefined || parseQuantity(text).milliValue() % 1000n === 0n) return [];
    const at = path.child(name).key('storage');
    return [`${at}: fractional byte value "${canonicalQuantity(text)}" is invalid, must be an integer`];
  };
  return [...fraction(requests, 'requests'), ...fraction(limits, 'limits')];
}
