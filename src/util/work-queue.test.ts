import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkQueue } from './work-queue.ts';

function recorder(workers: number, fail: (key: string, turn: number) => boolean = () => false) {
  const worked: string[] = [];
  let atOnce = 0;
  let most = 0;
  const gates: (() => void)[] = [];
  const queue = new WorkQueue({
    workers,
    firstRetry: 1,
    maxRetryDelay: 4,
    report: () => {},
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
    } while (gates.length > 0 || atOnce > 0);
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

describe('a key that is added at a time', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function timed() {
    const worked: string[] = [];
    const queue = new WorkQueue({
      workers: 1,
      firstRetry: 1,
      maxRetryDelay: 4,
      report: () => {},
      work: async (key) => void worked.push(key),
    });
    return { queue, worked };
  }

  it('comes then, and of several times at the earliest', async () => {
    const { queue, worked } = timed();
    queue.addAfter('a', 5_000);
    queue.addAfter('a', 1_000);
    queue.addAfter('a', 3_000);
    await vi.advanceTimersByTimeAsync(999);
    expect(worked).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(worked).toEqual(['a']);
  });

  it('comes again when it is added again after that', async () => {
    const { queue, worked } = timed();
    queue.addAfter('a', 1_000);
    await vi.advanceTimersByTimeAsync(1_001);
    queue.addAfter('a', 1_000);
    await vi.advanceTimersByTimeAsync(1_001);
    expect(worked).toEqual(['a', 'a']);
  });

  it('may come later than the longest timer of Node', async () => {
    const { queue, worked } = timed();
    queue.addAfter('a', 3_000_000_000);
    await vi.advanceTimersByTimeAsync(2_999_000_000);
    expect(worked).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000_000);
    expect(worked).toEqual(['a']);
  });

  it('does not come once the queue is closed', async () => {
    const { queue, worked } = timed();
    queue.addAfter('a', 1_000);
    await queue.close();
    queue.addAfter('b', 1_000);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(worked).toEqual([]);
  });
});
