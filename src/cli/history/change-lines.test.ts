import { describe, expect, test } from 'vitest';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { Change } from '../shared/history/change.ts';
import { changeLines } from './change-lines.ts';

const object = (fields: object, metadata: object = {}): ApiObject =>
  ({ apiVersion: 'v1', kind: 'K', metadata: { name: 'x', ...metadata }, ...fields }) as ApiObject;
const changed = (before: ApiObject, after: ApiObject): Change => ({
  kind: 'changed',
  revision: '7',
  before,
  after,
});
const shown = (change: Change, withStatus = false): string[] =>
  changeLines(change, { withStatus, isJson: false });
const head = (kind: string): string => `revision 7  at an unknown time  by an unknown manager: ${kind}`;

describe('a change', () => {
  test.each<[string, object, object, string[]]>([
    ['of a value', { spec: { a: 1 } }, { spec: { a: 2 } }, ['  spec.a: 1 -> 2']],
    ['that adds a value', { spec: {} }, { spec: { a: { b: 1 } } }, ['  spec.a: none -> {"b":1}']],
    ['that takes a value away', { spec: { a: [1] } }, { spec: {} }, ['  spec.a: [1] -> none']],
    ['of a name with slashes', { spec: { 'a/b~c': 1 } }, { spec: { 'a/b~c': 2 } }, ['  spec.a/b~c: 1 -> 2']],
    [
      'of long values is cut',
      { spec: { a: 'x'.repeat(98) } },
      { spec: { a: 'y'.repeat(99) } },
      [`  spec.a: "${'x'.repeat(98)}" -> "${'y'.repeat(99)}...`],
    ],
  ])('%s', (_, before, after, lines) => {
    expect(shown(changed(object(before), object(after)))).toEqual([head('changed'), ...lines]);
  });

  test.each<[string, ApiObject, ApiObject]>([
    ['nothing', object({ spec: 1 }), object({ spec: 1 })],
    [
      'what every write changes',
      object({}, { resourceVersion: '1' }),
      object({}, { resourceVersion: '2', generation: 2 }),
    ],
    ['the status', object({ status: 1 }), object({ status: 2 })],
  ])('of %s is not shown', (_, before, after) => {
    expect(shown(changed(before, after))).toEqual([]);
    expect(changeLines(changed(before, after), { withStatus: false, isJson: true })).toEqual([]);
  });

  test('of the status is shown where that is asked for', () => {
    expect(shown(changed(object({ status: 1 }), object({ status: 2 })), true)).toEqual([
      head('changed'),
      '  status: 1 -> 2',
    ]);
  });

  test.each(['created', 'deleted'] as const)('that is none: %s', (kind) => {
    expect(shown({ kind, revision: '7', before: undefined, after: object({}) })).toEqual([head(kind)]);
  });

  test('names its author', () => {
    const managedFields = [
      {
        manager: 'someone',
        operation: 'Update',
        subresource: 'scale',
        time: '2026-01-01T00:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:spec': { 'f:a': {} } },
      },
    ];
    const [first] = shown(changed(object({ spec: { a: 1 } }), object({ spec: { a: 2 } }, { managedFields })));
    expect(first).toBe('revision 7  2026-01-01T00:00:00Z  someone (Update of scale): changed');
  });

  test('is a line of JSON where that is asked for', () => {
    const change = changed(object({ spec: { a: 1 } }), object({ spec: { a: 2 } }));
    const lines = changeLines(change, { withStatus: false, isJson: true });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { revision: '7', change: 'changed', patch: [{ op: 'replace', path: '/spec/a', value: 2 }] },
    ]);
  });
});
