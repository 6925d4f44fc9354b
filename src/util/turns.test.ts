import { expect, test } from 'vitest';
import { turnOfOthers } from './turns.ts';

const kibibyte = 1024;

test('a small object gives nobody a turn', () => {
  expect(turnOfOthers(16 * kibibyte)).toBeUndefined();
  expect(turnOfOthers()).toBeUndefined();
});

/** How many steps so many tasks with objects of this size make at most between two turns of somebody else. */
async function mostAtOnce(tasks: number, bytes: number): Promise<number> {
  let steps = 0;
  let most = 0;
  let left = tasks;
  const work = async () => {
    for (let step = 0; step < 5; step++) {
      await turnOfOthers(bytes);
      steps++;
    }
    left--;
  };
  const ended = Promise.all(Array.from({ length: tasks }, work));
  while (left > 0) {
    await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, steps);
    steps = 0;
  }
  await ended;
  return most;
}

test('steps with large objects are made together, those with huge ones each by itself', async () => {
  expect(await mostAtOnce(4, 100 * kibibyte)).toBe(4);
  expect(await mostAtOnce(4, 300 * kibibyte)).toBe(1);
});
