import { maxMessage } from '../../util/cut-text.ts';
import type { FieldError } from './field-errors.ts';

/** Nobody reads more; a body may hold a million bad items, each of them told with the whole list as its value. */
const maxFaults = 1000;

/**
 * The faults of the items of a list, in order: all of them as a rule, the first ones of a list that has more than
 * anybody reads.
 */
export function validateEach<T>(
  items: readonly T[],
  check: (item: T, index: number) => readonly FieldError[],
): FieldError[] {
  const faults: FieldError[] = [];
  let text = 0;
  for (let index = 0; index < items.length; index++) {
    for (const fault of check(items[index]!, index)) {
      faults.push(fault);
      text += fault.body.length;
    }
    if (faults.length >= maxFaults || text >= maxMessage) break;
  }
  return faults;
}
