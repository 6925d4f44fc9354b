import { expect, test } from 'vitest';
import { yieldToEventLoop } from './turns.ts';

const kibibyte = 1024;

test('a small object gives nobody a turn', () => {
  expect(yieldToEventLoop(16 * kibibyte)).toBeUndefined();
  expect(yieldToEventLoop()).toBeUndefined();
});

/** How many steps so many tasks with objects of this size make at most between two turns of somebody else. */
async function maxAtOnce(tasks: number, bytes: number): Promise<number> {
  let steps = 0;
  let max = 0;
  let left = tasks;
  const work = async () => {
    for (let step = 0; step < 5; step++) {
      await yieldToEventLoop(bytes);
      steps++;
    }
    left--;
  };
  const ended = Promise.all(Array.from({ length: tasks }, work));
  while (left > 0) {
    await new Promise((resolve) => setImmediate(resolve));
    max = Math.max(max, steps);
    steps = 0;
  }
  await ended;
  return max;
}

test('steps with large objects are made together, those with huge ones each by itself', async () => {
  expect(await maxAtOnce(4, 100 * kibibyte)).toBe(4);
  expect(await maxAtOnce(4, 300 * kibibyte)).toBe(1);
});
