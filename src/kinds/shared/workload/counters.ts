import { type FieldError, type FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';

/** Absent counts as 0: that is how 0 is printed. */
export function nonNegative(value: number | bigint | undefined, path: FieldPath): FieldError[] {
  return (value ?? 0) < 0 ? [invalid(path, value, 'must be greater than or equal to 0')] : [];
}

/** Fields of T that are counts. */
export type CounterOf<T> = { [K in keyof T]-?: NonNullable<T[K]> extends number ? K : never }[keyof T] &
  string;

/** Checks the named fields in the order given. */
export function nonNegativeFields<T extends object>(
  object: T,
  path: FieldPath,
  names: readonly CounterOf<T>[],
): FieldError[] {
  return validateEach(names, (name) => nonNegative(count(object, name), path.child(name)));
}

/** Checks that none of the named fields is above the field `limit`, which the text calls `limitText`. */
export function noneAbove<T extends object>(
  object: T,
  path: FieldPath,
  names: readonly CounterOf<T>[],
  limit: CounterOf<T>,
  limitText: string,
): FieldError[] {
  return names
    .filter((name) => (count(object, name) ?? 0) > (count(object, limit) ?? 0))
    .map((name) =>
      invalid(path.child(name), count(object, name) ?? 0, `cannot be greater than ${limitText}`),
    );
}

const count = <T extends object>(object: T, name: CounterOf<T>): number | undefined =>
  object[name] as number | undefined;

interface CountsCollisions {
  status: { collisionCount?: number };
}

/** Names of revisions are made from this count: were it lowered, a name that is taken would be tried again. */
export function collisionsNotForgotten({ status }: CountsCollisions, old: CountsCollisions): FieldError[] {
  const now = status.collisionCount;
  const before = old.status.collisionCount;
  // A count that is taken away is lowered even when it was 0.
  if (before === undefined || (now !== undefined && now >= before)) return [];
  return [invalid('status.collisionCount', now ?? 0, 'cannot be decremented')];
}
