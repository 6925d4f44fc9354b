import { duplicate, type FieldError, type FieldPath, tooMany } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';

type Check<T> = (item: T, path: FieldPath, index: number) => readonly FieldError[];

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
  const seen = new Set<string>();
  return validateList(items, max, path, (item, own, index) => {
    const key = keyOf(item);
    const text = JSON.stringify(key);
    const isRepeated = seen.has(text);
    seen.add(text);
    return [...check(item, own, index), ...(isRepeated ? [duplicate(own, shownOf(item))] : [])];
  });
}
