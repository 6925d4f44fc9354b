/** What one run of a piece of work came to. */
export interface Measured {
  error: unknown;
  /** Of the processor, in this thread: others on the machine do not count. */
  milliseconds: number;
}

export async function measured(work: () => unknown): Promise<Measured> {
  const start = process.threadCpuUsage();
  let error: unknown;
  try {
    const result = work();
    if (result instanceof Promise) await result;
  } catch (thrown) {
    error = thrown ?? new Error('nothing was thrown as an error');
  }
  const { user, system } = process.threadCpuUsage(start);
  return { error, milliseconds: (user + system) / 1_000 };
}

/** The least of several runs: what the work itself costs, without what the engine did beside it. */
export async function leastOf(runs: number, work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) least = Math.min(least, (await measured(work)).milliseconds);
  return least;
}
