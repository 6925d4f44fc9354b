import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse, type Tags } from 'yaml';
import { parseYaml } from './yaml.ts';
import { writeYaml, YamlWriter } from './yaml-writer.ts';

/** To the library a point alone is a number; it is the name of a field set in managedFields. */
const customTags = (tags: Tags): Tags =>
  tags.map((tag) =>
    typeof tag === 'object' && 'test' in tag && tag.test?.test('.') ? { ...tag, test: floatWithDigit } : tag,
  );
const floatWithDigit = /^[-+]?(?:[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)$/;

const words = fc.constantFrom(
  ...[
    '',
    '~',
    'null',
    'yes',
    'No',
    'on',
    'y',
    'N',
    'true',
    'False',
    '1',
    '-1',
    '1.5',
    '.5',
    '1.',
    '1e3',
    'e3',
  ],
  ...[
    '0x1f',
    '0b1',
    '017',
    '08',
    '0o7',
    '1_000',
    '12:30',
    '1:2:3',
    '.inf',
    '-.INF',
    '.nan',
    '2001-02-03',
    '-0',
  ],
  ...[
    '2001-02-03T04:05:06Z',
    '2001-02-03 04:05:06.5 +1:30',
    '10.0.0.1',
    '1.2.3',
    '100m',
    '128Mi',
    '50%',
    '%a',
  ],
  ...[
    '- a',
    '-',
    '-a',
    '?',
    '? a',
    '?a',
    ': a',
    ':a',
    'a:',
    'a: b',
    'a:b',
    'a :b',
    'a #b',
    'a#b',
    '#a',
    '::',
  ],
  ...[
    '{a}',
    '[a]',
    'a,b',
    ',a',
    '&a',
    '*a',
    '!a',
    '|',
    '>',
    '@a',
    '`a`',
    "it's",
    '"a"',
    'a"b',
    'a\'b"c',
    '"',
    '=',
  ],
  ...[
    '---',
    '...',
    '--- a',
    'a\tb',
    '\ta',
    'a\t',
    ' a',
    'a ',
    'a b',
    'http://a/b?c=d&e',
    'ä',
    '日本',
    '\\',
    'a\\nb',
  ],
  ...['f:metadata', 'k:{"name":"a"}', '.', '$(A)', 'kubelet_1', 'sha256:abc', 'a/b/c:1.2', 'E1', 'true '],
);
const lines = fc
  .array(fc.constantFrom('a', ' b', '  c', 'd ', '\te', '', ' ', '# f', '- g', 'h: i', '---', '日本', "'"), {
    minLength: 2,
    maxLength: 6,
  })
  .map((parts) => parts.join('\n'));
const text = fc.oneof(
  words,
  lines,
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ maxLength: 12 }),
);
const key = fc.oneof(words, fc.stringMatching(/^[a-z]{1,8}$/), lines);
// An integer that a double cannot hold is parsed as a bigint.
const number = fc.oneof(
  fc.integer(),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value))
    // JSON has no negative zero.
    .map((value) => value + 0),
);
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(text, number, fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
  ),
}));

/** Values of which the other library reads some text otherwise: a merge key, what is a number to one reader only. */
const unlike = (value: unknown): boolean =>
  /"<<"|"="|"[-+]?(?:[eE]|0[0-9xobXOB_])[^"]*"/.test(JSON.stringify(value));

test.each(['...', '---', '--- a', '%a'])(
  'a YAML document that is only the text %j is parsed to the same text',
  (value) => {
    expect(parseYaml(writeYaml(value))).toBe(value);
  },
);

test('any value written as YAML is parsed to the same value', () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      const yaml = writeYaml(value);
      expect(parseYaml(yaml)).toEqual(value);
      if (!unlike(value))
        expect(parse(yaml, { version: '1.1', schema: 'yaml-1.1', merge: true, customTags })).toEqual(value);
    }),
    { numRuns: 500 },
  );
});

test('the pieces of a YAML document make the whole document', () => {
  fc.assert(
    fc.property(anyValue, fc.integer({ min: 1, max: 30 }), (value, length) => {
      expect([...new YamlWriter().pieces(value, length)].join('')).toBe(writeYaml(value));
    }),
  );
});

test('a long block is written in pieces', () => {
  const long = { text: `${'line one\n\n\n  line two\n'.repeat(20_000)}end\n\n` };
  const pieces = [...new YamlWriter().pieces(long, 65_536)];
  expect(pieces.length).toBeGreaterThan(5);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(200_000);
  expect(parseYaml(pieces.join(''))).toEqual(long);
});

test('a key of more than 128 bytes is written behind a question mark', () => {
  const [fits, umlauts] = ['k'.repeat(128), 'ä'.repeat(65)];
  const value = { [fits]: 1, [umlauts]: { a: [1], ['n'.repeat(129)]: null } };
  expect(writeYaml(value)).toBe(`${fits}: 1\n? ${umlauts}\n: a:\n  - 1\n  ? ${'n'.repeat(129)}\n  : null\n`);
  expect(parseYaml(writeYaml(value))).toEqual(value);
});

const long = 'word '.repeat(20).trimEnd();
const rest = 'word word word word';
const head = 'word '.repeat(16).trimEnd();

/** Written so by Go's library. */
test.each<[string, unknown]>([
  // Quotes are those that are needed.
  ['a: b\n', { a: 'b' }],
  ['a: "1"\n', { a: '1' }],
  ['"n": "no"\n', { n: 'no' }],
  ["a: 'b: c'\n", { a: 'b: c' }],
  ["a: it's\n", { a: "it's" }],
  ["a: '''s'\n", { a: "'s" }],
  ['a: \'"b"\'\n', { a: '"b"' }],
  ["a: 'b:'\n", { a: 'b:' }],
  ["a: 'b #c'\n", { a: 'b #c' }],
  ["a: ' b'\n", { a: ' b' }],
  ["a: '--- b'\n", { a: '--- b' }],
  ["'%a': '*'\n", { '%a': '*' }],
  ['a: ?b\n', { a: '?b' }],
  ['a: "b\\tc"\n', { a: 'b\tc' }],
  ['a: "\\U0001F600\\e\\x01\\uFEFF\\L"\n', { a: '\u{1f600}\x1b\x01\ufeff\u2028' }],
  ['a: \\d+\n', { a: '\\d+' }],
  // Several lines are a block, unless blanks would be lost.
  ['a: |\n  b\n\n  c\n', { a: 'b\n\nc\n' }],
  ['a: |2-\n\n  b\n', { a: '\nb' }],
  ['a: |2+\n    b\n\n', { a: '  b\n\n' }],
  ['a: "b \\nc"\n', { a: 'b \nc' }],
  ['a: "b\\n\\tc"\n', { a: 'b\n\tc' }],
  ['a: "b\\nc "\n', { a: 'b\nc ' }],
  ['a: |2+\n\nb: 1\n', { a: '\n', b: 1 }],
  // Numbers in keys count, and letters are behind all else.
  [
    '1a: 1\na-b: 1\na_b: 1\na9: 1\na10: 1\na010: 1\naB: 1\nab: 1\nä: 1\n',
    { ä: 1, ab: 1, aB: 1, a10: 1, a010: 1, a9: 1, a_b: 1, 'a-b': 1, '1a': 1 },
  ],
  // Lines end at the first space behind column 80.
  [`a: ${head}\n  ${rest}\n`, { a: long }],
  [`- ${head}\n  ${rest}\n`, [long]],
  [`a:\n- b: ${'word '.repeat(15)}word\n    ${rest}\n`, { a: [{ b: long }] }],
  [`a: '${'word '.repeat(16).trimEnd()}\n  ${rest}: x'\n`, { a: `${long}: x` }],
  [`a: "${'word '.repeat(16).trimEnd()}\n  ${rest}\\t"\n`, { a: `${long}\t` }],
  [`a: ${'w'.repeat(90)}  x\n  y\n`, { a: `${'w'.repeat(90)}  x y` }],
  [`a: "\\t${'w'.repeat(90)}\n  \\  x"\n`, { a: `\t${'w'.repeat(90)}   x` }],
  [`${'word '.repeat(20)}k: 1\n`, { [`${'word '.repeat(20)}k`]: 1 }],
])('the YAML %j', (yaml, value) => {
  expect(writeYaml(value)).toBe(yaml);
  expect(parseYaml(yaml)).toEqual(value);
});

test.each<[string, () => unknown]>([
  ['"<<": "<<"\n', () => ({ '<<': '<<' })],
  ['a: 12345678901234567890\n', () => ({ a: 12345678901234567890n })],
  ['a: "b\\x01\\\\u0041\\"\\N"\n', () => ({ a: 'b\u0001\\u0041"\u0085' })],
  ['a: " \\n"\n', () => ({ a: ' \n' })],
  ['- []\n- - {}\n- - - x\n', () => [[], [{}], [['x']]]],
])('writes the YAML %j', (yaml, value) => {
  expect(writeYaml(value())).toBe(yaml);
});

test('a deeply nested value does not overflow the stack', () => {
  let value: unknown = 1;
  for (let depth = 0; depth < 20_000; depth++) value = [value];
  let length = 0;
  for (const piece of new YamlWriter().pieces(value, 65_536)) length += piece.length;
  expect(length).toBe(20_000 * 2 + 2);
});
