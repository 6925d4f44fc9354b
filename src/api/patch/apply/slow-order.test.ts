import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atOnce } from '../../../util/slices.ts';
import { compareKeys, orderedKey } from './key-order.ts';
import { itemKey, valueKey } from './path-key.ts';
import { inOrderInSteps } from './slow-order.ts';

const count = 3_500;
const kinds: [string, (n: number) => string][] = [
  ['fields', (n) => `f:${n}`],
  ['items of a set', (n) => valueKey(`v${n}`)],
  ['numbers', (n) => valueKey(n)],
  ['items with several keys', (n) => itemKey({ a: `x${n % 50}`, b: n }, ['a', 'b'], {})],
  ['keys that are not plain', (n) => itemKey({ name: `é${n}` }, ['name'], {})],
  ['objects', (n) => valueKey({ n })],
  ['keys of which some are not plain', (n) => valueKey(n < 20 ? `é${n}` : `v${n}`)],
  ['keys of all kinds', (n) => [`f:${n}`, valueKey(`v${n}`), valueKey(n), `i:${n}`][n % 4]!],
];

it.each(kinds)('many %s stand in order, whatever the order they come in', (_, keyOf) => {
  const keys = Array.from({ length: count }, (_, index) => keyOf(index));
  const expected = keys.map(orderedKey).sort(compareKeys);
  const step = fc
    .integer({ min: 1, max: count - 1 })
    .filter((each) => each % 2 !== 0 && each % 5 !== 0 && each % 7 !== 0);
  fc.assert(
    fc.property(step, (each) => {
      const children = keys.map((_, index) => [keys[(index * each) % count]!, each] as const);
      const sorted = atOnce(inOrderInSteps(children));
      expect(sorted.map(([key]) => key)).toEqual(expected.map(({ key }) => key));
    }),
    { numRuns: 3 },
  );
});

it('the last of equal keys stays the last', () => {
  const children = Array.from({ length: count }, (_, index) => [valueKey(index % 7), index] as const);
  const sorted = atOnce(inOrderInSteps(children));
  for (const [at, [key, index]] of sorted.entries())
    if (sorted[at + 1]?.[0] === key) expect(sorted[at + 1]![1]).toBeGreaterThan(index);
});
