import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Does something again and again until what is waited for is there, and resolves to that. Nothing of it is under way
 * when this returns: a request that the end of its server broke off would fail the run from outside of every test.
 */
export async function againUntil<Value>(
  waited: Promise<Value>,
  interval: number,
  act: () => Promise<unknown>,
): Promise<Value> {
  const over = new AbortController();
  const acting = (async () => {
    while (!over.signal.aborted) {
      await act();
      await sleep(interval, undefined, { signal: over.signal }).catch(() => {});
    }
  })();
  try {
    return await Promise.race([waited, acting.then(() => waited)]);
  } finally {
    over.abort();
    await acting;
  }
}
