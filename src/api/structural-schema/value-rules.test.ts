import { describe, expect, it } from 'vitest';
import { errorTexts, list, mapOf, object, text } from '../../../test/support/unit/structural-schemas.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { FieldPath } from '../validation/field-errors.ts';
import { StepBudget } from './step-budget.ts';
import { validateValue } from './validate-value.ts';

const path = FieldPath.of('spec');
const problems = (value: unknown, schema: JsonSchema): string[] =>
  errorTexts(validateValue(value, schema, { path, budget: new StepBudget() }));

describe('the type of a value', () => {
  const samples: Record<string, unknown> = {
    string: 'x',
    integer: 1,
    number: 1.5,
    boolean: true,
    object: {},
    array: [],
    null: null,
  };
  const large = 2n ** 60n;

  it.each([
    ['string', ['string']],
    ['integer', ['integer']],
    ['number', ['integer', 'number']],
    ['boolean', ['boolean']],
    ['object', ['object']],
    ['array', ['array']],
    ['', Object.keys(samples)],
  ])('%j takes %j and nothing else', (type, accepted) => {
    const taken = Object.keys(samples).filter((name) => problems(samples[name], { type }).length === 0);
    expect(taken).toEqual(accepted);
  });

  it.each<[unknown, JsonSchema, string]>([
    [1, { type: 'string' }, 'spec: Invalid value: "integer":  in body must be of type string: "integer"'],
    [null, { type: 'string' }, 'spec: Invalid value: "null":  in body must be of type string: "null"'],
    [1.5, { type: 'integer' }, 'spec: Invalid value: "number":  in body must be of type integer: "number"'],
    [
      true,
      { type: 'integer', format: 'int32' },
      'spec: Invalid value: "":  in body must be of type int32: ""',
    ],
    [
      1.5,
      { type: 'integer', format: 'int32' },
      'spec: Invalid value: "float64":  in body must be of type int32: "float64"',
    ],
    [
      'x',
      { type: 'integer', format: 'int32' },
      'spec: Invalid value: "string":  in body must be of type integer: "string"',
    ],
    [
      [],
      { type: 'number', format: 'double' },
      'spec: Invalid value: "array":  in body must be of type number: "array"',
    ],
    [
      1,
      { type: 'string', format: 'date' },
      'spec: Invalid value: "int64":  in body must be of type date: "int64"',
    ],
    [
      null,
      { type: 'string', format: 'date' },
      'spec: Invalid value: "null":  in body must be of type string: "null"',
    ],
  ])('%j under %j is a problem in the words that clients know', (value, schema, expected) => {
    expect(problems(value, schema)).toEqual([expected]);
  });

  it.each<[unknown, JsonSchema]>([
    [null, { type: 'string', nullable: true }],
    [large, { type: 'integer' }],
    [large, { type: 'integer', format: 'int64' }],
    [1, { type: 'integer', format: 'int64' }],
    [1, { type: 'number', format: 'int64' }],
    [1.5, { type: 'number', format: 'double' }],
    // A text or a list under a format for anything but numbers is for the format to judge.
    [[], { type: 'string', format: 'date' }],
  ])('%s under %j is none', (value, schema) => {
    expect(problems(value, schema)).toEqual([]);
  });
});

describe('a text', () => {
  it.each<[string, JsonSchema, string[]]>([
    ['ab', { maxLength: 2 }, []],
    ['abc', { maxLength: 2 }, ['spec: Invalid value: "abc":  in body should be at most 2 chars long']],
    ['', { maxLength: 0 }, []],
    ['a', { maxLength: 0 }, ['spec: Invalid value: "a":  in body should be at most 0 chars long']],
    ['ab', { minLength: 2 }, []],
    ['a', { minLength: 2 }, ['spec: Invalid value: "a":  in body should be at least 2 chars long']],
    // Characters, not units of UTF-16.
    ['😀😀', { maxLength: 2 }, []],
    ['😀', { minLength: 2 }, ['spec: Invalid value: "😀":  in body should be at least 2 chars long']],
    ['xay', { pattern: 'a' }, []],
    ['xay', { pattern: '^a' }, [`spec: Invalid value: "xay":  in body should match '^a'`]],
    ['x', { pattern: '' }, []],
    // The first problem alone: length before pattern.
    [
      'xyz',
      { maxLength: 2, pattern: '^a' },
      ['spec: Invalid value: "xyz":  in body should be at most 2 chars long'],
    ],
    ['x', { format: 'date' }, ['spec: Invalid value: "x":  in body must be of type date: "x"']],
    [
      'x',
      { format: 'date', pattern: 'y' },
      [
        `spec: Invalid value: "x":  in body should match 'y'`,
        'spec: Invalid value: "x":  in body must be of type date: "x"',
      ],
    ],
  ])('%j under %j', (value, schema, expected) => {
    expect(problems(value, { type: 'string', ...schema })).toEqual(expected);
  });
});

describe('a number', () => {
  const problem = (value: number | bigint, rule: string): string[] => [
    `spec: Invalid value: ${value}:  in body ${rule}`,
  ];

  it.each<[number | bigint, JsonSchema, string[]]>([
    [1, { minimum: 1 }, []],
    [0, { minimum: 1 }, problem(0, 'should be greater than or equal to 1')],
    [1, { minimum: 1, exclusiveMinimum: true }, problem(1, 'should be greater than 1')],
    [2, { minimum: 1, exclusiveMinimum: true }, []],
    [1, { maximum: 1 }, []],
    [2, { maximum: 1 }, problem(2, 'should be less than or equal to 1')],
    [1, { maximum: 1, exclusiveMaximum: true }, problem(1, 'should be less than 1')],
    [0, { maximum: 1, exclusiveMaximum: true }, []],
    [0.5, { minimum: 0.5 }, []],
    [0.25, { minimum: 0.5 }, problem(0.25, 'should be greater than or equal to 0.5')],
    // Bounds of integers lose their fractions.
    [1, { minimum: 1.9 }, []],
    [2n ** 60n, { minimum: 2 ** 59 }, []],
    [2n ** 60n, { maximum: 10 }, problem(2n ** 60n, 'should be less than or equal to 10')],
    // Numbers as Go prints them.
    [0.5, { minimum: 1e6 }, problem(0.5, 'should be greater than or equal to 1e+06')],
    [0.5, { minimum: 999_999 }, problem(0.5, 'should be greater than or equal to 999999')],
    [0.5, { minimum: 1.5e21 }, problem(0.5, 'should be greater than or equal to 1.5e+21')],
    [0.5, { maximum: 1e-5 }, problem(0.5, 'should be less than or equal to 1e-05')],
    [0.5, { maximum: 1e-4 }, problem(0.5, 'should be less than or equal to 0.0001')],
    [0.5, { maximum: 0 }, problem(0.5, 'should be less than or equal to 0')],
    [0.5, { maximum: -1e100 }, problem(0.5, 'should be less than or equal to -1e+100')],
    // Several problems at once, in their order.
    [
      5,
      { multipleOf: 2, minimum: 6, maximum: 4 },
      [
        ...problem(5, 'should be a multiple of 2'),
        ...problem(5, 'should be greater than or equal to 6'),
        ...problem(5, 'should be less than or equal to 4'),
      ],
    ],
    [4, { multipleOf: 2 }, []],
    [0, { multipleOf: 2 }, []],
    [5, { multipleOf: 0.5 }, []],
    [
      1.5,
      { multipleOf: -1 },
      ['spec: Invalid value: -1: factor MultipleOf declared for  must be positive: -1'],
    ],
    [1.5, { multipleOf: 0 }, ['spec: Invalid value: 0: factor MultipleOf declared for  must be positive: 0']],
  ])('%d under %j', (value, schema, expected) => {
    expect(problems(value, { type: 'number', ...schema })).toEqual(expected);
  });
});

describe('a list', () => {
  it.each<[unknown[], JsonSchema, string[]]>([
    [[1], { minItems: 1 }, []],
    [[], { minItems: 1 }, ['spec: Invalid value: 0:  in body should have at least 1 items']],
    [[1], { maxItems: 1 }, []],
    [[1, 2], { maxItems: 1 }, ['spec: Invalid value: 2:  in body should have at most 1 items']],
    [[1], { maxItems: 0 }, ['spec: Invalid value: 1:  in body should have at most 0 items']],
    // Items have no index: what is said of two is said once.
    [[1, 2], list(text), ['spec: Invalid value: "integer":  in body must be of type string: "integer"']],
    [['a', {}], list({ anyOf: [{ type: 'string' }, { type: 'object' }] }), []],
    [[[1]], list(list(text)), ['spec: Invalid value: "integer":  in body must be of type string: "integer"']],
  ])('%j under %j', (value, schema, expected) => {
    expect(problems(value, { type: 'array', ...schema })).toEqual(expected);
  });
});

describe('an object', () => {
  it.each<[object, JsonSchema, string[]]>([
    [{ a: 1 }, { minProperties: 1 }, []],
    [{}, { minProperties: 1 }, ['spec: Invalid value: 1:  in body should have at least 1 properties']],
    [{ a: 1 }, { maxProperties: 1 }, []],
    [
      { a: 1, b: 1 },
      { maxProperties: 1 },
      ['spec: Invalid value: 1:  in body should have at most 1 properties'],
    ],
    // The count alone is reported then.
    [
      {},
      { minProperties: 1, required: ['a'] },
      ['spec: Invalid value: 1:  in body should have at least 1 properties'],
    ],
    [{ a: null }, { required: ['a'] }, []],
    [{}, { required: ['a', 'b'] }, ['spec.a: Required value', 'spec.b: Required value']],
    [{}, { required: ['constructor'] }, ['spec.constructor: Required value']],
    [
      { a: 1 },
      object({ a: text }),
      ['spec.a: Invalid value: "integer": a in body must be of type string: "integer"'],
    ],
    [
      { a: { b: 1 } },
      object({ a: object({ b: text }) }),
      ['spec.a.b: Invalid value: "integer": a.b in body must be of type string: "integer"'],
    ],
    [{ a: {} }, object({ a: object({}, { required: ['b'] }) }), ['spec.a.b: Required value']],
    [
      { x: 1 },
      mapOf(text),
      ['spec.x: Invalid value: "integer": .x in body must be of type string: "integer"'],
    ],
    [{ x: 1 }, mapOf(true), []],
    [
      { a: 1, x: 1 },
      object({ a: {} }, { additionalProperties: false }),
      ['spec: Invalid value: "x": .x in body is a forbidden property'],
    ],
    [{ x: 1 }, object({}), []],
    [
      { a: [{ b: 1 }] },
      object({ a: list(object({ b: text })) }),
      ['spec.a.b: Invalid value: "integer": a.b in body must be of type string: "integer"'],
    ],
  ])('%j under %j', (value, schema, expected) => {
    expect(problems(value, { type: 'object', ...schema })).toEqual(expected);
  });
});

describe('an enumeration', () => {
  it.each<[unknown, unknown[], string[]]>([
    ['a', ['a', 'b'], []],
    ['c', ['a', 'b'], ['spec: Unsupported value: "c": supported values: "a", "b"']],
    ['c', [], []],
    [{ a: [1] }, [{ a: [1] }], []],
    [
      { a: [2] },
      [{ a: [1] }],
      [
        'spec: Unsupported value: map[string]interface {}{"a":[]interface {}{2}}: supported values: "{\\"a\\":[1]}"',
      ],
    ],
    [true, [true], []],
    [false, [true], ['spec: Unsupported value: false: supported values: "true"']],
  ])('%j among %j', (value, values, expected) => {
    expect(problems(value, { enum: values })).toEqual(expected);
  });
});

describe('alternatives', () => {
  const whole = (rule: string): string => `spec: Invalid value: "": "" must ${rule}`;
  const short: JsonSchema = { maxLength: 1 };
  const a: JsonSchema = { pattern: 'a' };

  it.each<[string, JsonSchema, string[]]>([
    ['a', { anyOf: [short, a] }, []],
    [
      'bb',
      { anyOf: [short, a] },
      [
        whole('validate at least one schema (anyOf)'),
        'spec: Invalid value: "bb":  in body should be at most 1 chars long',
      ],
    ],
    // What is said of the best alternative: the one of which most holds.
    [
      'bb',
      {
        anyOf: [
          { type: 'integer', maxLength: 1 },
          { type: 'string', pattern: 'a' },
        ],
      },
      [whole('validate at least one schema (anyOf)'), `spec: Invalid value: "bb":  in body should match 'a'`],
    ],
    ['b', { oneOf: [short, a] }, []],
    [
      'a',
      { oneOf: [short, a] },
      [whole('validate one and only one schema (oneOf). Found 2 valid alternatives')],
    ],
    [
      'bb',
      { oneOf: [a, short] },
      [
        whole('validate one and only one schema (oneOf). Found none valid'),
        `spec: Invalid value: "bb":  in body should match 'a'`,
      ],
    ],
    ['a', { allOf: [short, a] }, []],
    [
      'b',
      { allOf: [short, a] },
      [`spec: Invalid value: "b":  in body should match 'a'`, whole('validate all the schemas (allOf)')],
    ],
    [
      'bb',
      { allOf: [short, a] },
      [
        'spec: Invalid value: "bb":  in body should be at most 1 chars long',
        `spec: Invalid value: "bb":  in body should match 'a'`,
        whole('validate all the schemas (allOf). None validated'),
      ],
    ],
    ['b', { not: a }, []],
    ['a', { not: a }, [whole('not validate the schema (not)')]],
    ['b', { anyOf: [], oneOf: [], allOf: [] }, []],
  ])('%j under %j', (value, schema, expected) => {
    expect(problems(value, schema)).toEqual(expected);
  });

  it('are those of fields and items too, and name their place', () => {
    const schema = object({ l: list({ not: a }) });
    expect(problems({ l: ['b', 'a'] }, schema)).toEqual([
      'spec: Invalid value: "": "l" must not validate the schema (not)',
    ]);
  });

  it('are not asked about null', () => {
    expect(problems(null, { nullable: true, not: {} })).toEqual([]);
  });
});
