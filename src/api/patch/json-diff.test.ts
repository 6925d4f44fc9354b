import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyMap } from '../../../test/support/unit/patch-values.ts';
import { equalValues } from '../json/json-values.ts';
import { jsonDiff } from './json-diff.ts';
import { applyJsonPatch, toJsonPatch } from './json-patch.ts';

const diff = (before: unknown, after: unknown): object[] => [...jsonDiff(before, after)];

describe('a difference', () => {
  test.each<[string, unknown, unknown, object[]]>([
    ['of equal values is empty', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
    ['takes undefined for absent', { a: undefined }, { b: undefined }, []],
    ['adds a member', { a: 1 }, { a: 1, b: 2 }, [{ op: 'add', path: '/b', value: 2 }]],
    ['removes a member', { a: 1, b: 2 }, { a: 1 }, [{ op: 'remove', path: '/b' }]],
    [
      'replaces what is deep inside',
      { a: { b: 1 } },
      { a: { b: 2 } },
      [{ op: 'replace', path: '/a/b', value: 2 }],
    ],
    ['escapes keys', {}, { 'a/b~c': 1 }, [{ op: 'add', path: '/a~1b~0c', value: 1 }]],
    ['inserts into a list', [1, 2, 4], [1, 2, 3, 4], [{ op: 'add', path: '/2', value: 3 }]],
    [
      'removes from a list',
      [1, 2, 3],
      [3],
      [
        { op: 'remove', path: '/1' },
        { op: 'remove', path: '/0' },
      ],
    ],
    ['looks into items', [{ n: 'a', i: 1 }], [{ n: 'a', i: 2 }], [{ op: 'replace', path: '/0/i', value: 2 }]],
    ['replaces another type', { a: [1] }, { a: { b: 1 } }, [{ op: 'replace', path: '/a', value: { b: 1 } }]],
  ])('%s', (_title, before, after, operations) => {
    expect(diff(before, after)).toEqual(operations);
  });

  test('applied as a patch to the one value gives the other', () => {
    fc.assert(
      fc.property(anyMap, anyMap, (before, after) => {
        const patched = applyJsonPatch(before, toJsonPatch(diff(before, after)));
        expect(equalValues(patched, after)).toBe(true);
      }),
    );
  });
});
