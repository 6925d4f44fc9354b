import { expect, it } from 'vitest';
import { duplicateFields, fieldErrors, mayRepeatNames, repeatedNames } from './duplicate-fields.ts';

it.each<[string, string[]]>([
  ['{}', []],
  ['{"a":1,"b":{"a":2}}', []],
  ['{"a":1,"a":2,"a":3}', ['a']],
  [
    '{"spec":{"containers":[{"name":"x"},{"name":"{\\"","x":[1,2],"name":"y"}]}}',
    ['spec.containers[1].name'],
  ],
  ['{"a":[[{"b":1,"b":2}]],"a":"a"}', ['a[0][0].b', 'a']],
  ['{"\\u0061":1,"a":2}', ['a']],
  [`${'['.repeat(9000)}{"a":1,"a":1}${']'.repeat(9000)}`, [`${'[0]'.repeat(9000)}.a`]],
])('text %#: finds the paths of duplicate fields', (text, paths) => {
  expect(duplicateFields(text)).toEqual(paths);
});

it.each([
  ['no names', '[1,"a",null]', false],
  ['each name once', '{"a":{"a":[{"a":1},{"a":2}]},"__proto__":3}', false],
  ['white space before values', '{\n  "a": {"b": 1}\n}', false],
  ['what looks like a name in a string', String.raw`{"a":"{\"a\":1}"}`, false],
  ['a name with a backslash at its end', String.raw`{"a\\":1,"a":2}`, false],
  ['such a name twice', String.raw`{"a\\":1,"a\\":2}`, true],
  ['a name twice', '{"b":[{"a":1,"a":2}]}', true],
  ['a name twice, once escaped', String.raw`{"a":1,"\u0061":2}`, true],
  ['__proto__ twice', '{"__proto__":1,"__proto__":2}', true],
  ['names with white space behind them', '{"a" :1}', true],
])('a text with %s: may it repeat names?', (_, text, expected) => {
  expect(mayRepeatNames(text, JSON.parse(text))).toBe(expected);
});

it('returns a limited number of duplicate fields, however many and however deep they are', () => {
  const deep = (inside: string): string => `${'{"a":'.repeat(5000)}${inside}${'}'.repeat(5000)}`;
  const many = Array.from({ length: 50_000 }, (_, n) => `"${n}":1,"${n}":1`).join(',');
  const found = duplicateFields(deep(`{${many}}`));
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThanOrEqual(100);
  expect(found.join('').length).toBeLessThan(2 * 1024 * 1024);
  expect(duplicateFields(deep(`{${'"b":1,'.repeat(100_000)}"b":2}`))).toHaveLength(1);
});

it.each<[string, string[], string[]]>([
  ['{"a":1,"x":1,"a":2}', ['x'], ['unknown field "x"', 'duplicate field "a"']],
  ['{"a":1,"a":2,"x":1}', ['x'], ['duplicate field "a"', 'unknown field "x"']],
  ['{"x":1,"x":2}', ['x'], ['unknown field "x"']],
  [
    '{"b":[{"x":{"y":1}},{"y":1,"y":2}],"y":1}',
    ['b[0].x', 'y'],
    ['unknown field "b[0].x"', 'duplicate field "b[1].y"', 'unknown field "y"'],
  ],
  ['{"a.b":1,"c":1,"c":2}', ['a.b'], ['duplicate field "c"', 'unknown field "a.b"']],
])('text %#: finds unknown and duplicate fields in the order of the text', (text, unknown, problems) => {
  expect(fieldErrors(text, unknown)).toEqual(problems);
});

it('finds the places of unknown fields only as far as that is cheap', () => {
  const deep = (inside: string): string => `${'{"a":'.repeat(5000)}${inside}${'}'.repeat(5000)}`;
  const text = deep(`[${'{"x":1},'.repeat(100_000)}{"x":2,"x":3}]`);
  expect(fieldErrors(text, ['x'])).toEqual([expect.stringContaining('duplicate'), 'unknown field "x"']);
});

it('finds repeated names with the lines of their values', () => {
  const text = '{\n"a": {"b": "\\"",\n "b"\n:\n\n[1]},\n"a": 1, "c": 1, "c" : 2, "c":\n3}';
  expect(repeatedNames(text)).toEqual([
    'line 6: key "b" already set in map',
    'line 7: key "a" already set in map',
    'line 7: key "c" already set in map',
    'line 8: key "c" already set in map',
  ]);
  expect(repeatedNames(`{${'"b":1,'.repeat(100_000)}"b":2}`)).toHaveLength(100);
});
