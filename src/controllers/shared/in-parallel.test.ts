import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inParallel } from './in-parallel.ts';

it('works on each item once, so many at a time', async () => {
  const seen: number[] = [];
  let underWay = 0;
  let most = 0;
  await inParallel([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    seen.push(item);
    most = Math.max(most, ++underWay);
    await turn();
    underWay--;
  });
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
});

it('begins no more after a failure, and rejects when what was under way is over', async () => {
  const log: string[] = [];
  const work = async (item: number): Promise<void> => {
    log.push(`begin ${item}`);
    if (item === 1) throw new Error('broken');
    await turn();
    log.push(`end ${item}`);
  };
  await expect(inParallel([1, 2, 3, 4], 2, work)).rejects.toThrow('broken');
  expect(log).toEqual(['begin 1', 'begin 2', 'end 2']);
});
