import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareKeys, comparePlainKeys, inOrder, isPlain, orderedKey } from './key-order.ts';
import { itemKey, valueKey } from './path-key.ts';

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '0', '-', '.', '/', ':', '_'), maxLength: 4 }),
  fc.string({ unit: fc.constantFrom('a', ' ', '!', '"', '\\', 'é', '\n', '~'), maxLength: 4 }),
);
const key = fc.oneof(
  fc.nat(200).map((port) => itemKey({ port }, ['port'], {})),
  text.map((name) => `f:${name}`),
  text.map(valueKey),
  fc.nat(20).map(valueKey),
  text.map((name) => itemKey({ name }, ['name'], {})),
  fc.tuple(fc.nat(20), text).map(([port, name]) => itemKey({ port, name }, ['name', 'port'], {})),
);

it('the place of plain keys is told from their texts', () => {
  fc.assert(
    fc.property(key, key, (a, b) => {
      if (!isPlain(a) || !isPlain(b)) return;
      expect(Math.sign(comparePlainKeys(a, b))).toBe(Math.sign(compareKeys(orderedKey(a), orderedKey(b))));
    }),
    { numRuns: 20_000 },
  );
});

it('keys of any kinds stand in order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(key, { maxLength: 6 }), (keys) => {
      const expected = keys.map(orderedKey).sort(compareKeys);
      expect(inOrder(keys.map((one) => [one, 1] as const)).map(([one]) => one)).toEqual(
        expected.map((one) => one.key),
      );
    }),
    { numRuns: 10_000 },
  );
});

it.each([
  ['f:a b', true],
  ['f:"', true],
  ['v:"a"', true],
  ['v:"a b"', true],
  ['v:"a\\\\b"', false],
  ['v:"<"', false],
  ['v:"é"', false],
  ['v:1', true],
  ['v:1.5', false],
  ['v:-1', false],
  ['v:12345678901234567', false],
  ['k:{"name":"a"}', true],
  ['k:{"name":"a","port":1}', true],
  ['k:{"name":"a\\n","port":1}', false],
  ['k:{"port":1}', true],
  ['i:1', false],
])('%s is plain: %s', (given, plain) => expect(isPlain(given)).toBe(plain));

const inTheirOrder = [
  'f:a',
  'f:b',
  'k:{"port":9}',
  'k:{"port":9,"protocol":"TCP"}',
  'k:{"port":9,"protocol":"UDP"}',
  'k:{"port":10}',
  'k:{"port":":1"}',
  'v:2',
  'v:10',
  'v:"1"',
  'v:"1 "',
  'v:"10"',
  'v:"9"',
];

it('keys stand in order, whatever the order they come in', () => {
  const children = inTheirOrder.map((one) => [one, 1] as const);
  const shuffled = [...children].sort(([a], [b]) => a.length - b.length || (a < b ? 1 : -1));
  for (const extra of [[], [['i:1', 1] as const]]) {
    expect(inOrder([...shuffled, ...extra])).toEqual([...children, ...extra]);
  }
  expect(inOrder(children)).toBe(children);
});
