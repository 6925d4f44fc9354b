import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const entry = (user: string, name: string) => ({ user, name });

it('users take turns, the entries of each in their order', () => {
  const queue = new FairQueue<ReturnType<typeof entry>>();
  for (const name of ['1', '2', '3']) queue.add(entry('a', name));
  queue.add(entry('b', '4'));
  const taken = [queue.next(), queue.next()];
  queue.add(entry('c', '5'));
  taken.push(queue.next(), queue.next(), queue.next());
  expect(taken.map((one) => one?.name)).toEqual(['1', '4', '2', '5', '3']);
  expect(queue.next()).toBeUndefined();
});

it('what is removed has no turn', () => {
  const queue = new FairQueue<ReturnType<typeof entry>>();
  const [a, b] = [entry('a', '1'), entry('b', '2')];
  queue.add(a);
  queue.add(b);
  expect([queue.remove(a), queue.remove(a), queue.remove(entry('b', '2'))]).toEqual([true, false, false]);
  expect([queue.next(), queue.next()]).toEqual([b, undefined]);
});
