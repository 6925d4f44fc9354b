import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OrderedTree } from './ordered-tree.ts';

const operations = fc.array(
  fc.record({
    key: fc.integer({ min: 0, max: 400 }).map((n) => `k${String(n).padStart(4, '0')}`),
    remove: fc.boolean(),
    value: fc.nat(),
  }),
  { maxLength: 1500 },
);

describe('ordered tree', () => {
  it('behaves like a sorted map, and older trees do not change', () => {
    fc.assert(
      fc.property(operations, (steps) => {
        let tree = OrderedTree.empty<number>();
        const model = new Map<string, number>();
        const kept: { tree: OrderedTree<number>; entries: [string, number][] }[] = [];
        steps.forEach(({ key, remove, value }, at) => {
          if (at % 200 === 0) kept.push({ tree, entries: sorted(model) });
          tree = remove ? tree.delete(key) : tree.set(key, value);
          if (remove) model.delete(key);
          else model.set(key, value);
        });
        kept.push({ tree, entries: sorted(model) });
        for (const snapshot of kept) {
          expect([...snapshot.tree.entries()]).toEqual(snapshot.entries);
          expect(snapshot.tree.size).toBe(snapshot.entries.length);
        }
        const inRange = sorted(model).filter(([key]) => key >= 'k0100' && key < 'k0300');
        expect([...tree.entries('k0100', 'k0300')]).toEqual(inRange);
        expect(tree.count('k0100', 'k0300')).toBe(inRange.length);
        for (const [key, value] of model) expect(tree.get(key)).toBe(value);
      }),
      { numRuns: 60 },
    );
  });

  it('is built from sorted entries', () => {
    const keys = Array.from({ length: 10_000 }, (_, n) => String(n).padStart(6, '0'));
    const tree = OrderedTree.fromSorted(keys, keys);
    expect([...tree.values()]).toEqual(keys);
    expect(tree.set('000500x', 'new').count('000500', '000502')).toBe(3);
  });

  it('shares the leaves that a change does not affect', () => {
    const keys = Array.from({ length: 1000 }, (_, n) => String(n).padStart(6, '0'));
    const before = OrderedTree.fromSorted(keys, keys);
    const after = before.set('000010', 'changed');
    const leavesBefore = new Set([...before.leaves()].map(({ leaf }) => leaf));
    const fresh = [...after.leaves()].filter(({ leaf }) => !leavesBefore.has(leaf));
    expect(fresh).toHaveLength(1);
  });
});

const sorted = (map: Map<string, number>): [string, number][] =>
  [...map].sort(([a], [b]) => (a < b ? -1 : 1));

it('an ordered tree is empty after all keys are deleted, in any order', () => {
  const keys = Array.from({ length: 9000 }, (_, n) => String((n * 7919) % 9000).padStart(6, '0'));
  let tree = keys.reduce((made, key) => made.set(key, key), OrderedTree.empty<string>());
  for (const key of keys.toSorted().slice(0, 4000)) tree = tree.delete(key);
  expect([...tree.values()]).toEqual(keys.toSorted().slice(4000));
  for (const key of keys.toReversed()) tree = tree.delete(key);
  expect(tree.size).toBe(0);
  expect([...tree.set('a', 'b').entries()]).toEqual([['a', 'b']]);
});
