/** The longest time, in milliseconds, that one of many requests in a row took until the work was done. */
export async function maxStall(work: Promise<unknown>, ask: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  const end = work.finally(() => {
    isOver = true;
  });
  let max = 0;
  while (!isOver) {
    const asked = performance.now();
    await ask();
    max = Math.max(max, performance.now() - asked);
  }
  await end;
  return max;
}
