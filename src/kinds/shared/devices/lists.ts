import { duplicate, type FieldError, type FieldPath, tooMany } from '../../../api/validation/field-errors.ts';
import { validateEach, validateEachInSteps } from '../../../api/validation/validate-each.ts';
import type { Interruptible } from '../../../util/slices.ts';

type Check<T> = (item: T, path: FieldPath, index: number) => readonly FieldError[];
type LongCheck<T> = (item: T, path: FieldPath, index: number) => Interruptible<readonly FieldError[]>;

/** Checks each item, unless there are more than `max`. */
export function validateList<T>(
  items: readonly T[] | null | undefined,
  max: number,
  path: FieldPath,
  check: Check<T>,
): FieldError[] {
  if (!items) return [];
  if (items.length > max) return [tooMany(path, items.length, max)];
  return validateEach(items, (item, index) => check(item, path.index(index), index));
}

/** Checks each item as `validateList` does, and that no two have the same key; `shownOf`: what messages show of one that has. */
export function validateSet<T>(
  items: readonly T[] | null | undefined,
  max: number,
  path: FieldPath,
  check: Check<T>,
  keyOf: (item: T) => unknown,
  shownOf: (item: T) => unknown = keyOf,
): FieldError[] {
  const repeated = repeatedKeys(keyOf, shownOf);
  return validateList(items, max, path, (item, own, index) => [
    ...check(item, own, index),
    ...repeated(item, own),
  ]);
}

/** Checks as `validateList` does, for items whose check takes long. */
export function* validateListInSteps<T>(
  items: readonly T[] | null | undefined,
  max: number,
  path: FieldPath,
  check: LongCheck<T>,
): Interruptible<FieldError[]> {
  if (!items) return [];
  if (items.length > max) return [tooMany(path, items.length, max)];
  return yield* validateEachInSteps(items, (item, index) => check(item, path.index(index), index));
}

/** Checks as `validateSet` does, for items whose check takes long. */
export function validateSetInSteps<T>(
  items: readonly T[] | null | undefined,
  max: number,
  path: FieldPath,
  check: LongCheck<T>,
  keyOf: (item: T) => unknown,
): Interruptible<FieldError[]> {
  const repeated = repeatedKeys(keyOf, keyOf);
  return validateListInSteps(items, max, path, function* (item, own, index) {
    return [...(yield* check(item, own, index)), ...repeated(item, own)];
  });
}

/** Finds the items whose key one before them has. */
function repeatedKeys<T>(
  keyOf: (item: T) => unknown,
  shownOf: (item: T) => unknown,
): (item: T, path: FieldPath) => FieldError[] {
  const seen = new Set<string>();
  return (item, path) => {
    const text = JSON.stringify(keyOf(item));
    if (seen.has(text)) return [duplicate(path, shownOf(item))];
    seen.add(text);
    return [];
  };
}
