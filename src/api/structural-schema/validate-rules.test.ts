import { describe, expect, it } from 'vitest';
import { newRules } from '../../../test/support/unit/structural-schemas.ts';
import { atOnce } from '../../util/slices.ts';
import { dialects } from '../meta/dialect.ts';
import { ErrorTexts } from '../meta/error-texts.ts';
import { extensionNames, type JsonSchema } from '../schema/json-schema.ts';
import { FieldPath, fieldErrorTextIn } from '../validation/field-errors.ts';
import { hasRules } from './rule.ts';
import { validateRules } from './validate-rules.ts';

const fieldErrorText = fieldErrorTextIn(new ErrorTexts('1.36'));
const names = extensionNames(dialects[0]!);
const { validations, listType, listMapKeys } = names;
const rules = newRules(names, '1.36');

/** Objects in objects, each with a rule, around many fields. */
function nested(levels: number, fields: number): JsonSchema {
  let schema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: fields }, (_, index) => [`f${index}`, { type: 'string' }]),
    ),
  };
  for (let level = 0; level < levels; level++) {
    schema = { type: 'object', properties: { n: schema }, [names.validations]: [{ rule: 'has(self.n)' }] };
  }
  return schema;
}

it('rules at many places are checked, as long as they are not about too many fields', () => {
  const problemsOf = (schema: JsonSchema) =>
    atOnce(validateRules(schema, FieldPath.of('schema'), names, rules)).map(fieldErrorText);
  expect(problemsOf(nested(100, 1_000))).toEqual([]);
  expect(problemsOf(nested(100, 30_000))).toEqual([
    'schema: Forbidden: rules are about more fields than can be checked',
  ]);
});

it('rules that take too long to compile are refused: very many, and very long ones', () => {
  const problemsOf = (count: number, rule: string) =>
    atOnce(
      validateRules(
        { type: 'object', properties: { s: { type: 'string' } }, [validations]: Array(count).fill({ rule }) },
        FieldPath.of('schema'),
        names,
        rules,
      ),
    ).map(fieldErrorText);
  expect(problemsOf(1_000, 'has(self.s)')).toEqual([]);
  for (const [count, rule] of [
    [2_000, 'has(self.s)'],
    [50, `has(self.s)${' || has(self.s)'.repeat(1_000)}`],
  ] as const) {
    expect(problemsOf(count, rule)).toEqual(['schema: Forbidden: rules are more than can be checked']);
  }
});

const text: JsonSchema = { type: 'string' };
const ruled = (rule: object, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties: { a: text, n: { type: 'integer' } },
  [validations]: [rule],
  ...more,
});
const problems = (schema: JsonSchema): string[] =>
  atOnce(validateRules(schema, FieldPath.of('schema'), names, rules)).map(fieldErrorText);
const at = `schema.${validations}[0]`;
/** A rule as errors show it. */
const shown = (rule: string, messageExpression = ''): string =>
  JSON.stringify({
    Rule: rule,
    Message: '',
    MessageExpression: messageExpression,
    Reason: null,
    FieldPath: '',
    OptionalOldSelf: null,
  });

it.each<[string, JsonSchema, boolean]>([
  ['none', { type: 'object' }, false],
  ['an empty list', { [validations]: [] }, false],
  ['one', ruled({ rule: 'true' }), true],
  ['one further down', { properties: { a: { items: ruled({ rule: 'true' }) } } }, true],
])('a schema with %s has rules, or not', (_, schema, expected) => {
  expect(hasRules(schema, names)).toBe(expected);
});

describe('a rule', () => {
  it.each<[string, object, string[]]>([
    ['is an expression that says yes or no', { rule: "self.a == 'x' && self.n > 1" }, []],
    ['says something', { rule: '' }, [`${at}.rule: Required value: rule is not specified`]],
    ['says more than spaces', { rule: ' \t' }, [`${at}.rule: Required value: rule is not specified`]],
    ['is there', {}, [`${at}.rule: Required value: rule is not specified`]],
    [
      'can be worked out',
      { rule: 'self.' },
      [expect.stringMatching(/rule: Invalid value: \{"Rule":"self\.".*\}: compilation failed: ERROR: /)],
    ],
    [
      'asks for fields that are there',
      { rule: "self.b == 'x'" },
      [expect.stringMatching(/compilation failed: /)],
    ],
    [
      'says neither text nor number',
      { rule: 'self.a' },
      [`${at}.rule: Invalid value: ${shown('self.a')}: cel expression must evaluate to a bool`],
    ],
    ['may ask for the old object', { rule: 'self.n >= oldSelf.n' }, []],
    [
      'has a known reason',
      { rule: 'true', reason: 'Odd' },
      [
        expect.stringMatching(
          /reason: Unsupported value: "Odd": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"$/,
        ),
      ],
    ],
    ['may have any of the reasons', { rule: 'true', reason: 'FieldValueDuplicate' }, []],
    [
      'has no empty reason',
      { rule: 'true', reason: '' },
      [expect.stringMatching(/reason: Unsupported value: ""/)],
    ],
    ['may have a message', { rule: 'true', message: 'must be' }, []],
    [
      'has no blank message',
      { rule: 'true', message: ' ' },
      [`${at}.message: Invalid value: " ": must be non-empty if specified`],
    ],
    [
      'has a message of one line',
      { rule: 'true', message: 'a\nb' },
      [`${at}.message: Invalid value: "a\\nb": must not contain line breaks`],
    ],
    ['may have a message that ends in a line break', { rule: 'true', message: 'a\n' }, []],
    [
      'of several lines needs a message',
      { rule: 'true\n&& true' },
      [`${at}.message: Required value: message must be specified if rule contains line breaks`],
    ],
    [
      'of several lines needs one that is not empty',
      { rule: 'true\r&& true', message: '' },
      [expect.stringMatching(/message: Required value/)],
    ],
    ['of several lines may have one', { rule: 'true\n&& true', message: 'must be' }, []],
    ['that ends in a line break needs none', { rule: 'true\n' }, []],
    ['may have an expression as its message', { rule: 'true', messageExpression: "'no ' + self.a" }, []],
    [
      'has a message that is a text',
      { rule: 'true', messageExpression: 'self.n' },
      [
        `${at}.messageExpression: Invalid value: ${shown('true', 'self.n')}: messageExpression must evaluate to a string`,
      ],
    ],
    [
      'has a message that can be worked out',
      { rule: 'true', messageExpression: 'self.' },
      [expect.stringMatching(/messageExpression: .*compilation failed/)],
    ],
    ['may have an empty expression as its message', { rule: 'true', messageExpression: '' }, []],
    [
      'has its texts looked at before its expressions',
      { rule: '', reason: 'Odd', messageExpression: '1' },
      [expect.stringMatching(/rule: /), expect.stringMatching(/reason: /)],
    ],
  ])('%s', (_, rule, expected) => {
    expect(problems(ruled(rule))).toEqual(expected);
  });

  it('has its place among others', () => {
    expect(problems(ruled({}, { [validations]: [{ rule: 'true' }, {}] }))).toEqual([
      `schema.${validations}[1].rule: Required value: rule is not specified`,
    ]);
  });

  const bad = ruled({ rule: '1' });
  it.each<[string, JsonSchema, string]>([
    ['a field', { type: 'object', properties: { b: bad } }, 'schema.properties[b]'],
    ['items', { type: 'array', items: bad }, 'schema.items'],
    ['a value of a map', { type: 'object', additionalProperties: bad }, 'schema.additionalProperties'],
  ])('is checked in %s', (_, schema, place) => {
    expect(problems(schema)).toEqual([
      `${place}.${validations}[0].rule: Invalid value: ${shown('1')}: cel expression must evaluate to a bool`,
    ]);
  });

  it('knows type and metadata of the whole object, and of an embedded one', () => {
    const named = ruled({ rule: "self.metadata.name != ''" });
    expect(problems(named)).toEqual([]);
    expect(
      problems({ type: 'object', properties: { b: { ...named, [names.embeddedResource]: true } } }),
    ).toEqual([]);
    const other = ruled({ rule: "self.metadata.name != ''" });
    expect(problems({ type: 'object', properties: { b: other } })).toEqual([
      expect.stringMatching(/compilation failed/),
    ]);
  });
});

describe('a rule about the old object', () => {
  const old = ruled({ rule: 'self.n >= oldSelf.n' });
  const map: JsonSchema = { type: 'array', [listType]: 'map', [listMapKeys]: ['a'] };
  const cannot = (place: string): RegExp =>
    new RegExp(`oldSelf cannot be used on the uncorrelatable portion of the schema within ${place}$`);

  it.each<[string, JsonSchema, unknown[]]>([
    ['may stand in fields', { type: 'object', properties: { b: old } }, []],
    ['may stand in values of maps', { type: 'object', additionalProperties: old }, []],
    ['may stand in items with keys', { ...map, items: old }, []],
    [
      'does not stand in items of other lists',
      { type: 'array', items: old },
      [expect.stringMatching(cannot('schema'))],
    ],
    [
      'nor anywhere below',
      { type: 'array', items: { type: 'object', properties: { b: { ...map, items: old } } } },
      [expect.stringMatching(cannot('schema'))],
    ],
    [
      'nor in the items of a list in a list with keys',
      { ...map, items: { type: 'object', properties: { a: text, l: { type: 'array', items: old } } } },
      [expect.stringMatching(cannot('schema\\.items\\.properties\\[l\\]'))],
    ],
    ['may have neighbours that ask for none', { type: 'array', items: ruled({ rule: 'self.n > 0' }) }, []],
  ])('%s', (_, schema, expected) => {
    expect(problems(schema)).toEqual(expected);
  });
});

it('rules are compiled with stops between them', () => {
  const count = 500;
  const schema: JsonSchema = {
    type: 'object',
    properties: { s: { type: 'string' } },
    [validations]: Array(count).fill({ rule: 'has(self.s)' }),
  };
  expect([...validateRules(schema, FieldPath.of('schema'), names, rules)].length).toBeGreaterThanOrEqual(
    count,
  );
});

it.each([
  [
    '1.28',
    'do not bound',
    expect.stringContaining('estimated rule cost exceeds budget by factor of more than'),
  ],
  ['1.29', 'bound', undefined],
])('in %s the values of an enum %s a text', (release, _, expected) => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      l: { type: 'array', maxItems: 1_000, items: { type: 'string', enum: ['a', 'bb'] } },
    },
    [validations]: [{ rule: 'self.l.all(x, self.l.all(y, x == y))' }],
  };
  const found = atOnce(validateRules(schema, FieldPath.of('schema'), names, newRules(names, release)));
  expect(found.map(fieldErrorText)[0]).toEqual(expected);
});
