/**
 * Works on all items, so many at a time, in order. Once one has failed no other is begun; rejects with the first failure
 * when none is under way any more.
 */
export async function inParallel<T>(
  items: Iterable<T>,
  places: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items].values();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    // An array iterator goes on where the other workers left it.
    for (const item of waiting) {
      if (failures.length > 0) return;
      await work(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: places }, worker));
  if (failures.length > 0) throw failures[0];
}
