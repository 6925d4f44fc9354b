import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { PeriodicTask } from './periodic-task.ts';

it('runs again and again, also after a failure, until it is closed', async () => {
  const failures: string[] = [];
  let runs = 0;
  const third = Promise.withResolvers<void>();
  const work = async (): Promise<void> => {
    if (++runs === 1) throw new Error('broken');
    if (runs === 3) third.resolve();
  };
  const task = new PeriodicTask(work, 1, ({ message }) => failures.push(message));
  task.start();
  await third.promise;
  await task.close();
  const last = runs;
  await sleep(10);
  expect(failures).toEqual(['broken']);
  expect(runs).toBe(last);
});

it('closes when the run that is under way is over', async () => {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const work = (): Promise<void> => {
    begun.resolve();
    return end.promise;
  };
  const task = new PeriodicTask(work, 1, () => {});
  task.start();
  await begun.promise;
  let isClosed = false;
  const closed = task.close().then(() => (isClosed = true));
  await sleep(5);
  expect(isClosed).toBe(false);
  end.resolve();
  await closed;
});

it.each([2 ** 31 - 1, 2 ** 31, 1e15, Infinity])('a pause of %d ms is not a short one', async (pause) => {
  let runs = 0;
  const task = new PeriodicTask(
    async () => void runs++,
    pause,
    () => {},
  );
  task.start();
  await sleep(30);
  await task.close();
  expect(runs).toBe(0);
});
