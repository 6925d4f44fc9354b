import { maxMessageLength } from '../../util/truncate.ts';
import type { FieldError } from './field-errors.ts';

/** A body may hold a million invalid items, and each error may repeat the whole list as its value. */
const maxErrors = 1000;

/** Checks the items of a list in order, until the errors reach a limit of number or text. */
export function validateEach<T>(
  items: readonly T[],
  check: (item: T, index: number) => readonly FieldError[],
): FieldError[] {
  const errors: FieldError[] = [];
  let text = 0;
  for (let index = 0; index < items.length; index++) {
    for (const error of check(items[index]!, index)) {
      errors.push(error);
      text += error.body.length;
    }
    if (errors.length >= maxErrors || text >= maxMessageLength) break;
  }
  return errors;
}
