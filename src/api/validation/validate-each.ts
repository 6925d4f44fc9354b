import type { Interruptible } from '../../util/slices.ts';
import { maxMessageLength } from '../../util/truncate.ts';
import type { FieldError } from './field-errors.ts';

/** A body may hold a million invalid items, and each error may repeat the whole list as its value. */
const maxErrors = 1000;

/** Checks the items of a list in order, until the errors reach a limit of number or text. */
export function validateEach<T>(
  items: readonly T[],
  check: (item: T, index: number) => readonly FieldError[],
): FieldError[] {
  const found = new Found();
  for (let index = 0; index < items.length && !found.isFull; index++) found.add(check(items[index]!, index));
  return found.errors;
}

/** The same for items whose check takes long. */
export function* validateEachInSteps<T>(
  items: readonly T[],
  check: (item: T, index: number) => Interruptible<readonly FieldError[]>,
): Interruptible<FieldError[]> {
  const found = new Found();
  for (let index = 0; index < items.length && !found.isFull; index++) {
    found.add(yield* check(items[index]!, index));
  }
  return found.errors;
}

class Found {
  readonly errors: FieldError[] = [];
  #text = 0;

  get isFull(): boolean {
    return this.errors.length >= maxErrors || this.#text >= maxMessageLength;
  }

  add(errors: readonly FieldError[]): void {
    for (const error of errors) {
      this.errors.push(error);
      this.#text += error.body.length;
    }
  }
}
