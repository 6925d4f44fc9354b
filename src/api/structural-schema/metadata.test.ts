import { expect, it } from 'vitest';
import {
  errorTexts,
  integer,
  mapOf,
  names,
  object,
  schemaPath,
  text,
} from '../../../test/support/unit/structural-schemas.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { validateMetadata } from './metadata.ts';

const problems = (properties: Record<string, JsonSchema>, isRoot: boolean): string[] =>
  errorTexts(validateMetadata(object(properties), schemaPath, { names, isRoot }));
const onlyNames = [
  'schema.properties[metadata]: Forbidden: must not specify anything other than name and generateName, ' +
    'but metadata is implicitly specified',
];

it.each<[string, Record<string, JsonSchema>, string[]]>([
  ['nothing', {}, []],
  ['type and metadata', { kind: text, apiVersion: text, metadata: { type: 'object' } }, []],
  [
    'a kind that is no text',
    { kind: integer },
    ['schema.properties[kind].type: Invalid value: "integer": must be string'],
  ],
  [
    'an apiVersion without a type',
    { apiVersion: {} },
    ['schema.properties[apiVersion].type: Invalid value: "": must be string'],
  ],
  [
    'metadata that is no object',
    { metadata: text },
    ['schema.properties[metadata].type: Invalid value: "string": must be object'],
  ],
  [
    'metadata without a type',
    { metadata: {} },
    ['schema.properties[metadata].type: Invalid value: "": must be object'],
  ],
])('%s: the same at the root and in an embedded object', (_, properties, expected) => {
  expect(problems(properties, true)).toEqual(expected);
  expect(problems(properties, false)).toEqual(expected);
});

it.each<[string, JsonSchema, boolean]>([
  ['names', object({ name: { ...text, maxLength: 5 }, generateName: text }), true],
  ['no fields', object({}), true],
  ['labels', object({ name: text, labels: mapOf(text) }), false],
  ['what is required', object({}, { required: ['name'] }), false],
  ['a number of fields', { type: 'object', minProperties: 1 }, false],
  ['a number of fields that is zero', { type: 'object', minProperties: 0 }, false],
  ['a title', { type: 'object', title: 'x' }, false],
  ['a title that is empty', { type: 'object', title: '' }, true],
  ['values', { type: 'object', enum: [{}] }, false],
  ['no values', { type: 'object', enum: [] }, true],
  ['alternatives', { type: 'object', anyOf: [{}] }, false],
  ['no alternatives', { type: 'object', allOf: [], anyOf: [], oneOf: [] }, true],
  ['a default and an example', { type: 'object', default: {}, example: {}, externalDocs: {} }, true],
  ['an extension', { type: 'object', [names.preserveUnknownFields]: true }, false],
])('metadata of the root with %s is restricted by names alone, or not', (_, metadata, isFine) => {
  expect(problems({ metadata }, true)).toEqual(isFine ? [] : onlyNames);
  expect(problems({ metadata }, false)).toEqual([]);
});
