import { duplicateFields, fieldErrors, repeatedNames } from '../../../src/api/codec/duplicate-fields.ts';
import {
  DecodeError,
  parseJson,
  parseOwnJson,
  writeJson,
  writePrettyJson,
} from '../../../src/api/codec/json.ts';
import { surveyText } from '../../../src/api/codec/text-survey.ts';
import { parseYaml } from '../../../src/api/codec/yaml.ts';
import { StatusError } from '../../../src/api/meta/status.ts';
import { expectSame, expectTrue, type Target } from '../engine/target.ts';
import { someSamples } from './samples.ts';

const words = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\\u',
  '1e',
  '.5',
  '-',
  'true',
  'false',
  'null',
  '"a":',
];

const seeds = (): string[] => [
  ...someSamples.map((sample) => JSON.stringify(sample)),
  '{"a":[1,-2.5e3,12345678901234567890,true,null,"\\u00e4\\ud83d\\ude00\\n"],"b":{"c":{}},"d":[]}',
  '  [ 1 , {"__proto__": 9007199254740993, "constructor": "\\ud800"} ]\n',
];

const isRefused = (text: string): boolean => {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
};

/** What the exact path is for: a number that a double may not hold, or half of a character. */
const needsExactness = /\d{16}|\d[eE]|\\u[dD][89a-fA-F]/;

// Bodies are bytes, which hold no halves of characters but escaped ones.
export const json: Target = {
  name: 'json',
  seeds,
  dictionary: words,
  refusals: [DecodeError, StatusError],
  maxBytes: 3 * 1024 * 1024,
  run(input: string) {
    const text = input.toWellFormed();
    let value: unknown;
    try {
      value = parseJson(text);
    } catch (error) {
      if (error instanceof DecodeError && !/exceeded max depth|cannot unmarshal number/.test(error.message))
        expectTrue(isRefused(text), 'a JSON text is refused');
      throw error;
    }
    expectTrue(!isRefused(text), 'a text that is no JSON is read');
    if (!needsExactness.test(text)) expectSame(value, JSON.parse(text), 'read like JSON.parse');
    const written = writeJson(value);
    expectSame(parseJson(written), value, 'read again');
    expectSame(parseOwnJson(written), value, 'read again as an own text');
    expectSame(parseJson(writePrettyJson(value)), value, 'read again when it was indented');
    duplicateFields(text);
    repeatedNames(text);
    fieldErrors(text, ['spec.x', 'a']);
    surveyText(text);
  },
};

/** What YAML 1.1 reads otherwise than JSON on purpose, and what is only YAML's: merge keys, aliases of depth. */
const readsOtherwise = /"<<"|[\d.][eE]|\\u[dD][89a-fA-F]|\\u2028|\\u2029|\\u0085|\\ufeff|\\u0000/;

export const yaml: Target = {
  name: 'yaml',
  seeds: () => [
    ...someSamples.map((sample) => JSON.stringify(sample)),
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  k: |\n    text\n    more\n  l: >-\n    folded\n',
    'a: &x {b: 1, c: [yes, no, ~, 0o7, 0x1f, 1_000, 1:30, .inf]}\nd: *x\ne:\n  <<: *x\n  f: !!binary aGk=\n',
    "- 2001-12-14t21:59:43.10-05:00\n- \"a\\x41\\u00e4\"\n- 'it''s'\n- ? a\n  : b\n- !!set {a, b}\n- !!omap [a: 1]\n",
    '%YAML 1.1\n---\na: 1 # comment\n...\n',
  ],
  dictionary: [
    ...words,
    '- ',
    ': ',
    '? ',
    '&a ',
    '*a',
    '<<: ',
    '|\n ',
    '>\n ',
    '---\n',
    '...\n',
    '!!str ',
    '!!binary ',
    '#',
    "'",
    '%YAML',
    '\n  ',
  ],
  refusals: [DecodeError],
  maxBytes: 1024 * 1024,
  // The library's own pace: words and signs are bounded, and large texts are read beside the main thread.
  maxMilliseconds: 400,
  run(input: string) {
    const value = parseYaml(input.toWellFormed());
    // What was read has to be what JSON can say.
    expectSame(parseJson(writeJson(value)), value, 'YAML gives what JSON can say');
  },
};

/** YAML is a superset of JSON: what is JSON means the same. */
export const yamlJson: Target = {
  name: 'yaml-json',
  seeds,
  dictionary: words,
  refusals: [DecodeError],
  maxBytes: 256 * 1024,
  maxMilliseconds: 400,
  run(input: string) {
    const value = parseJson(input.toWellFormed());
    const written = writeJson(value);
    if (readsOtherwise.test(written) || surveyText(written).depth > 100 || written.length > 20_000) return;
    expectSame(parseYaml(written), value, 'YAML that is JSON');
  },
};
