import { setImmediate as immediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TurnQueue } from './turn-queue.ts';

const work = (milliseconds: number): void => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

it('does its tasks in order, and lets others have their turn between them', async () => {
  const queue = new TurnQueue();
  const order: number[] = [];
  for (let n = 0; n < 40; n++) {
    queue.add(() => {
      work(1);
      order.push(n);
    });
  }
  let max = 0;
  let last = performance.now();
  while (order.length < 40) {
    await immediate();
    max = Math.max(max, performance.now() - last);
    last = performance.now();
  }
  expect(order).toEqual(Array.from({ length: 40 }, (_, n) => n));
  expect(max).toBeLessThan(35);
});

it('takes thousands of tasks, and tasks that add tasks', async () => {
  const queue = new TurnQueue();
  let done = 0;
  const again = (left: number) => () => {
    done++;
    if (left > 0) queue.add(again(left - 1));
  };
  for (let n = 0; n < 5_000; n++) queue.add(again(3));
  await expect.poll(() => done).toBe(20_000);
});
