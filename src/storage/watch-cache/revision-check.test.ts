import { expect, it } from 'vitest';
import { RevisionCheck } from './revision-check.ts';

it('serves everyone who came before a question with one answer, and nobody with an older one', async () => {
  const answers: ((revision: number) => void)[] = [];
  const check = new RevisionCheck(() => new Promise((resolve) => answers.push(resolve)));
  const first = check.newest();
  const second = check.newest();
  const third = check.newest();
  expect(answers).toHaveLength(1);
  answers[0]!(5);
  expect(await first).toBe(5);
  await Promise.resolve();
  expect(answers).toHaveLength(2);
  const fourth = check.newest();
  answers[1]!(6);
  expect(await Promise.all([second, third])).toEqual([6, 6]);
  await Promise.resolve();
  answers[2]!(7);
  expect(await fourth).toBe(7);
});

it('asks again after a failure', async () => {
  let calls = 0;
  const check = new RevisionCheck(async () => {
    if (calls++ === 0) throw new Error('down');
    return 3;
  });
  const [first, second] = await Promise.allSettled([check.newest(), check.newest()]);
  expect(first).toMatchObject({ status: 'rejected' });
  expect(second).toMatchObject({ status: 'fulfilled', value: 3 });
});
