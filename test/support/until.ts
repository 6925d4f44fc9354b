import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for what becomes so; seconds are generous, as machines are slow. Rejects when it does not. */
export async function until(isSo: () => boolean | Promise<boolean>, seconds = 30): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`it did not come to that within ${seconds} s`);
    await sleep(20);
  }
}
