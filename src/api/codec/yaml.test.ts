import { describe, expect, it } from 'vitest';
import { DecodeError } from './json.ts';
import { parseYaml, readYaml } from './yaml.ts';

it.each<[string, unknown]>([
  ['', null],
  ['{"a": [1, {"b": null}]}', { a: [1, { b: null }] }],
  ['---\na: 1\n...\n', { a: 1 }],
  ['base: &x {b: 1}\nc:\n  <<: *x\n  d: "*no alias"', { base: { b: 1 }, c: { b: 1, d: '*no alias' } }],
  ['a: |\n  &no anchor\n  [[\n', { a: '&no anchor\n[[\n' }],
  ['? a\n: b', { a: 'b' }],
  ['f:labels:\n  .: {}\nb: [., 1., .5]', { 'f:labels': { '.': {} }, b: ['.', 1, 0.5] }],
  ['a: [0x10, yes, ~, 2020-01-01]', { a: [16, true, null, '2020-01-01'] }],
  ['a: 1\n---\n', { a: 1 }],
  ['a: 1\n--- # b\n# c\n', { a: 1 }],
  ['a: 1\n---\nb: 2', { a: 1 }],
  ['a: 1\n...\n]]', { a: 1 }],
  ['---\n'.repeat(700_000), null],
  ['a: |\n  b', { a: 'b' }],
  ['a: |+\n  b', { a: 'b' }],
  ['a: >\n  b\n  c', { a: 'b c' }],
  ['a: |\n  b\n  ', { a: 'b\n' }],
  ['a: |\n  b\n   ', { a: 'b\n ' }],
  ['a: |\n  b\n', { a: 'b\n' }],
  ['a: {b: 1, <<: {b: 2}}', { a: { b: 2 } }],
  ['a: {<<: [{b: 1}, {b: 2, c: 3}], c: 4}', { a: { b: 1, c: 4 } }],
  ['a: &x 1\nb: *x\nc: &x 2\nd: *x', { a: 1, b: 1, c: 2, d: 2 }],
  [`${Array.from({ length: 5_000 }, (_, n) => `- &a${n} x\n- *a${n}`).join('\n')}`, Array(10_000).fill('x')],
  ['{__proto__: {a: 1}}', JSON.parse('{"__proto__": {"a": 1}}')],
  [`${'['.repeat(200)}${']'.repeat(200)}`, JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`)],
])('YAML text %#: is parsed as the equivalent JSON', (text, value) => {
  expect(parseYaml(text)).toEqual(value);
});

it.each<[string, string[]]>([
  ['a: 1\nb: 2', []],
  [
    'a: 1\nb:\n  c: 1\n  c:\n    d: 1\na: 2',
    ['line 5: key "c" already set in map', 'line 6: key "a" already set in map'],
  ],
  [
    '- {a: {b: 1, b: 2}, a: 3, a: 4}',
    [
      'line 1: key "b" already set in map',
      'line 1: key "a" already set in map',
      'line 1: key "a" already set in map',
    ],
  ],
  [
    '1: a\n"1": b\n1: c\ntrue: d\nyes: e',
    ['line 3: key 1 already set in map', 'line 5: key true already set in map'],
  ],
  ['x: &x {a: 1}\ny: &y {a: 2}\nz:\n  <<: *x\n  <<: *y', []],
])('YAML text %#: keys that a map has already are reported', (text, repeated) => {
  expect(readYaml(text).repeated).toEqual(repeated);
});

it.each([
  ['{', 'line 1: did not find expected node content'],
  ['[1, ', 'line 1: did not find expected node content'],
  ['{a:', 'line 1: did not find expected node content'],
  ['{"a": {', 'line 1: did not find expected node content'],
  ['{\n', 'line 1: did not find expected node content'],
  ['{a: 1,\nb: [', 'line 2: did not find expected node content'],
  ['{a: b', "line 1: did not find expected ',' or '}'"],
  ['[{a: b}', "line 1: did not find expected ',' or ']'"],
  ['a: b: c', 'mapping values are not allowed in this context'],
])('YAML text %j is refused in the words that clients know', (text, message) => {
  expect(() => parseYaml(text)).toThrow(new DecodeError(`error converting YAML to JSON: yaml: ${message}`));
});

describe('a YAML text that would be slow to parse is rejected at once', () => {
  it.each<[string, string, RegExp]>([
    ['deep flow collections', '['.repeat(1_000_000), /exceeded max depth/],
    ['deep block collections', '- '.repeat(1_000_000), /exceeded max depth/],
    ['keys in keys', `data:\n  ${'? '.repeat(600)}1`, /exceeded max depth/],
    ['collections as keys', `data:\n  ${'? '.repeat(200)}1`, /invalid map key/],
    ['a flow collection as key', '{[1, 2]: 3}', /invalid map key/],
    [
      'aliases of aliases',
      Array.from({ length: 30 }, (_, n) => `- &a${n + 1} [*a${n}, *a${n}]`)
        .join('\n')
        .replace('*a0, *a0', ''),
      /excessive aliasing/,
    ],
    [
      'merges of merges',
      Array.from({ length: 30 }, (_, n) => `- &a${n + 1} {<<: [*a${n}, *a${n}]}`)
        .join('\n')
        .replace('*a0, *a0', ''),
      /excessive aliasing/,
    ],
    ['an alias of what it stands in', 'a: &x [*x]', /contains itself/],
    ['an alias of nothing', 'a: *x', /unknown anchor/],
    ['a key that is null', '~: a', /unsupported map key/],
    ['another version of YAML', '%YAML 1.2\n---\na: 1', /incompatible/],
    ['a character that is none', 'a: \ufffe', /control characters are not allowed/],
    ['a merge with no map', 'a: {<<: 5}', /map merge requires map or sequence of maps/],
    ['a number that JSON cannot say', 'a: .inf', /no form in JSON/],
  ])('%s', (_, text, message) => {
    const started = performance.now();
    let caught: unknown;
    try {
      parseYaml(text);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(DecodeError);
    expect((caught as DecodeError).message).toMatch(message);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
