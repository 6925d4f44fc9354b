/**
 * Tells of an index whether what stands there stands before it as well. With indexOf a long list would take the square
 * of its length.
 */
export function repetitions(values: readonly unknown[]): (index: number) => boolean {
  // In nearly every list everything stands once: that is cheaper to see than where each value stands.
  if (values.length < 2 || new Set(values).size === values.length) return () => false;
  const first = new Map<unknown, number>();
  values.forEach((value, index) => {
    if (!first.has(value)) first.set(value, index);
  });
  return (index) => first.get(values[index])! < index;
}
