import { expect, it } from 'vitest';
import { RevisionWaiters, type WaitOutcome } from './revision-waiters.ts';

/** The outcome of the waits so far. */
function outcomes(waits: Promise<WaitOutcome>[]): () => Promise<(WaitOutcome | 'waits')[]> {
  const seen: (WaitOutcome | 'waits')[] = waits.map(() => 'waits');
  waits.forEach((wait, at) => void wait.then((outcome) => (seen[at] = outcome)));
  return async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return seen;
  };
}

it('waits for a revision end when it, or a later one, is shown', async () => {
  const waiters = new RevisionWaiters(60_000);
  const seen = outcomes([5, 7, 6].map((revision) => waiters.wait(revision, false)));
  waiters.advance(4);
  expect(await seen()).toEqual(['waits', 'waits', 'waits']);
  waiters.advance(5);
  expect(await seen()).toEqual(['shown', 'waits', 'waits']);
  waiters.advance(9);
  expect(await seen()).toEqual(['shown', 'shown', 'shown']);
});

it('waits end after their time', async () => {
  const waiters = new RevisionWaiters(5);
  expect(await waiters.wait(5, true)).toBe('late');
  waiters.advance(5);
});

it('those for the newest state take any of another history; those for a revision end', async () => {
  const waiters = new RevisionWaiters(60_000);
  const seen = outcomes([waiters.wait(100, true), waiters.wait(100, false)]);
  waiters.loseHistory();
  expect(await seen()).toEqual(['waits', 'lost']);
  waiters.advance(3);
  expect(await seen()).toEqual(['shown', 'lost']);
});

it('the newest revision that did not come in time is known, until the store has another history', async () => {
  const waiters = new RevisionWaiters(5);
  await Promise.all([waiters.wait(9, true), waiters.wait(7, true), waiters.wait(12, false)]);
  expect(waiters.missed).toBe(9);
  waiters.loseHistory();
  expect(waiters.missed).toBe(0);
});
