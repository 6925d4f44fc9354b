import { expect, it } from 'vitest';
import { OrderedTree } from '../../util/ordered-tree.ts';
import { Snapshots } from './snapshots.ts';

const empty = (): OrderedTree<never> => OrderedTree.empty();

it('a state is worked out once while it is used, and the one that was used longest ago is forgotten', () => {
  const snapshots = new Snapshots();
  const made: number[] = [];
  const at = (revision: number) =>
    snapshots.at(revision, () => {
      made.push(revision);
      return empty();
    });
  for (let revision = 1; revision <= 8; revision++) at(revision);
  const first = at(1);
  expect(at(1)).toBe(first);
  at(9);
  expect(made).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  at(1);
  at(2);
  expect(made.slice(9)).toEqual([2]);
  snapshots.clear();
  at(1);
  expect(made.slice(10)).toEqual([1]);
});
