/** Returns whether the value at an index also occurs before it. Takes linear time, unlike indexOf. */
export function repetitions(values: readonly unknown[]): (index: number) => boolean {
  // Nearly every list has no duplicates, which a Set finds faster than the Map below.
  if (values.length < 2 || new Set(values).size === values.length) return () => false;
  const first = new Map<unknown, number>();
  values.forEach((value, index) => {
    if (!first.has(value)) first.set(value, index);
  });
  return (index) => first.get(values[index])! < index;
}
