import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  integerText,
  isDeletion,
  keyOf,
  keyPart,
  parseInteger,
  rangeEnd,
  rangeStart,
  revisionOf,
  versionKey,
  versionsEnd,
  versionsFrom,
} from './layout.ts';

const revision = fc.integer({ min: 1, max: 2 ** 48 - 1 });
const key = fc.string({ minLength: 1, maxLength: 30, unit: fc.constantFrom(...' -./0aA~') });

test('integers come back, and are ordered as their text is', () => {
  fc.assert(
    fc.property(revision, revision, (a, b) => {
      expect(parseInteger(integerText(a), 0)).toBe(a);
      expect(integerText(a) < integerText(b)).toBe(a < b);
    }),
  );
});

test('keys of versions come back', () => {
  fc.assert(
    fc.property(key, revision, fc.boolean(), (name, at, deleted) => {
      const encoded = versionKey(name, at, deleted);
      expect([keyOf(encoded), revisionOf(encoded), isDeletion(encoded)]).toEqual([name, at, deleted]);
      expect(encoded.startsWith(keyPart(encoded))).toBe(true);
    }),
  );
});

test('versions are ordered by key, and within a key the newest first', () => {
  fc.assert(
    fc.property(key, key, revision, revision, (a, b, x, y) => {
      const [first, second] = [versionKey(a, x, false), versionKey(b, y, true)];
      const before = a === b ? x > y : a < b;
      if (a !== b || x !== y) expect(first < second).toBe(before);
    }),
  );
});

test('a walk from a revision meets versions of that key that are not newer, and no others', () => {
  fc.assert(
    fc.property(key, key, revision, revision, (a, b, x, at) => {
      const encoded = versionKey(b, x, false);
      const met = encoded >= versionsFrom(a, at) && encoded < versionsEnd(a);
      expect(met).toBe(a === b && x <= at);
    }),
  );
});

test('a range holds what begins with the prefix, from the start key on', () => {
  fc.assert(
    fc.property(key, key, revision, (prefix, other, at) => {
      const folder = `${prefix}/`;
      const encoded = versionKey(other, at, false);
      const within = (start: string) => encoded >= rangeStart(start) && encoded < rangeEnd(folder);
      expect(within(folder)).toBe(other.startsWith(folder) && other !== folder ? true : other === folder);
      const start = `${folder}a`;
      expect(within(start)).toBe(other.startsWith(folder) && other >= start);
      expect(within(`${start}\0`)).toBe(other.startsWith(folder) && other > start);
    }),
  );
});
