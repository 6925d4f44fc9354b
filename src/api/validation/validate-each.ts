import { maxMessageLength } from '../../util/truncate.ts';
import type { FieldError } from './field-errors.ts';

/** Nobody reads more; a body may hold a million bad items, each of them told with the whole list as its value. */
const maxErrors = 1000;

/**
 * The faults of the items of a list, in order: all of them as a rule, the first ones of a list that has more than
 * anybody reads.
 */
export function validateEach<T>(
  items: readonly T[],
  check: (item: T, index: number) => readonly FieldError[],
): FieldError[] {
  const errors: FieldError[] = [];
  let text = 0;
  for (let index = 0; index < items.length; index++) {
    for (const fault of check(items[index]!, index)) {
      errors.push(fault);
      text += fault.body.length;
    }
    if (errors.length >= maxErrors || text >= maxMessageLength) break;
  }
  return errors;
}
