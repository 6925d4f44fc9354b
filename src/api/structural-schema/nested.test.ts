import { describe, expect, it } from 'vitest';
import { errorTexts, names, schemaPath } from '../../../test/support/unit/structural-schemas.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { hasValueValidation, validateNested } from './nested.ts';

const problems = (schema: JsonSchema): string[] => errorTexts(validateNested(schema, schemaPath, names));
const forbidden = (place: string, state: string): string =>
  `schema.${place}: Forbidden: must be ${state} to be structural`;
const intOrString = [{ type: 'integer' }, { type: 'string' }];

it.each<[JsonSchema, boolean]>([
  [{ type: 'object', properties: {} }, false],
  [{ pattern: '' }, false],
  [{ pattern: 'a' }, true],
  [{ allOf: [] }, true],
  [{ anyOf: [] }, true],
  [{ oneOf: [] }, true],
  [{ not: {} }, true],
])('%j validates values, or not', (schema, expected) => {
  expect(hasValueValidation(schema)).toBe(expected);
});

describe('a schema inside another', () => {
  it.each<[string, JsonSchema, string[]]>([
    ['may validate values', { allOf: [{ minimum: 1, required: ['a'], enum: [1], pattern: 'a+' }] }, []],
    ['may do so for fields', { anyOf: [{ properties: { a: { minimum: 1 } }, items: { maxLength: 3 } }] }, []],
    ['has no type in allOf', { allOf: [{}, { type: 'string' }] }, [forbidden('allOf[1].type', 'empty')]],
    ['has no type in anyOf', { anyOf: [{ type: 'string' }] }, [forbidden('anyOf[0].type', 'empty')]],
    ['has no type in oneOf', { oneOf: [{ type: 'string' }] }, [forbidden('oneOf[0].type', 'empty')]],
    ['has no type in not', { not: { type: 'string' } }, [forbidden('not.type', 'empty')]],
    ['has an empty type', { not: { type: '', nullable: false, title: '' } }, []],
    [
      'has no structure: all of it is named in its order',
      {
        not: {
          nullable: true,
          description: 'd',
          title: 't',
          default: 0,
          additionalProperties: true,
          type: 'object',
        },
      },
      [
        forbidden('not.type', 'empty'),
        forbidden('not.additionalProperties', 'undefined'),
        forbidden('not.default', 'undefined'),
        forbidden('not.title', 'empty'),
        forbidden('not.description', 'empty'),
        forbidden('not.nullable', 'false'),
      ],
    ],
    [
      'has no additionalProperties, be they false',
      { not: { additionalProperties: false } },
      [forbidden('not.additionalProperties', 'undefined')],
    ],
    ['has no default, be it false', { not: { default: false } }, [forbidden('not.default', 'undefined')]],
    [
      'has no extensions',
      {
        not: {
          [names.validations]: [{}],
          [names.mapType]: 'atomic',
          [names.listType]: 'set',
          [names.listMapKeys]: ['a'],
          [names.intOrString]: true,
          [names.embeddedResource]: true,
          [names.preserveUnknownFields]: true,
        },
      },
      [
        forbidden(`not.${names.preserveUnknownFields}`, 'false'),
        forbidden(`not.${names.embeddedResource}`, 'false'),
        forbidden(`not.${names.intOrString}`, 'false'),
        forbidden(`not.${names.listMapKeys}`, 'empty'),
        forbidden(`not.${names.listType}`, 'undefined'),
        forbidden(`not.${names.mapType}`, 'undefined'),
        forbidden(`not.${names.validations}`, 'empty'),
      ],
    ],
    [
      'may have extensions that say nothing',
      {
        not: {
          [names.listMapKeys]: [],
          [names.validations]: [],
          [names.intOrString]: false,
          [names.embeddedResource]: false,
        },
      },
      [],
    ],
    [
      'has no type in what is nested further',
      { allOf: [{ anyOf: [{ not: { type: 'string' } }] }] },
      [forbidden('allOf[0].anyOf[0].not.type', 'empty')],
    ],
    [
      'has no type in its fields',
      { not: { properties: { a: { type: 'string' } } } },
      [forbidden('not.properties[a].type', 'empty')],
    ],
    [
      'has no type in its items',
      { not: { items: { type: 'string' } } },
      [forbidden('not.items.type', 'empty')],
    ],
    [
      'says nothing of metadata',
      { not: { properties: { metadata: {} } } },
      ['schema.not.properties[metadata]: Forbidden: must not be specified in a nested context'],
    ],
    [
      'has patterns that compile',
      { pattern: '[', not: { pattern: '(?=a)' } },
      [
        expect.stringMatching(/^schema\.not\.pattern: .*must be a valid regular/),
        expect.stringMatching(/^schema\.pattern: /),
      ],
    ],
  ])('%s', (_, schema, expected) => {
    expect(problems(schema)).toEqual(expected);
  });
});

describe('an integer or a string, spelled out,', () => {
  it.each<[string, JsonSchema, string[]]>([
    ['may stand in anyOf', { anyOf: intOrString }, []],
    ['may stand in the anyOf of the first allOf', { allOf: [{ anyOf: intOrString }, {}] }, []],
    [
      'may not stand in the second allOf',
      { allOf: [{}, { anyOf: intOrString }] },
      [forbidden('allOf[1].anyOf[0].type', 'empty'), forbidden('allOf[1].anyOf[1].type', 'empty')],
    ],
    [
      'may not stand in another order',
      { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      [forbidden('anyOf[0].type', 'empty'), forbidden('anyOf[1].type', 'empty')],
    ],
    [
      'may not have more than types',
      { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'string' }] },
      [forbidden('anyOf[0].type', 'empty'), forbidden('anyOf[1].type', 'empty')],
    ],
    [
      'may not stand in oneOf',
      { oneOf: intOrString },
      [forbidden('oneOf[0].type', 'empty'), forbidden('oneOf[1].type', 'empty')],
    ],
    [
      'leaves the others as they are',
      { anyOf: intOrString, allOf: [{ type: 'string' }] },
      [forbidden('allOf[0].type', 'empty')],
    ],
    [
      'may not stand in the anyOf of an allOf within',
      { allOf: [{ anyOf: intOrString, allOf: [{ anyOf: intOrString }] }] },
      [
        forbidden('allOf[0].allOf[0].anyOf[0].type', 'empty'),
        forbidden('allOf[0].allOf[0].anyOf[1].type', 'empty'),
      ],
    ],
  ])('%s', (_, schema, expected) => {
    expect(problems(schema)).toEqual(expected);
  });
});
