import { describe, expect, it } from 'vitest';
import {
  embedding,
  errorTexts,
  list,
  mapOf,
  names,
  object,
  schemaPath,
  strict,
  text,
} from '../../../test/support/unit/structural-schemas.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { validateSchema } from './validate-schema.ts';

const problems = (schema: JsonSchema, more: object = {}, isRoot = true): string[] =>
  errorTexts(validateSchema(schema, schemaPath, { options: { ...strict(), ...more }, isRoot }));
const types = '"array", "boolean", "integer", "number", "object", "string"';

describe('every schema', () => {
  it.each<[string, JsonSchema, string[]]>([
    ['may be plain', object({ a: list(text), b: mapOf({ type: 'boolean' }) }), []],
    [
      'has a known type',
      { type: 'text' },
      [`schema.type: Unsupported value: "text": supported values: ${types}`],
    ],
    [
      'is not of the type null',
      { type: 'null' },
      [
        `schema.type: Unsupported value: "null": supported values: ${types}`,
        'schema.type: Forbidden: type cannot be set to null, use nullable as an alternative',
      ],
    ],
    ['has no id', { id: 'x' }, ['schema.id: Forbidden: id is not supported']],
    ['may have an empty id', { id: '' }, []],
    ['has no $ref', { $ref: '' }, ['schema.$ref: Forbidden: $ref is not supported']],
    [
      'has no additionalItems',
      { additionalItems: false },
      ['schema.additionalItems: Forbidden: additionalItems is not supported'],
    ],
    [
      'has no patternProperties',
      { patternProperties: { a: {} } },
      ['schema.patternProperties: Forbidden: patternProperties is not supported'],
    ],
    ['may have none of them', { patternProperties: {}, definitions: {} }, []],
    [
      'has no definitions',
      { definitions: { a: {} } },
      ['schema.definitions: Forbidden: definitions is not supported'],
    ],
    [
      'has no dependencies',
      { dependencies: {} },
      ['schema.dependencies: Forbidden: dependencies is not supported'],
    ],
    [
      'has one schema of its items',
      { items: [{}] },
      ['schema.items: Forbidden: items must be a schema object and not an array'],
    ],
    [
      'does not ask for unique items',
      { uniqueItems: true },
      [expect.stringMatching(/^schema\.uniqueItems: Forbidden: uniqueItems cannot be set to true/)],
    ],
    ['may say that items need not be unique', { uniqueItems: false }, []],
    [
      'preserves unknown fields or says nothing',
      { [names.preserveUnknownFields]: false },
      [`schema.${names.preserveUnknownFields}: Invalid value: false: must be true or undefined`],
    ],
    [
      'has maps that merge in a known way',
      { type: 'object', [names.mapType]: 'x' },
      [expect.stringContaining(`schema.${names.mapType}: Unsupported value: "x"`)],
    ],
    [
      'has lists that merge in a known way',
      { type: 'array', [names.listType]: 'x' },
      [expect.stringContaining(`schema.${names.listType}: Unsupported value: "x"`)],
    ],
    [
      'has fields or is a map',
      object({ a: text }, { additionalProperties: text }),
      ['schema.additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive'],
    ],
    [
      'has fields or forbids others',
      object({ a: text }, { additionalProperties: false }),
      ['schema.additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive'],
    ],
    ['may have fields and allow others', object({ a: text }, { additionalProperties: true }), []],
    ['may be a map without fields', object({}, { additionalProperties: text }), []],
  ])('%s', (_, schema, expected) => {
    expect(problems(schema)).toEqual(expected);
  });

  const bad: JsonSchema = { id: 'x' };
  it.each<[string, JsonSchema, string]>([
    ['properties', object({ a: bad }), 'properties[a]'],
    ['fields of an embedded object', { ...embedding, properties: { a: bad } }, 'properties[a]'],
    ['additionalProperties', mapOf(bad), 'additionalProperties'],
    ['items', list(bad), 'items'],
    ['not', { not: bad }, 'not'],
    ['allOf', { allOf: [{}, bad] }, 'allOf[1]'],
    ['oneOf', { oneOf: [bad] }, 'oneOf[0]'],
    ['anyOf', { anyOf: [bad] }, 'anyOf[0]'],
  ])('is one in %s', (_, schema, place) => {
    expect(problems(schema)).toEqual([`schema.${place}.id: Forbidden: id is not supported`]);
  });

  it.each<[string, JsonSchema, string]>([
    ['items by their place', { items: [{}, bad] }, 'items[1]'],
    ['definitions', { definitions: { a: bad } }, 'definitions[a]'],
    ['dependencies', { dependencies: { a: bad, b: ['c'] } }, 'dependencies[a]'],
  ])('is one in %s, which have a problem of their own', (_, schema, place) => {
    expect(problems(schema)).toHaveLength(2);
    expect(problems(schema)).toContain(`schema.${place}.id: Forbidden: id is not supported`);
  });

  it('had an unknown type in definitions from before', () => {
    expect(problems({ type: 'text' }, { requireValidTypes: false })).toEqual([]);
  });
});

describe('a default', () => {
  const withDefault = { ...text, default: 'x' };

  it.each<[string, JsonSchema, string[]]>([
    ['may stand in a field', object({ a: withDefault }), []],
    ['may stand in fields of a field called metadata', object({ a: object({ metadata: withDefault }) }), []],
    [
      'does not stand in metadata of the root',
      object({ metadata: object({ name: withDefault }) }),
      [
        'schema.properties[metadata].properties[name].default: Forbidden: must not be set in top-level metadata',
      ],
    ],
    [
      'nor in its type',
      object({ kind: withDefault }),
      ['schema.properties[kind].default: Forbidden: must not be set in top-level kind'],
    ],
    [
      'may stand in type and metadata of an embedded object',
      object({
        a: { ...embedding, properties: { kind: withDefault, metadata: object({ name: withDefault }) } },
      }),
      [],
    ],
    [
      'does not stand in a map of these metadata',
      object({ a: { ...embedding, properties: { metadata: object({ labels: mapOf(withDefault) }) } } }),
      [
        'schema.properties[a].properties[metadata].properties[labels].additionalProperties.default: Forbidden: ' +
          'must not be set inside additionalProperties applying to object metadata',
      ],
    ],
    ['may stand in a map elsewhere', object({ a: mapOf(withDefault) }), []],
  ])('%s', (_, schema, expected) => {
    expect(problems(schema)).toEqual(expected);
  });

  it('stands nowhere in versions that know none', () => {
    expect(problems(object({ a: withDefault }), { allowDefaults: false })).toEqual([
      'schema.properties[a].default: Forbidden: must not be set',
    ]);
  });
});

it('an embedded object does not stand in metadata', () => {
  const place = 'schema.properties[metadata].properties[annotations]';
  expect(problems(object({ metadata: object({ annotations: embedding }) }))).toEqual([
    `${place}.${names.embeddedResource}: Forbidden: must not be used inside of resource meta`,
  ]);
  expect(problems(object({ a: object({ annotations: embedding }) }))).toEqual([]);
});

it('the root alone has metadata without saying so', () => {
  expect(problems(object({ metadata: { ...text, default: 'x' } }), {}, false)).toEqual([]);
});
