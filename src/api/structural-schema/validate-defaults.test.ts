import { describe, expect, it } from 'vitest';
import {
  embedding,
  errorTexts,
  list,
  mapOf,
  names,
  object,
  preserving,
  schemaPath,
  strict,
  text,
} from '../../../test/support/unit/structural-schemas.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { StepBudget } from './step-budget.ts';
import { hasUnprunedDefault, validateDefaults } from './validate-defaults.ts';

const problems = (schema: JsonSchema, more: object = {}): string[] =>
  errorTexts(validateDefaults(schema, schemaPath, { ...strict(), ...more }));

describe('a default', () => {
  it.each<[string, JsonSchema, string[]]>([
    ['need not be there', object({ a: text }), []],
    ['may be valid', object({ a: { ...text, default: 'x' } }), []],
    ['may be that of an object', object({ a: object({ b: text }, { default: { b: 'x' } }) }), []],
    [
      'has the type of its schema',
      object({ a: { ...text, default: 1 } }),
      ['schema.properties[a].default: Invalid value: "integer":  in body must be of type string: "integer"'],
    ],
    [
      'keeps to its schema',
      object({ a: { ...text, maxLength: 1, default: 'xy' } }),
      ['schema.properties[a].default: Invalid value: "xy":  in body should be at most 1 chars long'],
    ],
    [
      'keeps to it all through',
      object({ a: object({ b: text }, { default: { b: 1 } }) }),
      [
        'schema.properties[a].default.b: Invalid value: "integer": b in body must be of type string: "integer"',
      ],
    ],
    [
      'has no unknown fields',
      object({ a: object({ b: text }, { default: { c: 'x' } }) }),
      [
        'schema.properties[a].default: Invalid value: map[string]interface {}{"c":"x"}: must not have unknown fields',
      ],
    ],
    [
      'has any field where all are preserved',
      object({ a: object({}, { ...preserving, default: { c: 'x' } }) }),
      [],
    ],
    [
      'is looked at in items',
      object({ a: list({ ...text, default: 1 }) }),
      [
        'schema.properties[a].items.default: Invalid value: "integer":  in body must be of type string: "integer"',
      ],
    ],
    [
      'is looked at in items of items',
      object({ a: list(list({ ...text, default: 1 })) }),
      [expect.stringMatching(/^schema\.properties\[a\]\.items\.items\.default: /)],
    ],
    [
      'is looked at in fields of fields',
      object({ a: object({ b: { ...text, default: 1 } }) }),
      [expect.stringMatching(/^schema\.properties\[a\]\.properties\[b\]\.default: /)],
    ],
    ['is not looked at in values of maps: these get none', object({ a: mapOf({ ...text, default: 1 }) }), []],
    [
      'is looked at in each field',
      object({ a: { ...text, default: 1 }, b: { ...text, default: 2 } }),
      [expect.stringMatching(/^schema\.properties\[a\]/), expect.stringMatching(/^schema\.properties\[b\]/)],
    ],
    [
      'of the root is one as well',
      object({}, { default: 1 }),
      [expect.stringMatching(/^schema\.default: Invalid/)],
    ],
    ['that is null is none', object({ a: { ...text, default: null } }), []],
  ])('%s', (_, schema, expected) => {
    expect(problems(schema)).toEqual(expected);
  });

  it('may have unknown fields in definitions from before this rule', () => {
    const schema = object({ a: object({ b: text }, { default: { c: 'x' } }) });
    expect(problems(schema, { requirePrunedDefaults: false })).toEqual([]);
  });

  it('that takes too long to look at is refused', () => {
    const schema = object({ a: { ...text, default: 'x' } });
    expect(problems(schema, { budget: new StepBudget(3) })).toEqual([
      'schema.properties[a].default: Invalid value: "": takes too many steps to be validated',
    ]);
  });
});

describe('a default of an embedded object', () => {
  const embedded = (value: unknown): JsonSchema =>
    object({ a: { ...embedding, properties: { spec: object({ b: text }) }, default: value } });
  const whole = { apiVersion: 'v1', kind: 'K' };

  it.each<[string, unknown, string[]]>([
    ['may be whole', { ...whole, metadata: { name: 'x' } }, []],
    ['may be without metadata', whole, []],
    ['has a kind', { apiVersion: 'v1' }, ['schema.properties[a].default.kind: Required value']],
    [
      'has metadata that are some',
      { ...whole, metadata: { labels: { a: 1 } } },
      [expect.stringMatching(/^schema\.properties\[a\]\.default\.metadata: .*json: cannot unmarshal number/)],
    ],
    [
      'has no unknown fields beside',
      { ...whole, x: 1 },
      [expect.stringMatching(/must not have unknown fields/)],
    ],
    [
      'has its own problems first, then those of its fields',
      { apiVersion: 'v1', spec: { b: 1 } },
      ['schema.properties[a].default.kind: Required value'],
    ],
    [
      'has fields that keep to their schema',
      { ...whole, spec: { b: 1 } },
      [expect.stringMatching(/^schema\.properties\[a\]\.default\.spec\.b: /)],
    ],
  ])('%s', (_, value, expected) => {
    expect(problems(embedded(value))).toEqual(expected);
  });
});

describe('a default within metadata', () => {
  const invalidMeta =
    /^schema\.properties\[metadata\]\.properties\[name\]\.default: .*must result in valid metadata: metadata\.name/;

  it.each<[string, Record<string, JsonSchema>, string[]]>([
    ['may be a name', { metadata: object({ name: { ...text, default: 'x' } }) }, []],
    [
      'is a name',
      { metadata: object({ name: { ...text, default: 'a/b' } }) },
      [expect.stringMatching(invalidMeta)],
    ],
    [
      'keeps to its schema as well',
      { metadata: object({ name: { ...text, maxLength: 1, default: 'xy' } }) },
      [expect.stringMatching(/name\]\.default: Invalid value: "xy": {2}in body should be at most 1/)],
    ],
    [
      'is a label',
      { metadata: object({ labels: object({ a: { ...text, default: 'a b' } }) }) },
      [expect.stringMatching(/must result in valid metadata: metadata\.labels: Invalid value: "a b"/)],
    ],
    [
      'is a finalizer',
      { metadata: object({ finalizers: list({ ...text, default: 'a b' }) }) },
      [expect.stringMatching(/items\.default: .*must result in valid metadata: metadata\.finalizers/)],
    ],
    [
      'may be anything in a field of that name further down',
      { a: object({ metadata: object({ name: { ...text, default: 'a/b' } }) }) },
      [],
    ],
    [
      'is a name in an embedded object',
      { a: { ...embedding, properties: { metadata: object({ name: { ...text, default: 'a/b' } }) } } },
      [
        expect.stringMatching(
          /^schema\.properties\[a\]\.properties\[metadata\]\.properties\[name\]\.default: .*valid metadata/,
        ),
      ],
    ],
  ])('%s', (_, properties, expected) => {
    expect(problems(object(properties))).toEqual(expected);
  });
});

describe('a default with unknown fields', () => {
  const bad = object({}, { default: { x: 1 } });

  it.each<[string, JsonSchema, boolean]>([
    ['is not there', object({ a: text }), false],
    ['is not one without unknown fields', object({ a: object({ x: text }, { default: { x: '1' } }) }), false],
    ['is not null', object({ a: object({}, { default: null }) }), false],
    ['of the root', bad, true],
    ['of a field', object({ a: bad }), true],
    ['of items', object({ a: list(bad) }), true],
    ['of values of a map', object({ a: mapOf(bad) }), true],
    ['of metadata does not count at the root', object({ metadata: bad }), false],
    [
      'of metadata does not count in an embedded object',
      object({ a: { ...embedding, properties: { metadata: bad } } }),
      false,
    ],
    ['of a field called metadata counts elsewhere', object({ a: object({ metadata: bad }) }), true],
  ])('%s', (_, schema, expected) => {
    expect(hasUnprunedDefault(schema, names)).toBe(expected);
  });
});
