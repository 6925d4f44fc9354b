import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { RevisionCheck } from './revision-check.ts';

/** More than the two turns of the event loop in which a question would be asked. */
async function turn(): Promise<void> {
  for (let i = 0; i < 3; i++) await setImmediate();
}

it('answers every caller with a question that was asked after its call, and asks no more than that needs', async () => {
  const answers: ((revision: number) => void)[] = [];
  const check = new RevisionCheck(() => new Promise((resolve) => answers.push(resolve)));
  const first = check.newest();
  const second = check.newest();
  await turn();
  expect(answers).toHaveLength(1);
  const third = check.newest();
  await turn();
  expect(answers).toHaveLength(1);
  answers[0]!(5);
  expect(await Promise.all([first, second])).toEqual([5, 5]);
  const fourth = check.newest();
  await turn();
  expect(answers).toHaveLength(2);
  const fifth = check.newest();
  answers[1]!(6);
  expect(await Promise.all([third, fourth])).toEqual([6, 6]);
  await turn();
  answers[2]!(7);
  expect(await fifth).toBe(7);
});

it('asks again after a failure', async () => {
  let calls = 0;
  const check = new RevisionCheck(async () => {
    if (calls++ === 0) throw new Error('down');
    return 3;
  });
  const [first, second] = await Promise.allSettled([check.newest(), check.newest()]);
  expect([first.status, second.status]).toEqual(['rejected', 'rejected']);
  expect(await check.newest()).toBe(3);
});
