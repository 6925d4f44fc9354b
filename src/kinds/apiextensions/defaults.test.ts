import { expect, test } from 'vitest';
import { dependencies, Versions } from '../../../test/support/unit/versions.ts';
import { customResourceDefinition } from './custom-resource-definition/index.ts';

const versions = new Versions(customResourceDefinition(dependencies));
const at = 'spec.validation.openAPIV3Schema';

function definition(openAPIV3Schema: object, more: object = {}) {
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } };
  const names = { plural: 'bs', kind: 'B' };
  const spec = { group: 'a.io', names, scope: 'Cluster', versions: [version], ...more };
  return { metadata: { name: 'bs.a.io' }, spec };
}

const createErrors = (schema: object): string[] =>
  versions.create(definition(schema), 'v1').map((text) => text.replace(at, '$'));

const ofField = (field: object) => ({ type: 'object', properties: { a: field } });
const preserve = { 'x-orch-preserve-unknown-fields': true };
const embedded = (more: object) => ({ type: 'object', 'x-orch-embedded-resource': true, ...more });
const withMetadata = (metadata: object) =>
  embedded({ properties: { metadata: { type: 'object', ...metadata } } });
const b = { b: { type: 'string' } };

test.each<[string, object, unknown[]]>([
  ['of the right type', { type: 'string', default: 'x' }, []],
  ['null, which counts as absent', { type: 'string', default: null }, []],
  ['with a specified field', { type: 'object', properties: b, default: { b: 'x' } }, []],
  [
    'with an unknown field',
    { type: 'object', properties: b, default: { c: [1, null], b: 'x' } },
    [
      '$.properties[a].default: Invalid value: map[string]interface {}{"b":"x", "c":[]interface {}{1, interface {}(nil)}}: must not have unknown fields',
    ],
  ],
  [
    'with an unknown field under preserve-unknown-fields',
    { type: 'object', ...preserve, default: { c: { d: 1 } } },
    [],
  ],
  [
    'with an unknown field in a specified object under preserve-unknown-fields',
    { ...preserve, properties: { d: { type: 'object', properties: b } }, default: { c: 1, d: { e: 1 } } },
    [expect.stringMatching(/must not have unknown fields$/)],
  ],
  [
    'with an unknown field in an item of a list under preserve-unknown-fields',
    {
      type: 'array',
      ...preserve,
      items: { type: 'object', properties: { d: { type: 'object', properties: b } } },
      default: [{ c: 1, d: { e: 1 } }],
    },
    [expect.stringMatching(/must not have unknown fields$/)],
  ],
  [
    'that is a map with a value schema',
    { type: 'object', additionalProperties: { type: 'object', properties: b }, default: { k: { b: 'x' } } },
    [],
  ],
  [
    'that is a map of objects without a schema',
    { type: 'object', additionalProperties: true, default: { j: 1, k: { b: 'x' } } },
    [expect.stringMatching(/must not have unknown fields$/)],
  ],
  [
    'of the wrong type',
    { type: 'integer', default: 'x' },
    ['$.properties[a].default: Invalid value: "string":  in body must be of type integer: "string"'],
  ],
  [
    'with a nested value of the wrong type',
    {
      type: 'object',
      properties: { b: { type: 'array', items: { type: 'boolean' } } },
      default: { b: [true, 1] },
    },
    ['$.properties[a].default.b: Invalid value: "integer": b in body must be of type boolean: "integer"'],
  ],
  ['that is an integer for a number', { type: 'number', default: 1 }, []],
  [
    'with null in a field that is not nullable',
    {
      type: 'object',
      properties: { b: { type: 'string' }, c: { type: 'string', nullable: true } },
      default: { b: null, c: null },
    },
    ['$.properties[a].default.b: Invalid value: "null": b in body must be of type string: "null"'],
  ],
  [
    'of the wrong type with a format',
    { type: 'integer', format: 'int32', default: true },
    ['$.properties[a].default: Invalid value: "":  in body must be of type int32: ""'],
  ],
  [
    'without a required field',
    {
      type: 'object',
      required: ['b', 'c'],
      properties: { ...b, c: { type: 'string' } },
      default: { b: 'x' },
    },
    ['$.properties[a].default.c: Required value'],
  ],
  [
    'outside of its enum',
    { type: 'string', enum: ['x', 'y'], default: 'z' },
    ['$.properties[a].default: Unsupported value: "z": supported values: "x", "y"'],
  ],
  [
    'with strings too long and too short',
    {
      type: 'object',
      properties: { b: { type: 'string', maxLength: 1 }, c: { type: 'string', minLength: 1 } },
      default: { b: 'xy', c: '' },
    },
    [
      '$.properties[a].default.b: Invalid value: "xy": b in body should be at most 1 chars long',
      '$.properties[a].default.c: Invalid value: "": c in body should be at least 1 chars long',
    ],
  ],
  [
    'outside of the bounds of a number',
    { type: 'integer', minimum: 3, multipleOf: 2, maximum: 0, exclusiveMaximum: true, default: 1 },
    [
      '$.properties[a].default: Invalid value: 1:  in body should be a multiple of 2',
      '$.properties[a].default: Invalid value: 1:  in body should be greater than or equal to 3',
      '$.properties[a].default: Invalid value: 1:  in body should be less than 0',
    ],
  ],
  [
    'with too few items',
    { type: 'array', items: { type: 'string' }, minItems: 2, default: ['x'] },
    ['$.properties[a].default: Invalid value: 1:  in body should have at least 2 items'],
  ],
  [
    'with too many fields',
    {
      type: 'object',
      additionalProperties: { type: 'string' },
      maxProperties: 1,
      default: { b: 'x', c: 'y' },
    },
    ['$.properties[a].default: Invalid value: 1:  in body should have at most 1 properties'],
  ],
  [
    'that matches no schema of anyOf',
    { type: 'integer', anyOf: [{ minimum: 3 }, { minimum: 5 }], default: 1 },
    [
      '$.properties[a].default: Invalid value: "": "" must validate at least one schema (anyOf)',
      '$.properties[a].default: Invalid value: 1:  in body should be greater than or equal to 3',
    ],
  ],
  [
    'that matches two schemas of oneOf',
    { type: 'integer', oneOf: [{ minimum: 3 }, { minimum: 5 }], default: 6 },
    [
      '$.properties[a].default: Invalid value: "": "" must validate one and only one schema (oneOf). Found 2 valid alternatives',
    ],
  ],
  [
    'that breaks allOf and matches not',
    { type: 'integer', allOf: [{ minimum: 3 }], not: { minimum: 0 }, default: 1 },
    [
      '$.properties[a].default: Invalid value: 1:  in body should be greater than or equal to 3',
      '$.properties[a].default: Invalid value: "": "" must validate all the schemas (allOf). None validated',
      '$.properties[a].default: Invalid value: "": "" must not validate the schema (not)',
    ],
  ],
  [
    'of an embedded object without apiVersion and kind, with an invalid label',
    { ...embedded(preserve), default: { metadata: { labels: { b: 'x y' } } } },
    [
      '$.properties[a].default.apiVersion: Required value',
      '$.properties[a].default.kind: Required value',
      expect.stringMatching(
        /^\$.properties\[a\].default.metadata.labels: Invalid value: "x y": a valid label must be/,
      ),
    ],
  ],
  [
    'that is a valid embedded object',
    { ...embedded(preserve), default: { apiVersion: 'a.io/v1', kind: 'B', metadata: {} } },
    [],
  ],
  [
    'of an embedded object whose metadata is no object',
    { ...embedded(preserve), default: { apiVersion: 'v1', kind: 'B', metadata: 5 } },
    [
      '$.properties[a].default.metadata: Invalid value: 5: json: cannot unmarshal number into Go value of type v1.ObjectMeta',
    ],
  ],
  [
    'of metadata with an invalid name',
    withMetadata({ properties: { name: { type: 'string', default: 'a/b' } } }),
    [
      '$.properties[a].properties[metadata].properties[name].default: Invalid value: "a/b": must result in valid metadata: metadata.name: Invalid value: "a/b": may not contain \'/\'',
    ],
  ],
  [
    'of metadata with a wrong type',
    withMetadata({ properties: { finalizers: { type: 'array', items: { type: 'integer', default: 5 } } } }),
    [
      '$.properties[a].properties[metadata].properties[finalizers].items.default: Invalid value: 5: must result in valid metadata: metadata: Invalid value: map[string]interface {}{"finalizers":[]interface {}{5}}: json: cannot unmarshal number into Go struct field ObjectMeta.finalizers of type string',
    ],
  ],
  ['of metadata with an unknown field', withMetadata({ default: { name: 'x', unknown: 42 } }), []],
  [
    'inside additionalProperties of metadata',
    withMetadata({
      properties: { labels: { type: 'object', additionalProperties: { type: 'string', default: 'x' } } },
    }),
    [
      '$.properties[a].properties[metadata].properties[labels].additionalProperties.default: Forbidden: must not be set inside additionalProperties applying to object metadata',
    ],
  ],
])('validation of a default %s', (_, field, errors) => {
  expect(createErrors(ofField(field))).toEqual(errors);
});

test('apiVersion, kind and metadata of the root must not have defaults', () => {
  const name = { type: 'string', default: 'x' };
  const properties = { kind: name, metadata: { type: 'object', properties: { name } } };
  expect(createErrors({ type: 'object', properties })).toEqual([
    '$.properties[kind].default: Forbidden: must not be set in top-level kind',
    '$.properties[metadata].properties[name].default: Forbidden: must not be set in top-level metadata',
  ]);
});

test('defaults of a schema that is not structural are not validated', () => {
  expect(createErrors(ofField({ type: 'object', properties: { b: {} }, default: 5 }))).toEqual([
    '$.properties[a].properties[b].type: Required value: must not be empty for specified object fields',
  ]);
});

test('an update may keep unknown fields in defaults, but not add the first', () => {
  const unpruned = (c: number) => definition(ofField({ type: 'object', properties: b, default: { c } }));
  const clean = definition(ofField({ type: 'object', properties: b, default: { b: 'x' } }));
  expect(versions.update(unpruned(2), unpruned(1), 'v1')).toEqual([]);
  expect(versions.update(unpruned(2), clean, 'v1')).toEqual([
    expect.stringMatching(/must not have unknown fields$/),
  ]);
});

test('a default that takes too many steps is rejected without being validated', () => {
  const anyOf = Array.from({ length: 2000 }, () => ({ items: { minimum: 1 } }));
  const field = {
    type: 'array',
    items: { type: 'integer' },
    anyOf,
    default: Array.from({ length: 2000 }, () => 0),
  };
  expect(createErrors(ofField(field))).toEqual([
    '$.properties[a].default: Invalid value: "": takes too many steps to be validated',
  ]);
});
