import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJson, writeJson } from '../../src/api/codec/json.ts';
import { parseYaml } from '../../src/api/codec/yaml.ts';
import { writeYaml } from '../../src/api/codec/yaml-writer.ts';
import { isMap } from '../../src/api/json/json-values.ts';
import { type GoProgram, goProgram } from '../support/go/go-program.ts';

const libraries = ['golang-k8s-sigs-yaml-dev', 'golang-gopkg-yaml.v2-dev'];
const reader = goProgram('yaml-reader', ...libraries);
const writer = goProgram('yaml-writer', ...libraries);

interface Reading {
  json?: string;
  error?: string;
}

/** The answers of a program to a list, a line of JSON each. */
function answersOf<T>({ path }: GoProgram, list: readonly unknown[]): T[] {
  const output = execFileSync(path!, { input: JSON.stringify(list), maxBuffer: 1e9 });
  return output
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}

/** The JSON of a text, keys in order; "refused" for one that is none. */
function readHere(text: string): string {
  try {
    return jsonOf(parseYaml(text));
  } catch {
    return 'refused';
  }
}

const asRead = ({ json }: Reading): string => (json === undefined ? 'refused' : jsonOf(parseJson(json)));

/** Go sorts keys. */
function jsonOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonOf).join()}]`;
  if (!isMap(value)) return writeJson(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${writeJson(key)}:${jsonOf(value[key])}`).join()}}`;
}

/** Of what scalars are made: digits, signs, words and separators, so that most texts are nearly a number or a word. */
const parts = fc.constantFrom(
  ...['0', '1', '7', '8', '9', '12', '0x', '0X', '0o', '0b', '_', '-', '+', '.', 'e', 'E', 'f', 'x', ':'],
  ...['true', 'True', 'yes', 'Yes', 'on', 'NO', 'off', 'y', 'N', 'null', '~', '.inf', '.nan', 'a', 'T', 'Z'],
  ...['2024-05-01', '10:00:00', '9223372036854775807', '18446744073709551616', '1e400', ',', '%', '='],
);
const word = fc.array(parts, { minLength: 1, maxLength: 4 }).map((all) => all.join(''));
const scalar = fc.oneof(
  word,
  word.map((text) => `"${text}"`),
  word.map((text) => `'${text}'`),
  fc
    .tuple(fc.constantFrom('!!str', '!!int', '!!float', '!!bool', '!!null'), word)
    .map((all) => all.join(' ')),
);
const document = fc.oneof(
  scalar.map((text) => `a: ${text}`),
  fc.tuple(word, scalar).map(([key, text]) => `${key}: ${text}`),
  fc.array(scalar, { minLength: 1, maxLength: 3 }).map((all) => all.map((one) => `- ${one}`).join('\n')),
  fc
    .tuple(word, scalar, word)
    .map(([key, text, other]) => `a: &x\n  ${key}: ${text}\nb:\n  <<: *x\n  ${other}: 1`),
);

it.skipIf(reader.path === undefined)(`scalars mean what Go's reader takes them for${reader.missing}`, () => {
  const texts = fc.sample(document, 20_000);
  const different = answersOf<Reading>(reader, texts).flatMap((reading, index) => {
    const here = readHere(texts[index]!);
    const there = asRead(reading);
    return here === there ? [] : [{ text: texts[index], here, there, ...reading }];
  });
  expect(different.slice(0, 5)).toEqual([]);
});

/** Texts with what stands against writing them plain, and with spaces at which long ones are folded. */
const piece = fc.oneof(
  parts,
  fc.constantFrom(
    ' ',
    '  ',
    '\n',
    '\t',
    ': ',
    ' #',
    "'",
    '"',
    '\\',
    '- ',
    '? ',
    '---',
    '%',
    '&',
    '*',
    '!',
    '|',
    '>',
    '@',
    '`',
  ),
  fc.constantFrom(
    'word',
    'a longer part of a text',
    'ä',
    '日本',
    '\u{1f600}',
    '\x01',
    '[',
    '{',
    ']',
    'w'.repeat(30),
  ),
);
/**
 * Without what is in quotes here to be on the safe side: it would merge maps, or other readers take it for a number: `0b_`,
 * `1e400`. What both take for one is.
 */
const isSafe = (text: string): boolean =>
  text !== '=' &&
  text !== '<<' &&
  (!/^[-+]?\.?[0-9][\w.+-]*$/.test(text) || /^-?\d{1,15}(?:\.\d+)?$/.test(text));
const written = fc
  .array(piece, { maxLength: 12 })
  .map((all) => all.join(''))
  .filter(isSafe);
/** One of several lines, or too long for one, is in quotes here; a number of 19 digits is too large for the order there. */
const writtenKey = written.filter((text) => !/\n|\d{19}/.test(text) && Buffer.byteLength(text) <= 128);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(written, fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(writtenKey, fc.stringMatching(/^[a-z]{1,8}$/)), tie('value'), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
}));

it.skipIf(writer.path === undefined)(`objects are written as Go's writer does it${writer.missing}`, () => {
  const objects = fc.sample(value, 20_000).map((spec) => ({ spec }));
  const answers = answersOf<string | null>(writer, objects);
  const compared = objects.flatMap((object, index) =>
    answers[index] === null ? [] : [{ object, there: answers[index], here: writeYaml(object) }],
  );
  expect(compared.length).toBeGreaterThan(10_000);
  expect(compared.filter(({ here, there }) => here !== there).slice(0, 5)).toEqual([]);
});
