import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  childKeys,
  difference,
  differenceBelow,
  type FieldNode,
  type FieldSet,
  intersection,
  isMember,
  sameSet,
  sorted,
  union,
} from './field-set.ts';

/** Paths of a set, for comparison: the sets of the tests are small. */
function paths(set: FieldSet, prefix = ''): string[] {
  if (set === undefined) return [];
  return [
    ...(isMember(set) && prefix !== '' ? [prefix] : []),
    ...childKeys(set).flatMap((key) => paths(set[key]!, `${prefix}/${key}`)),
  ].sort();
}

const key = fc.constantFrom('f:a', 'f:b', 'k:{"n":1}', 'k:{"n":10}', 'v:"x"');
const node: fc.Arbitrary<FieldNode> = fc.letrec<{ node: FieldNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    fc.constant({}),
    fc
      .tuple(fc.dictionary(key, tie('node'), { minKeys: 1, maxKeys: 3 }), fc.boolean())
      .map(([children, member]) => (member ? { '.': {}, ...children } : { ...children })),
  ),
})).node;
const set: fc.Arbitrary<FieldSet> = fc
  .dictionary(key, node, { maxKeys: 4 })
  .map((children) => (Object.keys(children).length === 0 ? undefined : sorted(children)));

const isBelow = (path: string, other: string) => path === other || path.startsWith(`${other}/`);

describe('sets of fields', () => {
  it('are what sets of paths are', () => {
    fc.assert(
      fc.property(set, set, (a, b) => {
        const [x, y] = [paths(a), paths(b)];
        expect(paths(union(a, b))).toEqual([...new Set([...x, ...y])].sort());
        expect(paths(difference(a, b))).toEqual(x.filter((path) => !y.includes(path)));
        expect(paths(intersection(a, b))).toEqual(x.filter((path) => y.includes(path)));
        expect(paths(differenceBelow(a, b))).toEqual(
          x.filter((path) => !y.some((other) => isBelow(path, other))),
        );
        expect(sameSet(a, b)).toBe(x.join() === y.join());
      }),
    );
  });

  it('come out canonical: every operation leaves keys in order and nothing empty', () => {
    fc.assert(
      fc.property(set, set, (a, b) => {
        for (const result of [union(a, b), difference(a, b), differenceBelow(a, b), intersection(a, b)]) {
          if (result !== undefined) expect(JSON.stringify(result)).toBe(JSON.stringify(sorted(result)));
        }
      }),
    );
  });

  it('are shared by an operation that changes nothing', () => {
    fc.assert(
      fc.property(set, set, (a, b) => {
        const both = union(a, b);
        expect(union(both, b)).toBe(both);
        const less = difference(a, b);
        expect(difference(less, b)).toBe(less);
        const left = differenceBelow(a, b);
        expect(differenceBelow(left, b)).toBe(left);
      }),
    );
  });

  it('have fields before items by key, by value and by position, numbers in their order', () => {
    const keys = ['i:0', 'v:"x"', 'k:{"n":10}', 'k:{"n":9}', 'f:b', 'f:a', '.'];
    const made = sorted(Object.fromEntries(keys.map((name) => [name, {}])));
    expect(Object.keys(made)).toEqual(['.', 'f:a', 'f:b', 'k:{"n":9}', 'k:{"n":10}', 'v:"x"', 'i:0']);
  });
});
