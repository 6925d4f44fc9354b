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
  text,
} from '../../../test/support/unit/structural-schemas.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { canBeStructural, validateStructural } from './structural.ts';

const problems = (schema: JsonSchema): string[] => errorTexts(validateStructural(schema, schemaPath, names));
const { embeddedResource, intOrString, preserveUnknownFields } = names;

it.each<[string, JsonSchema, boolean]>([
  ['a plain schema', object({ a: list(text) }), true],
  ['an id', { id: 'x' }, false],
  ['an empty id', { id: '' }, true],
  ['$schema', { $schema: 'x' }, false],
  ['$ref', { $ref: 'x' }, false],
  ['patterns of names', { patternProperties: { a: {} } }, false],
  ['no patterns of names', { patternProperties: {} }, true],
  ['dependencies', { dependencies: { a: ['b'] } }, false],
  ['definitions', { definitions: { a: {} } }, false],
  ['additional items', { additionalItems: false }, false],
  ['items by their place', { items: [{}] }, false],
  ['no items by their place', { items: [] }, true],
  ['fields that are preserved', preserving, true],
  ['fields that are not preserved, as it says', { [preserveUnknownFields]: false }, false],
  ['one of these further down', object({ a: { not: { $ref: 'x' } } }), false],
])('%s: may be structural, or not', (_, schema, expected) => {
  expect(canBeStructural(schema, names)).toBe(expected);
});

describe('a structural schema', () => {
  it.each<[string, JsonSchema, string[]]>([
    ['has types all through', object({ a: list(mapOf(text)) }), []],
    [
      'has a type at its root',
      { properties: {} },
      ['schema.type: Required value: must not be empty at the root'],
    ],
    ['is an object', text, ['schema.type: Invalid value: "string": must be object at the root']],
    [
      'has fields with types',
      object({ a: {} }),
      ['schema.properties[a].type: Required value: must not be empty for specified object fields'],
    ],
    [
      'has items with types',
      object({ a: list({}) }),
      ['schema.properties[a].items.type: Required value: must not be empty for specified array items'],
    ],
    [
      'has values of maps with types',
      object({ a: mapOf({}) }),
      [
        'schema.properties[a].additionalProperties.type: Required value: must not be empty for specified object fields',
      ],
    ],
    [
      'has lists with items',
      object({ a: { type: 'array' } }),
      ['schema.properties[a].items: Required value: must be specified'],
    ],
    [
      'is no map at its root',
      mapOf(text),
      ['schema.additionalProperties: Forbidden: must not be used at the root'],
    ],
    [
      'is no map of anything at its root',
      mapOf(true),
      ['schema.additionalProperties: Forbidden: must not be used at the root'],
    ],
    ['may have an int-or-string without a type', object({ a: { [intOrString]: true } }), []],
    ['may have anything without a type', object({ a: preserving }), []],
    [
      'has its errors in the order of their texts',
      object({ b: {}, a: { type: 'array' }, c: {} }),
      [
        'schema.properties[a].items: Required value: must be specified',
        'schema.properties[b].type: Required value: must not be empty for specified object fields',
        'schema.properties[c].type: Required value: must not be empty for specified object fields',
      ],
    ],
    [
      'has no structure in its value validations',
      object({ a: text }, { anyOf: [object({})] }),
      ['schema.anyOf[0].type: Forbidden: must be empty to be structural'],
    ],
    [
      'describes what they mention',
      object({}, { anyOf: [{ properties: { a: {} } }] }),
      ['schema.properties[a]: Required value: because it is defined in schema.anyOf[0].properties[a]'],
    ],
    [
      'has value validations of fields too',
      object({ a: { ...text, not: { type: 'string' } } }),
      ['schema.properties[a].not.type: Forbidden: must be empty to be structural'],
    ],
    [
      'may restrict type and metadata',
      object({ kind: text, apiVersion: text, metadata: object({ name: text }) }),
      [],
    ],
    [
      'has them with their own types',
      object({ kind: object({}), metadata: text }),
      [
        'schema.properties[kind].type: Invalid value: "object": must be string',
        'schema.properties[metadata].type: Invalid value: "string": must be object',
      ],
    ],
    ['has fields of these names as it likes further down', object({ a: object({ kind: object({}) }) }), []],
  ])('%s', (_, schema, expected) => {
    expect(problems(schema)).toEqual(expected);
  });
});

describe('an int-or-string', () => {
  it.each([preserveUnknownFields, embeddedResource])('is not %s as well', (name) => {
    const schema = object({
      a: { type: 'object', properties: { a: text }, [intOrString]: true, [name]: true },
    });
    expect(problems(schema)).toEqual([
      `schema.properties[a].${name}: Invalid value: true: must be false if ${intOrString} is true`,
    ]);
  });
});

describe('an embedded object', () => {
  const at = 'schema.properties[a]';

  it.each<[string, JsonSchema, string[]]>([
    ['has fields', { ...embedding, properties: { spec: text } }, []],
    ['or preserves all', { ...embedding, ...preserving }, []],
    [
      'has one of both',
      embedding,
      [
        `${at}.properties: Required value: must not be empty if ${embeddedResource} is true without ${preserveUnknownFields}`,
      ],
    ],
    [
      'is an object',
      { ...embedding, ...preserving, type: 'string' },
      [`${at}.type: Invalid value: "string": must be object if ${embeddedResource} is true`],
    ],
    [
      'says so',
      { [embeddedResource]: true, ...preserving },
      [`${at}.type: Required value: must be object if ${embeddedResource} is true`],
    ],
    [
      'is no map',
      { ...embedding, ...preserving, additionalProperties: text },
      [`${at}.additionalProperties: Forbidden: must not be used if ${embeddedResource} is set`],
    ],
    [
      'has type and metadata with their types',
      { ...embedding, properties: { kind: { type: 'integer' } } },
      [`${at}.properties[kind].type: Invalid value: "integer": must be string`],
    ],
    [
      'may restrict all of its metadata',
      { ...embedding, properties: { metadata: object({ labels: mapOf(text) }) } },
      [],
    ],
  ])('%s', (_, schema, expected) => {
    expect(problems(object({ a: schema }))).toEqual(expected);
  });
});
