import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { WorkQueue } from './work-queue.ts';

function recorder(workers: number, fail: (key: string, turn: number) => boolean = () => false) {
  const worked: string[] = [];
  let atOnce = 0;
  let most = 0;
  const gates: (() => void)[] = [];
  const queue = new WorkQueue({
    ...{ workers, firstRetry: 1, longestRetry: 4, report: () => {} },
    async work(key) {
      most = Math.max(most, ++atOnce);
      worked.push(key);
      await new Promise<void>((done) => gates.push(done));
      atOnce--;
      if (fail(key, worked.length)) throw new Error('not now');
    },
  });
  const open = async (): Promise<void> => {
    do {
      gates.shift()?.();
      await sleep(2);
    } while (gates.length > 0 || !queue.isIdle);
  };
  return { queue, worked, open, most: () => most };
}

it('works on a key once however often it was added, and again when it is added meanwhile', async () => {
  const { queue, worked, open } = recorder(2);
  queue.add('a');
  queue.add('a');
  await sleep(5);
  queue.add('a');
  queue.add('a');
  await open();
  expect(worked).toEqual(['a', 'a']);
});

it('works on no more keys at a time than there are workers, and never twice on one', async () => {
  const { queue, worked, open, most } = recorder(2);
  for (const key of ['a', 'b', 'c', 'd']) queue.add(key);
  await open();
  expect(worked.sort()).toEqual(['a', 'b', 'c', 'd']);
  expect(most()).toBe(2);
});

it('tries again what failed', async () => {
  const { queue, worked, open } = recorder(1, (_, turn) => turn < 3);
  queue.add('a');
  while (worked.length < 3) await open();
  await open();
  expect(worked).toEqual(['a', 'a', 'a']);
});

it('begins nothing more once it is closed', async () => {
  const { queue, worked, open } = recorder(1);
  queue.add('a');
  await sleep(5);
  queue.add('b');
  const closed = queue.close();
  await open();
  await closed;
  expect(worked).toEqual(['a']);
});
