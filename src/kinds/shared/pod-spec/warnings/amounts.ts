import type { FieldPath } from '../../../../api/validation/field-errors.ts';
import { goQuote } from '../../../../util/quote.ts';

type InBytes = 'memory' | 'ephemeral-storage' | 'storage';

/** There is no part of a byte: a memory of `100m` is a tenth of one, and was meant to be 100M. */
export function fractional(
  amounts: Readonly<Record<string, string>> | undefined,
  path: FieldPath,
  ...names: InBytes[]
): string[] {
  if (amounts === undefined) return [];
  return names.flatMap((name) => {
    const amount = amounts[name];
    if (amount === undefined || !partOfOne.test(amount)) return [];
    return [`${path.key(name)}: fractional byte value ${goQuote(amount)} is invalid, must be an integer`];
  });
}

/** Ending of the canonical text of an amount that is no whole number. */
const partOfOne = /[num]$|e-/;
