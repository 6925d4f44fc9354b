import { setImmediate as immediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ownTurn } from './event-loop.ts';

test('between the slices of any two callers the event loop goes round', async () => {
  const seen: string[] = [];
  let isOver = false;
  const loop = async (): Promise<void> => {
    while (!isOver) {
      seen.push('loop');
      await immediate();
    }
  };
  const caller = async (name: string): Promise<void> => {
    for (let slice = 0; slice < 5; slice++) {
      await ownTurn();
      seen.push(name);
    }
  };
  const going = loop();
  await Promise.all([caller('a'), caller('b'), caller('c')]);
  isOver = true;
  await going;
  const slices = seen.filter((name) => name !== 'loop');
  expect(slices).toHaveLength(15);
  // Each in its turn, and none twice in one iteration.
  expect(slices.slice(0, 6)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  expect(seen.join(' ')).not.toMatch(/[abc] [abc]/);
});
