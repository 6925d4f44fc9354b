import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareKeys, itemKey, orderedKey, textOrderPrefix, valueKey } from './path-key.ts';

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '0', '-', '.', '/', ':', '_'), maxLength: 4 }),
  fc.string({ unit: fc.constantFrom('a', ' ', '!', '"', '\\', 'é', '\n', '~'), maxLength: 4 }),
);
const key = fc.oneof(
  text.map((name) => `f:${name}`),
  text.map(valueKey),
  fc.nat(20).map(valueKey),
  text.map((name) => itemKey({ name }, ['name'], {})),
  fc.tuple(fc.nat(20), text).map(([port, name]) => itemKey({ port, name }, ['name', 'port'], {})),
);

it('keys that begin alike and are plain stand in the order of their texts', () => {
  fc.assert(
    fc.property(key, key, (a, b) => {
      const prefix = textOrderPrefix(a);
      if (prefix === undefined || prefix !== textOrderPrefix(b)) return;
      expect(Math.sign(compareKeys(orderedKey(a), orderedKey(b)))).toBe(a < b ? -1 : a > b ? 1 : 0);
    }),
    { numRuns: 20_000 },
  );
});

it.each([
  ['f:a b', 'f:'],
  ['v:"a"', 'v:"'],
  ['v:"a b"', undefined],
  ['v:1', undefined],
  ['k:{"name":"a"}', 'k:{"name":"'],
  ['k:{"name":"a","port":1}', undefined],
  ['k:{"port":1}', undefined],
  ['i:1', undefined],
])('%s begins with %s', (given, prefix) => expect(textOrderPrefix(given)).toBe(prefix));
