import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyMap, anyValue, frozen, json, nested, refusal } from '../../../test/support/unit/patch-values.ts';
import { Pacer } from '../../util/pacer.ts';
import { JsonDocument } from './json-document.ts';
import { applyJsonPatch, applyJsonPatchPaced, toJsonPatch } from './json-patch.ts';
import { PatchBudget } from './patch-budget.ts';

const patched = (document: unknown, ...operations: object[]) =>
  applyJsonPatch(frozen(document), frozen(toJsonPatch(operations)));

const cases: { does: string; document: unknown; operation: object; gives: unknown }[] = [
  {
    does: 'add a member',
    document: { a: 1 },
    operation: { op: 'add', path: '/b', value: 2 },
    gives: { a: 1, b: 2 },
  },
  {
    does: 'add over a member',
    document: { a: 1 },
    operation: { op: 'add', path: '/a', value: [] },
    gives: { a: [] },
  },
  { does: 'add null', document: {}, operation: { op: 'add', path: '/a', value: null }, gives: { a: null } },
  {
    does: 'insert into a list',
    document: [1, 3],
    operation: { op: 'add', path: '/1', value: 2 },
    gives: [1, 2, 3],
  },
  {
    does: 'insert at the end by number',
    document: [1],
    operation: { op: 'add', path: '/1', value: 2 },
    gives: [1, 2],
  },
  {
    does: 'append',
    document: { l: [1] },
    operation: { op: 'add', path: '/l/-', value: [2] },
    gives: { l: [1, [2]] },
  },
  {
    does: 'add null by saying nothing',
    document: {},
    operation: { op: 'add', path: '/a' },
    gives: { a: null },
  },
  {
    does: 'insert from the end',
    document: [1, 2],
    operation: { op: 'add', path: '/-2', value: 9 },
    gives: [1, 9, 2],
  },
  {
    does: 'insert before all from the end',
    document: [1, 2],
    operation: { op: 'add', path: '/-3', value: 9 },
    gives: [9, 1, 2],
  },
  {
    does: 'insert at a number as people write it',
    document: [1, 2],
    operation: { op: 'add', path: '/+01', value: 9 },
    gives: [1, 9, 2],
  },
  {
    does: 'reach into an element from the end',
    document: [{}, { a: 1 }],
    operation: { op: 'remove', path: '/-1/a' },
    gives: [{}, {}],
  },
  {
    does: 'add under an empty key',
    document: { '': {} },
    operation: { op: 'add', path: '//', value: 1 },
    gives: { '': { '': 1 } },
  },
  {
    does: 'ignore other members',
    document: {},
    operation: { op: 'add', path: '/a', value: 1, x: 2 },
    gives: { a: 1 },
  },
  {
    does: 'remove a member',
    document: { a: 1, b: 2 },
    operation: { op: 'remove', path: '/a' },
    gives: { b: 2 },
  },
  { does: 'remove an element', document: [1, 2, 3], operation: { op: 'remove', path: '/1' }, gives: [1, 3] },
  { does: 'remove the last element', document: [1, 2], operation: { op: 'remove', path: '/-1' }, gives: [1] },
  { does: 'remove a null', document: { a: null }, operation: { op: 'remove', path: '/a' }, gives: {} },
  {
    does: 'replace a member',
    document: { a: { b: 1 } },
    operation: { op: 'replace', path: '/a/b', value: 'x' },
    gives: { a: { b: 'x' } },
  },
  {
    does: 'replace an element',
    document: [1, 2],
    operation: { op: 'replace', path: '/0', value: 9 },
    gives: [9, 2],
  },
  {
    does: 'replace the last element',
    document: [1, 2],
    operation: { op: 'replace', path: '/-1', value: 9 },
    gives: [1, 9],
  },
  {
    does: 'replace what a map does not have',
    document: { a: {} },
    operation: { op: 'replace', path: '/a/b', value: 1 },
    gives: { a: { b: 1 } },
  },
  {
    does: 'replace with null by saying nothing',
    document: { a: 1 },
    operation: { op: 'replace', path: '/a' },
    gives: { a: null },
  },
  {
    does: 'replace the whole document',
    document: [1],
    operation: { op: 'replace', path: '', value: {} },
    gives: {},
  },
  {
    does: 'move a member',
    document: { a: { x: 1 }, b: {} },
    operation: { op: 'move', from: '/a/x', path: '/b/y' },
    gives: { a: {}, b: { y: 1 } },
  },
  {
    does: 'move an element',
    document: [1, 2, 3],
    operation: { op: 'move', from: '/0', path: '/2' },
    gives: [2, 3, 1],
  },
  {
    does: 'move to where it is',
    document: { a: 1 },
    operation: { op: 'move', from: '/a', path: '/a' },
    gives: { a: 1 },
  },
  {
    does: 'copy a value',
    document: { a: [1] },
    operation: { op: 'copy', from: '/a', path: '/b' },
    gives: { a: [1], b: [1] },
  },
  {
    does: 'move an element into the one that takes its place',
    document: [1, {}],
    operation: { op: 'move', from: '/0', path: '/0/x' },
    gives: [{ x: 1 }],
  },
  {
    does: 'copy null from what a map does not have',
    document: { a: {} },
    operation: { op: 'copy', from: '/a/b', path: '/c' },
    gives: { a: {}, c: null },
  },
  {
    does: 'copy into itself',
    document: { a: {} },
    operation: { op: 'copy', from: '/a', path: '/a/b' },
    gives: { a: { b: {} } },
  },
  {
    does: 'unescape pointers',
    document: { 'a/b': { '~1': 1 } },
    operation: { op: 'replace', path: '/a~1b/~01', value: 2 },
    gives: { 'a/b': { '~1': 2 } },
  },
  {
    does: 'have tildes that escape nothing',
    document: {},
    operation: { op: 'add', path: '/a~2~', value: 1 },
    gives: { 'a~2~': 1 },
  },
  {
    does: 'begin its path with what does not count',
    document: {},
    operation: { op: 'add', path: 'x/a', value: 1 },
    gives: { a: 1 },
  },
  {
    does: 'test the whole document',
    document: { a: 1 },
    operation: { op: 'test', path: '', value: { a: 1 } },
    gives: { a: 1 },
  },
  {
    does: 'test a map in another order',
    document: { a: { x: 1, y: [2] } },
    operation: { op: 'test', path: '/a', value: { y: [2], x: 1 } },
    gives: { a: { x: 1, y: [2] } },
  },
  {
    does: 'test numbers by what they count',
    document: { a: 1e20 },
    operation: { op: 'test', path: '/a', value: 100000000000000000000n },
    gives: { a: 1e20 },
  },
  {
    does: 'test for null what is not there',
    document: {},
    operation: { op: 'test', path: '/a', value: null },
    gives: {},
  },
];

test.each(cases)('an operation can $does', ({ document, operation, gives }) => {
  expect(patched(document, operation)).toEqual(gives);
});

const rejected: { why: string; document: unknown; operation: object }[] = [
  { why: 'an unknown operation', document: {}, operation: { op: 'swap', path: '/a' } },
  {
    why: 'an operation named like a property of all objects',
    document: {},
    operation: { op: 'constructor', path: '/a' },
  },
  { why: 'no operation', document: {}, operation: { path: '/a' } },
  { why: 'no path', document: {}, operation: { op: 'add', value: 1 } },
  { why: 'a path that is no pointer', document: {}, operation: { op: 'add', path: 'a', value: 1 } },
  { why: 'a path that is a number', document: {}, operation: { op: 'add', path: 5, value: 1 } },
  { why: 'a test without a value', document: { a: 1 }, operation: { op: 'test', path: '/a' } },
  { why: 'a test without a value of nothing', document: {}, operation: { op: 'test', path: '/a' } },
  { why: 'the whole document to add', document: {}, operation: { op: 'add', path: '', value: {} } },
  { why: 'the whole document to copy', document: {}, operation: { op: 'copy', from: '', path: '/a' } },
  { why: 'the whole document to move', document: {}, operation: { op: 'move', from: '', path: '/a' } },
  {
    why: 'the whole document to copy to',
    document: { a: {} },
    operation: { op: 'copy', from: '/a', path: '' },
  },
  { why: 'a scalar for the whole document', document: {}, operation: { op: 'replace', path: '', value: 7 } },
  { why: 'null for the whole document', document: {}, operation: { op: 'replace', path: '' } },
  { why: 'no from', document: { a: 1 }, operation: { op: 'copy', path: '/a' } },
  { why: 'a parent that is not there', document: {}, operation: { op: 'add', path: '/a/b', value: 1 } },
  {
    why: 'a parent that is a scalar',
    document: { a: 'text' },
    operation: { op: 'add', path: '/a/0', value: 1 },
  },
  { why: 'a member of null', document: { a: null }, operation: { op: 'add', path: '/a/b', value: 1 } },
  { why: 'an index behind the end', document: [1], operation: { op: 'add', path: '/2', value: 1 } },
  { why: 'an index before the start', document: [1, 2], operation: { op: 'remove', path: '/-3' } },
  {
    why: 'an index before the start, to add',
    document: [1],
    operation: { op: 'add', path: '/-3', value: 2 },
  },
  { why: 'an index that is none', document: [1, 2], operation: { op: 'remove', path: '/1e0' } },
  {
    why: 'an index of more digits than count',
    document: [1],
    operation: { op: 'remove', path: `/${'9'.repeat(400)}` },
  },
  {
    why: 'an element to replace that is not there',
    document: [1],
    operation: { op: 'replace', path: '/1', value: 2 },
  },
  {
    why: 'an element to copy that is not there',
    document: [1],
    operation: { op: 'copy', from: '/1', path: '/0' },
  },
  { why: 'a property of lists', document: [1, 2], operation: { op: 'replace', path: '/length', value: 0 } },
  { why: 'the place after the last, to remove', document: [1], operation: { op: 'remove', path: '/-' } },
  { why: 'something to remove that is not there', document: {}, operation: { op: 'remove', path: '/a' } },
  {
    why: 'something to replace in what is not there',
    document: {},
    operation: { op: 'replace', path: '/a/b', value: 1 },
  },
  {
    why: 'something to move that is not there',
    document: {},
    operation: { op: 'move', from: '/a', path: '/b' },
  },
  { why: 'a move into itself', document: { a: {} }, operation: { op: 'move', from: '/a', path: '/a/b' } },
  {
    why: 'a move of the only element into itself',
    document: [{}],
    operation: { op: 'move', from: '/0', path: '/0/x' },
  },
  { why: 'the whole document to remove', document: {}, operation: { op: 'remove', path: '' } },
  { why: 'a test that fails', document: { a: 1 }, operation: { op: 'test', path: '/a', value: '1' } },
  { why: 'a test of more keys', document: { a: {} }, operation: { op: 'test', path: '/a', value: { b: 1 } } },
  {
    why: 'a test of another list',
    document: { a: [1] },
    operation: { op: 'test', path: '/a', value: [1, 2] },
  },
  { why: 'a test of what is not there', document: {}, operation: { op: 'test', path: '/a', value: 1 } },
  {
    why: 'a test of an element that is not there',
    document: [1],
    operation: { op: 'test', path: '/1', value: null },
  },
  { why: 'a test of a key of a list', document: [1], operation: { op: 'test', path: '/a', value: null } },
  { why: 'a test within a scalar', document: { a: 1 }, operation: { op: 'test', path: '/a/b', value: null } },
  {
    why: 'a test below what is not there',
    document: {},
    operation: { op: 'test', path: '/a/b', value: null },
  },
];

test.each(rejected)('$why is rejected', ({ document, operation }) => {
  expect(refusal(() => patched(document, operation))).toMatch(/^Rejected: /);
});

describe('a patch', () => {
  test('applies its operations one after the other', () => {
    const operations = [
      { op: 'add', path: '/l', value: [] },
      { op: 'add', path: '/l/-', value: { n: 1 } },
      { op: 'copy', from: '/l/0', path: '/l/-' },
      { op: 'replace', path: '/l/1/n', value: 2 },
      { op: 'test', path: '/l/0/n', value: 1 },
      { op: 'move', from: '/l/1', path: '/first' },
    ];
    expect(patched({}, ...operations)).toEqual({ l: [{ n: 1 }], first: { n: 2 } });
  });

  test.each([
    { op: 'move', from: '/l/0', path: '/none/x' },
    { op: 'move', from: '/m/a', path: '/m/a/b' },
    { op: 'copy', from: '/m', path: '/l/99' },
    { op: 'test', path: '/m/a', value: 2 },
  ])('tells which operation does not apply, and to what: %j', (operation) => {
    const operations = [...Array(20).fill({ op: 'add', path: '/l/0', value: 0 }), operation];
    const refused = (): unknown => patched({ l: [], m: { a: 1 } }, ...operations);
    expect(refused).toThrow(
      expect.objectContaining({ operation, document: { l: Array(20).fill(0), m: { a: 1 } } }),
    );
  });

  test('of nothing gives the document itself', () => {
    const document = { a: 1 };
    expect(applyJsonPatch(document, toJsonPatch([]))).toBe(document);
    expect(applyJsonPatch(document, toJsonPatch(null))).toBe(document);
  });

  test('of 10,000 operations is taken, of one more it is not', () => {
    const operations = Array.from({ length: 10_000 }, () => ({ op: 'add', path: '/l/0', value: 1 }));
    expect((patched({ l: [] }, ...operations) as { l: unknown[] }).l).toHaveLength(10_000);
    expect(refusal(() => toJsonPatch([...operations, {}]))).toBe(
      'TooLarge: The allowed maximum operations in a JSON patch is 10000, got 10001',
    );
  });

  test.each([
    [{}, 'Malformed: json: cannot unmarshal object into Go value of type jsonpatch.Patch'],
    ['x', 'Malformed: json: cannot unmarshal string into Go value of type jsonpatch.Patch'],
    [
      [{ op: 'test' }, 1],
      'Malformed: json: cannot unmarshal number into Go value of type jsonpatch.Operation',
    ],
  ])('that is %j is none', (value, text) => expect(refusal(() => toJsonPatch(value))).toBe(text));

  test('cannot double a value past 3 MiB', () => {
    const doubling = Array.from({ length: 30 }, () => ({ op: 'copy', from: '/a', path: '/a/-' }));
    const started = performance.now();
    expect(refusal(() => patched({ a: ['x'.repeat(1000)] }, ...doubling))).toBe(
      'Rejected: copies make the document grow too much',
    );
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test('may copy up to 3 MiB', () => {
    const copies = Array.from({ length: 3 }, (_, index) => ({ op: 'copy', from: '/a', path: `/b${index}` }));
    expect(refusal(() => patched({ a: 'x'.repeat(1024 * 1024 - 2) }, ...copies))).toBeUndefined();
    expect(refusal(() => patched({ a: 'x'.repeat(1024 * 1024 - 1) }, ...copies))).toMatch(/^Rejected/);
  });

  test.each<[string, (document: JsonDocument) => void]>([
    ['insert', (document) => document.add(['list', '0'], 1)],
    ['remove', (document) => document.remove(['list', '0'])],
    ['compare', (document) => document.isAt(['map'], {})],
    ['copy to write', (document) => document.add(['map', 'z'], 1)],
  ])('may %s as long as it has not gone through too much', (_, operation) => {
    const root = { list: Array(1_000).fill(1), map: Object.fromEntries([...Array(100).keys()].entries()) };
    const budget = new PatchBudget();
    operation(new JsonDocument(root, budget));
    budget.work = 9_999_999_990;
    expect(refusal(() => operation(new JsonDocument(root, budget)))).toMatch(
      /^TooLarge: .*go through too much/,
    );
  });

  test('of a long list lets others run meanwhile', async () => {
    const list = Array(200_000).fill(1);
    const operations = toJsonPatch(Array(5_000).fill({ op: 'add', path: '/l/0', value: 2 }));
    let turns = 0;
    const next = (): void => {
      turns++;
      timer = setImmediate(next);
    };
    let timer = setImmediate(next);
    const result = (await applyJsonPatchPaced({ l: list }, operations, new Pacer())) as { l: unknown[] };
    clearImmediate(timer);
    expect(result.l).toEqual([...Array(5_000).fill(2), ...list]);
    expect(turns).toBeGreaterThan(5);
  });

  test('that is too deep, or digs too deep, is refused', () => {
    expect(refusal(() => patched({}, { op: 'add', path: '/a', value: nested(9_000) }))).toBe(
      'Malformed: exceeded max depth',
    );
    const digging = Array.from({ length: 3 }, (_, level) => ({
      op: 'add',
      path: `/a${'/0'.repeat(400 * level)}`,
      value: nested(400),
    }));
    expect(refusal(() => patched({}, ...digging))).toBe('Malformed: exceeded max depth');
  });

  test('sees keys of its own only', () => {
    for (const path of ['/__proto__/polluted', '/constructor/prototype/polluted', '/l/__proto__/polluted']) {
      expect(refusal(() => patched({ l: [] }, { op: 'add', path, value: 1 }))).toMatch(/^Rejected/);
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('takes __proto__ as data', () => {
    const result = patched(
      json('{"a": {"__proto__": {"x": 1}}}'),
      { op: 'add', path: '/__proto__', value: {} },
      { op: 'add', path: '/__proto__/y', value: 2 },
      { op: 'move', from: '/a/__proto__', path: '/b' },
      { op: 'copy', from: '/__proto__', path: '/constructor' },
    );
    expect(JSON.stringify(result)).toBe('{"a":{},"__proto__":{"y":2},"b":{"x":1},"constructor":{"y":2}}');
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
  });

  test('gives the same result again', () => {
    const patch = toJsonPatch([
      { op: 'add', path: '/a', value: { l: [] } },
      { op: 'add', path: '/a/l/-', value: 1 },
    ]);
    expect(applyJsonPatch({}, patch)).toEqual({ a: { l: [1] } });
    expect(applyJsonPatch({}, patch)).toEqual({ a: { l: [1] } });
  });
});

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

describe('any document', () => {
  test('is made of another by removing all and adding all', () => {
    fc.assert(
      fc.property(anyMap, anyMap, (from, to) => {
        const operations = [
          ...Object.keys(from).map((key) => ({ op: 'remove', path: `/${escaped(key)}` })),
          ...Object.keys(to).map((key) => ({ op: 'add', path: `/${escaped(key)}`, value: to[key] })),
          { op: 'test', path: '', value: to },
        ];
        expect(patched(from, ...operations)).toEqual(to);
      }),
    );
  });

  test('is the same after a value was added and removed', () => {
    fc.assert(
      fc.property(anyMap, anyValue, (document, value) => {
        const operations = [
          { op: 'add', path: '/new', value },
          { op: 'copy', from: '/new', path: '/newer' },
          { op: 'test', path: '/newer', value },
          { op: 'remove', path: '/new' },
          { op: 'move', from: '/newer', path: '/new' },
          { op: 'remove', path: '/new' },
        ];
        expect(patched(document, ...operations)).toEqual(document);
      }),
    );
  });
});
