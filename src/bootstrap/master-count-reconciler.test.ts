import { expect, it } from 'vitest';
import { MasterCountReconciler } from './master-count-reconciler.ts';

const replica = (address: string, count: number, published: string[]): MasterCountReconciler =>
  new MasterCountReconciler({ address, count, published: () => published });

it.each<[string, number, string[], string[]]>([
  ['b', 3, [], ['b']],
  ['b', 3, ['c', 'a'], ['a', 'b', 'c']],
  ['b', 3, ['a', 'b', 'c'], ['a', 'b', 'c']],
  ['b', 3, ['a', 'c', 'd'], ['a', 'b', 'd']],
  ['d', 3, ['a', 'b', 'c'], ['b', 'c', 'd']],
  ['b', 2, ['a', 'c', 'd'], ['a', 'b']],
  ['d', 1, ['a', 'b', 'c'], ['d']],
])('%s of %i, where %j stand: %j', async (address, count, published, expected) => {
  expect(await replica(address, count, published).join()).toEqual(expected);
});

it('one that goes leaves those beside it', async () => {
  expect(await replica('b', 3, ['c', 'b', 'a']).leave()).toEqual(['a', 'c']);
});
