import { describe, expect, it } from 'vitest';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { dialects } from '../../../api/meta/dialect.ts';
import { extensionNames, type JsonSchema } from '../../../api/schema/json-schema.ts';
import type { ValidationRule } from '../../../api/structural-schema/rule.ts';
import { valueStyleOf } from '../../../api/structural-schema/value-style.ts';
import { fieldErrorText } from '../../../api/validation/field-errors.ts';
import { atOnce } from '../../../util/slices.ts';
import { expressionRules } from './expression-rules.ts';

const names = extensionNames(dialects[0]!);
const options = { release: '1.30', names, style: valueStyleOf(new FeatureGates('1.30')) };

/** A schema of this type with rules. */
const ruled = (type: string, rules: (string | ValidationRule)[], more: JsonSchema = {}): JsonSchema => ({
  type,
  ...more,
  [names.validations]: rules.map((rule) => (typeof rule === 'string' ? { rule } : rule)),
});
const integer = (...rules: (string | ValidationRule)[]): JsonSchema => ruled('integer', rules);
const objectOf = (
  properties: Record<string, JsonSchema>,
  ...rules: (string | ValidationRule)[]
): JsonSchema => ruled('object', rules, { properties });
const listOf = (items: JsonSchema, keys?: string[]): JsonSchema => ({
  type: 'array',
  items,
  ...(keys !== undefined && { [names.listType]: 'map', [names.listMapKeys]: keys }),
});

const problems = (schema: JsonSchema, object: unknown, old?: unknown): string[] =>
  atOnce(expressionRules(schema, options)!.validate(object, old)).errors.map(fieldErrorText);

it('a schema without rules has none to ask', () => {
  expect(expressionRules({ type: 'object', properties: { a: { type: 'string' } } }, options)).toBeUndefined();
});

describe('a rule', () => {
  const small = integer('self < 3');
  const failed = (place: string): string => `${place}: Invalid value: "integer": failed rule: self < 3`;

  it.each<[string, JsonSchema, unknown, string[]]>([
    ['that holds says nothing', objectOf({ a: small }), { a: 2 }, []],
    ['of a field names it', objectOf({ a: small }), { a: 3 }, [failed('a')]],
    ['of a field that is not there is not asked', objectOf({ a: small }), {}, []],
    ['of null is not asked', objectOf({ a: small }), { a: null }, []],
    [
      'of items names each',
      objectOf({ a: listOf(small) }),
      { a: [3, 1, 4] },
      [failed('a[0]'), failed('a[2]')],
    ],
    [
      'of additional fields names the key',
      objectOf({ a: { type: 'object', additionalProperties: small } }),
      { a: { x: 3, 'y.z': 4 } },
      [failed('a[x]'), failed('a[y.z]')],
    ],
    [
      'of a field is not that of additional ones',
      { type: 'object', properties: { a: { type: 'integer' } }, additionalProperties: small },
      { a: 3, b: 3 },
      [failed('[b]')],
    ],
    ['of fields below others', objectOf({ a: objectOf({ b: small }) }), { a: { b: 3 } }, [failed('a.b')]],
    [
      'of the whole object has no place',
      objectOf({ a: { type: 'integer' } }, 'self.a > 0'),
      { a: 0 },
      ['<nil>: Invalid value: "object": failed rule: self.a > 0'],
    ],
    [
      'that cannot be worked out is broken',
      objectOf({ a: integer('1 / self > 0') }),
      { a: 0 },
      [expect.stringMatching(/^a: Invalid value: "integer": divi.* evaluating rule: 1 \/ self > 0$/)],
    ],
    [
      'that says neither yes nor no is broken',
      objectOf({ a: integer('self') }),
      { a: 1 },
      [expect.stringContaining('failed rule: self')],
    ],
    [
      'that nobody can read was stored by another program',
      objectOf({ a: integer('self <', 'self < 3') }),
      { a: 3 },
      [failed('a')],
    ],
    [
      'and all others of a place are asked',
      objectOf({ a: integer('self < 3', 'self < 4') }),
      { a: 5 },
      [failed('a'), 'a: Invalid value: "integer": failed rule: self < 4'],
    ],
  ])('%s', (_, schema, object, expected) => {
    expect(problems(schema, object)).toEqual(expected);
  });

  it('knows the type and the name of the whole object, and of no other', () => {
    const schema = objectOf({ a: { type: 'string' } }, "self.kind == 'K' && self.metadata.name == 'x'");
    expect(problems(schema, { kind: 'K', apiVersion: 'v', metadata: { name: 'x' }, a: '' })).toEqual([]);
    expect(problems(schema, { kind: 'L', apiVersion: 'v', metadata: { name: 'x' }, a: '' })).toHaveLength(1);
  });
});

describe('a rule about changes', () => {
  const fixed = integer('self == oldSelf');
  it.each<[string, JsonSchema, unknown, unknown, number]>([
    ['is not asked about what is new', objectOf({ a: fixed }), { a: 1 }, undefined, 0],
    ['is not asked about a field that was not there', objectOf({ a: fixed }), { a: 1 }, {}, 0],
    ['is not asked about a field that was null', objectOf({ a: fixed }), { a: 1 }, { a: null }, 0],
    ['is asked about a field that was there', objectOf({ a: fixed }), { a: 1 }, { a: 2 }, 1],
    ['holds for what has not changed', objectOf({ a: fixed }), { a: 1 }, { a: 1 }, 0],
    [
      'is not asked about a field of another shape',
      objectOf({ a: objectOf({ b: fixed }) }),
      { a: { b: 1 } },
      { a: 5 },
      0,
    ],
    [
      'is not asked about what every object inherits',
      objectOf({ constructor: fixed }),
      { constructor: 1 },
      {},
      0,
    ],
    ['is not asked about items of a list', objectOf({ a: listOf(fixed) }), { a: [1] }, { a: [2] }, 0],
    [
      'is asked about items that are found by their keys',
      objectOf({ a: listOf(objectOf({ k: { type: 'string' }, v: fixed }), ['k']) }),
      { a: [{ k: 'x', v: 1 }, { k: 'y', v: 1 }, { k: 'z', v: 1 }, { v: 1 }] },
      { a: [{ k: 'y', v: 2 }, { k: 'x', v: 1 }, { v: 3 }] },
      2,
    ],
    [
      'is not asked about items where there was no list',
      objectOf({ a: listOf(objectOf({ k: { type: 'string' }, v: fixed }), ['k']) }),
      { a: [{ k: 'x', v: 1 }] },
      { a: 'x' },
      0,
    ],
  ])('%s', (_, schema, object, old, count) => {
    expect(problems(schema, object, old)).toHaveLength(count);
  });
});

describe('the message', () => {
  const rule = (more: ValidationRule): JsonSchema => objectOf({ a: integer({ rule: 'self < 3', ...more }) });
  it.each<[string, ValidationRule, string]>([
    ['is the one that the rule has', { message: ' too large ' }, 'a: Invalid value: "integer": too large'],
    ['is worked out', { messageExpression: "'is ' + string(self)" }, 'a: Invalid value: "integer": is 5'],
    [
      'that is worked out comes first',
      { message: 'm', messageExpression: "'x'" },
      'a: Invalid value: "integer": x',
    ],
    [
      'is not of several lines',
      { message: 'm', messageExpression: "'x\\ny'" },
      'a: Invalid value: "integer": m',
    ],
    ['is not empty', { messageExpression: "'  '" }, 'a: Invalid value: "integer": failed rule: self < 3'],
    ['is no number', { message: 'm', messageExpression: 'self' }, 'a: Invalid value: "integer": m'],
    [
      'may be impossible',
      { message: 'm', messageExpression: 'string(1 / 0)' },
      'a: Invalid value: "integer": m',
    ],
    [
      'may be about something required',
      { reason: 'FieldValueRequired', message: 'm' },
      'a: Required value: m',
    ],
    ['may be about something forbidden', { reason: 'FieldValueForbidden', message: 'm' }, 'a: Forbidden: m'],
    [
      'may be about a duplicate',
      { reason: 'FieldValueDuplicate', message: 'm' },
      'a: Duplicate value: "integer"',
    ],
  ])('%s', (_, more, expected) => {
    expect(problems(rule(more), { a: 5 })).toEqual([expected]);
  });

  it.each([
    [5_120, 5_120],
    [5_121, 1],
  ])('that is worked out has at most 5,120 characters, not %i', (length, expected) => {
    const schema = objectOf({
      a: ruled('string', [{ rule: 'false', message: 'm', messageExpression: 'self' }]),
    });
    expect(problems(schema, { a: 'x'.repeat(length) })[0]!.length).toBe(
      'a: Invalid value: "string": '.length + expected,
    );
  });
});

describe('very many errors', () => {
  it('are told up to a thousand', () => {
    const schema = objectOf({ a: listOf(integer('self < 3', 'self < 4')), b: integer('self < 3') });
    expect(problems(schema, { a: Array(501).fill(5), b: 5 })).toHaveLength(1_000);
  });

  it('are told until clients are told no more', () => {
    const schema = objectOf({
      a: { type: 'object', additionalProperties: integer({ rule: 'false', message: 'x'.repeat(2_000) }) },
    });
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${at}`, 1]));
    const { length } = problems(schema, { a: many });
    expect(length).toBeGreaterThan(30);
    expect(length).toBeLessThan(36);
  });
});

it('a rule that costs too much is the last that is asked, and all together may cost only so much', () => {
  const costly = 'self.all(x, self.all(y, self.all(z, x + y + z >= 0)))';
  const list = ruled('array', [costly], { items: { type: 'integer' } });
  const schema = objectOf({ a: list, b: integer('self < 3') });
  const value = Array.from({ length: 200 }, () => 1);
  const found = problems(schema, { a: value, b: 5 });
  expect(found).toEqual([expect.stringContaining(`call cost exceeds limit for rule: ${costly}`)]);
  const cheaper = 'self.all(x, self.all(y, x + y >= 0))';
  const lists = objectOf({ a: listOf(ruled('array', [cheaper], { items: { type: 'integer' } })) });
  const all = problems(lists, { a: Array(100).fill(value) });
  expect(all).toEqual([expect.stringContaining('running out of cost budget, no further validation rules')]);
});

it('the error of a rule stands at the field that it names', () => {
  const inner = objectOf({ c: { type: 'integer' } });
  const rule = { rule: 'false', fieldPath: ".b['c']", message: 'm' };
  expect(problems(objectOf({ b: inner }, rule), { b: { c: 1 } })).toEqual([
    'b.c: Invalid value: "object": m',
  ]);
});

it('a rule that holds no more is no error of what stays as it was', () => {
  const schema = objectOf({ a: integer('self < 3'), b: { type: 'integer' } });
  const rules = expressionRules(schema, options)!;
  const found = atOnce(rules.validate({ a: 5, b: 2 }, { a: 5, b: 1 }));
  expect(found.errors).toEqual([]);
  expect(found.warnings).toEqual(['a: Invalid value: "integer": failed rule: self < 3']);
  expect(atOnce(rules.validate({ a: 6 }, { a: 5 })).errors).toHaveLength(1);
});
