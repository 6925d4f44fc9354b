/** The longest time, in milliseconds, that somebody who asks again and again waited for an answer until the work was done. */
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
