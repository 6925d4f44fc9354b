/**
 * Where each value stands for the first time, to ask of every item whether it is a repetition:
 * `positions(names).get(name)! < index`. With indexOf a long list would take the square of its length.
 */
export function positions<T>(values: readonly T[]): ReadonlyMap<T, number> {
  const first = new Map<T, number>();
  values.forEach((value, index) => {
    if (!first.has(value)) first.set(value, index);
  });
  return first;
}
