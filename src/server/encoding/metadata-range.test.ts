import fc from 'fast-check';
import { expect, test } from 'vitest';
import { objectEnd } from './metadata-range.ts';

test('an object ends where its text does, whatever its strings hold', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (object, rest) => {
      const text = JSON.stringify(object);
      const json = Buffer.from(`{"metadata":${text},"spec":${JSON.stringify(rest)}}`);
      const start = '{"metadata":'.length;
      expect(json.toString('utf8', start, objectEnd(json, start))).toBe(text);
    }),
  );
});

test('quotes and backslashes that are escaped end no string', () => {
  const json = Buffer.from(String.raw`{"a":"\\\"}","b\\":"\\"}{`);
  expect(objectEnd(json, 0)).toBe(json.length - 1);
});
