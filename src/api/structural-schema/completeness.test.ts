import { expect, it } from 'vitest';
import {
  errorTexts,
  list,
  mapOf,
  object,
  schemaPath,
  text,
} from '../../../test/support/unit/structural-schemas.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { validateCompleteness } from './completeness.ts';

const missing = (place: string, by: string): string =>
  `schema.${place}: Required value: because it is defined in schema.${by}`;
const a: JsonSchema = { properties: { a: {} } };

it.each<[string, JsonSchema, string[]]>([
  ['nothing is nested', object({ a: text }), []],
  ['all is described', object({ a: text }, { allOf: [a], anyOf: [a], oneOf: [a], not: a }), []],
  ['allOf', object({}, { allOf: [{}, a] }), [missing('properties[a]', 'allOf[1].properties[a]')]],
  ['anyOf', object({}, { anyOf: [a] }), [missing('properties[a]', 'anyOf[0].properties[a]')]],
  ['oneOf', object({}, { oneOf: [a] }), [missing('properties[a]', 'oneOf[0].properties[a]')]],
  ['not', object({}, { not: a }), [missing('properties[a]', 'not.properties[a]')]],
  [
    'not of allOf',
    object({}, { allOf: [{ not: a }] }),
    [missing('properties[a]', 'allOf[0].not.properties[a]')],
  ],
  [
    'a field of a field',
    object({ a: object({}) }, { not: { properties: { a } } }),
    [missing('properties[a].properties[a]', 'not.properties[a].properties[a]')],
  ],
  [
    'items that are described',
    object({ l: list(text) }, { not: { properties: { l: { items: { minLength: 1 } } } } }),
    [],
  ],
  [
    'items',
    object({ l: text }, { not: { properties: { l: { items: {} } } } }),
    [missing('properties[l].items', 'not.properties[l].items')],
  ],
  [
    'fields of items',
    object({ l: list(object({})) }, { not: { properties: { l: { items: a } } } }),
    [missing('properties[l].items.properties[a]', 'not.properties[l].items.properties[a]')],
  ],
  [
    'validations of a nested field',
    object({ b: object({}) }, { not: { properties: { b: { allOf: [a] } } } }),
    [missing('properties[b].properties[a]', 'not.properties[b].allOf[0].properties[a]')],
  ],
  [
    'a name that all objects have by nature',
    object({}, { not: { properties: { constructor: {} as JsonSchema } } }),
    [missing('properties[constructor]', 'not.properties[constructor]')],
  ],
  // Only the root is asked.
  ['fields further down are not asked', object({ b: object({}, { not: a }) }), []],
  [
    'keys of a map are not described by name',
    mapOf(text, { not: a }),
    [missing('properties[a]', 'not.properties[a]')],
  ],
])('what is mentioned and not described: %s', (_, schema, expected) => {
  expect(errorTexts(validateCompleteness(schema, schemaPath))).toEqual(expected);
});
