import { setImmediate as immediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { Pacer, TurnQueue } from './pacer.ts';

// Time passes as the tests say: on a busy machine any step may take long.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const work = (milliseconds: number): void => void vi.advanceTimersByTime(milliseconds);

describe('TurnQueue', () => {
  it('runs its tasks in order and lets the event loop go round between slices', async () => {
    const queue = new TurnQueue();
    const order: number[] = [];
    for (let n = 0; n < 60; n++) {
      queue.add(() => {
        work(1);
        order.push(n);
      });
    }
    let most = 0;
    for (let before = 0; order.length < 60; before = order.length) {
      await immediate();
      most = Math.max(most, order.length - before);
    }
    expect(order).toEqual(Array.from({ length: 60 }, (_, n) => n));
    expect(most).toBeLessThanOrEqual(11);
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
});

test('a step within the time slice of a Pacer does not wait', () => {
  const pacer = new Pacer();
  expect(pacer.step()).toBeUndefined();
  work(11);
  expect(pacer.step()).toBeInstanceOf(Promise);
});

test('the first time slice is short, those after a turn are not', async () => {
  const pacer = new Pacer();
  work(3);
  expect(pacer.isDue()).toBe(true);
  await pacer.turn();
  work(3);
  expect(pacer.isDue()).toBe(false);
});

test('of short steps every sixteenth looks at the clock', () => {
  const pacer = new Pacer();
  work(11);
  const waits = Array.from({ length: 16 }, () => pacer.step(1) !== undefined);
  expect(waits.indexOf(true)).toBe(15);
});

test('the time slice begins again after a turn, and with restart', async () => {
  const pacer = new Pacer();
  work(11);
  await pacer.step();
  expect(pacer.isDue()).toBe(false);
  work(11);
  pacer.restart();
  expect(pacer.isDue()).toBe(false);
});

test('between the slices of any two pacers of a queue the event loop goes round', async () => {
  const turns = new TurnQueue();
  const seen: string[] = [];
  let isOver = false;
  const loop = async (): Promise<void> => {
    while (!isOver) {
      seen.push('loop');
      await immediate();
    }
  };
  const request = async (name: string): Promise<void> => {
    const pacer = new Pacer(turns);
    work(11);
    for (let slice = 0; slice < 5; slice++) {
      await pacer.step();
      seen.push(name);
      work(11);
    }
  };
  const going = loop();
  await Promise.all([request('a'), request('b'), request('c')]);
  isOver = true;
  await going;
  const slices = seen.filter((name) => name !== 'loop');
  expect(slices.slice(0, 6)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  expect(seen.join(' ')).not.toMatch(/[abc] [abc]/);
});
