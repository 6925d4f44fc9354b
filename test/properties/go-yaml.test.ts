import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJson, writeJson } from '../../src/api/codec/json.ts';
import { parseYaml } from '../../src/api/codec/yaml.ts';
import { isMap } from '../../src/api/json/json-values.ts';
import { goProgram } from '../support/go/go-program.ts';

const { path, missing } = goProgram('yaml-reader', 'golang-k8s-sigs-yaml-dev', 'golang-gopkg-yaml.v2-dev');

interface Reading {
  json?: string;
  error?: string;
}

function readByGo(texts: readonly string[]): Reading[] {
  const output = execFileSync(path!, { input: JSON.stringify(texts), maxBuffer: 1e9 });
  return output
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Reading);
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

it.skipIf(path === undefined)(`scalars mean what Go's reader takes them for${missing}`, () => {
  const texts = fc.sample(document, 20_000);
  const different = readByGo(texts).flatMap((reading, index) => {
    const here = readHere(texts[index]!);
    const there = asRead(reading);
    return here === there ? [] : [{ text: texts[index], here, there, ...reading }];
  });
  expect(different.slice(0, 5)).toEqual([]);
});
