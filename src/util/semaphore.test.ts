import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Semaphore } from './semaphore.ts';

it('runs a limited number of tasks at a time, in order, whether they fail or not', async () => {
  const gate = new Semaphore(3);
  let running = 0;
  let max = 0;
  const begun: number[] = [];
  const tasks = Array.from({ length: 10 }, (_, n) =>
    gate.run(async () => {
      begun.push(n);
      max = Math.max(max, ++running);
      await sleep(2);
      running--;
      if (n % 2 === 1) throw new Error(String(n));
      return n;
    }),
  );
  const results = await Promise.allSettled(tasks);
  expect(max).toBe(3);
  expect(begun).toEqual(Array.from({ length: 10 }, (_, n) => n));
  expect(results.map(({ status }) => status)).toEqual(
    begun.map((n) => (n % 2 === 1 ? 'rejected' : 'fulfilled')),
  );
});
