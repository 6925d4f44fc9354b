import { expect, test } from 'vitest';
import { dependencies, Versions } from '../../../test/support/unit/versions.ts';
import { customResourceDefinition } from './custom-resource-definition/index.ts';

const versions = new Versions(customResourceDefinition(dependencies));
const at = 'spec.validation.openAPIV3Schema';

/** The errors of a definition with this schema, with `$` for the path of the schema. */
function createErrors(openAPIV3Schema: object, subresources?: object): string[] {
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema }, subresources };
  const spec = { group: 'a.io', names: { plural: 'bs', kind: 'B' }, scope: 'Cluster', versions: [version] };
  return versions.create({ metadata: { name: 'bs.a.io' }, spec }, 'v1').map((text) => text.replace(at, '$'));
}

const ofField = (field: object) => ({ type: 'object', properties: { a: field } });
const x = (name: string, value: unknown) => ({ [`x-orch-${name}`]: value });
const preserve = x('preserve-unknown-fields', true);
const embedded = (properties: object) => ({
  type: 'object',
  ...x('embedded-resource', true),
  properties: { metadata: { type: 'object', properties } },
});
const item = { type: 'object', required: ['k'], properties: { k: { type: 'string' } } };
const mapList = (change: object) => ({
  type: 'array',
  items: item,
  ...x('list-type', 'map'),
  ...x('list-map-keys', ['k']),
  ...change,
});

test.each<[string, object, unknown[]]>([
  ['a field with a type', ofField({ type: 'string' }), []],
  ['preserve-unknown-fields without a type', ofField(preserve), []],
  [
    'int-or-string with anyOf',
    ofField({ ...x('int-or-string', true), anyOf: [{ type: 'integer' }, { type: 'string' }] }),
    [],
  ],
  [
    'int-or-string with anyOf inside allOf',
    ofField({
      ...x('int-or-string', true),
      allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { pattern: 'a' }],
    }),
    [],
  ],
  ['no type at the root', {}, ['$.type: Required value: must not be empty at the root']],
  [
    'a root that is no object',
    { type: 'string' },
    ['$.type: Invalid value: "string": must be object at the root'],
  ],
  [
    'a field without a type',
    ofField({}),
    ['$.properties[a].type: Required value: must not be empty for specified object fields'],
  ],
  [
    'items without a type',
    ofField({ type: 'array', items: {} }),
    ['$.properties[a].items.type: Required value: must not be empty for specified array items'],
  ],
  [
    'an array without items',
    ofField({ type: 'array' }),
    ['$.properties[a].items: Required value: must be specified'],
  ],
  [
    'items that are null',
    ofField({ type: 'array', items: null }),
    ['$.properties[a].items: Required value: must be specified'],
  ],
  [
    'an unknown type',
    ofField({ type: 'wheel' }),
    [
      '$.properties[a].type: Unsupported value: "wheel": supported values: "array", "boolean", "integer", "number", "object", "string"',
    ],
  ],
  [
    'the type null',
    ofField({ type: 'null' }),
    [
      '$.properties[a].type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"',
      '$.properties[a].type: Forbidden: type cannot be set to null, use nullable as an alternative',
    ],
  ],
  [
    'a nullable root',
    { type: 'object', nullable: true },
    ['$.nullable: Forbidden: nullable cannot be true at the root'],
  ],
  [
    'unsupported fields of JSON Schema',
    ofField({
      type: 'string',
      id: 'x',
      $ref: 'y',
      patternProperties: { a: {} },
      definitions: { b: {} },
      additionalItems: true,
      dependencies: { a: ['b'] },
    }),
    ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'].map(
      (field) => `$.properties[a].${field}: Forbidden: ${field} is not supported`,
    ),
  ],
  [
    'a list of item schemas',
    ofField({ type: 'array', items: [{ type: 'string' }] }),
    ['$.properties[a].items: Forbidden: items must be a schema object and not an array'],
  ],
  [
    'uniqueItems',
    ofField({ type: 'array', items: { type: 'string' }, uniqueItems: true }),
    [
      '$.properties[a].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
    ],
  ],
  [
    'properties beside additionalProperties',
    ofField({ ...ofField({ type: 'string' }), additionalProperties: { type: 'string' } }),
    [
      '$.properties[a].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive',
    ],
  ],
  [
    'additionalProperties at the root',
    { type: 'object', additionalProperties: { type: 'string' } },
    ['$.additionalProperties: Forbidden: must not be used at the root'],
  ],
  [
    'preserve-unknown-fields: false',
    ofField({ type: 'object', ...x('preserve-unknown-fields', false) }),
    ['$.properties[a].x-orch-preserve-unknown-fields: Invalid value: false: must be true or undefined'],
  ],
  [
    'int-or-string beside preserve-unknown-fields',
    ofField({ ...x('int-or-string', true), ...preserve }),
    [
      '$.properties[a].x-orch-preserve-unknown-fields: Invalid value: true: must be false if x-orch-int-or-string is true',
    ],
  ],
  [
    'an embedded resource without properties',
    ofField({ type: 'object', ...x('embedded-resource', true) }),
    [
      '$.properties[a].properties: Required value: must not be empty if x-orch-embedded-resource is true without x-orch-preserve-unknown-fields',
    ],
  ],
  [
    'an embedded resource without the type object',
    ofField({ ...x('embedded-resource', true), ...preserve }),
    ['$.properties[a].type: Required value: must be object if x-orch-embedded-resource is true'],
  ],
  [
    'a restriction of metadata.name',
    {
      type: 'object',
      properties: { metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 5 } } } },
    },
    [],
  ],
  [
    'a kind that is no string, and a restriction of labels',
    {
      type: 'object',
      properties: {
        kind: { type: 'integer' },
        metadata: { type: 'object', properties: { labels: { type: 'object' } } },
      },
    },
    [
      '$.properties[kind].type: Invalid value: "integer": must be string',
      '$.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
    ],
  ],
  [
    'types, defaults and descriptions inside anyOf',
    {
      ...ofField({ type: 'string' }),
      anyOf: [{ properties: { a: { type: 'string', description: 'd', default: 'x', nullable: true } } }],
    },
    [
      '$.anyOf[0].properties[a].default: Forbidden: must be undefined to be structural',
      '$.anyOf[0].properties[a].description: Forbidden: must be empty to be structural',
      '$.anyOf[0].properties[a].nullable: Forbidden: must be false to be structural',
      '$.anyOf[0].properties[a].type: Forbidden: must be empty to be structural',
    ],
  ],
  [
    'properties inside not that the root does not specify',
    { type: 'object', not: { properties: { b: { pattern: 'x' }, metadata: {} } } },
    [
      '$.not.properties[metadata]: Forbidden: must not be specified in a nested context',
      `$.properties[b]: Required value: because it is defined in ${at}.not.properties[b]`,
      `$.properties[metadata]: Required value: because it is defined in ${at}.not.properties[metadata]`,
    ],
  ],
  [
    'map-type on a string, with an unknown value',
    ofField({ type: 'string', ...x('map-type', 'odd') }),
    [
      '$.properties[a].type: Invalid value: "string": must be object if x-orch-map-type is specified',
      '$.properties[a].x-orch-map-type: Unsupported value: "odd": supported values: "atomic", "granular"',
    ],
  ],
  [
    'list-type without the type array, with an unknown value',
    ofField({ ...preserve, ...x('list-type', 'odd') }),
    [
      '$.properties[a].type: Required value: must be array if x-orch-list-type is specified',
      '$.properties[a].x-orch-list-type: Unsupported value: "odd": supported values: "atomic", "set", "map"',
    ],
  ],
  [
    'a set of objects that are nullable and not atomic',
    ofField({ type: 'array', ...x('list-type', 'set'), items: { type: 'object', nullable: true } }),
    [
      '$.properties[a].items.x-orch-map-type: Invalid value: "null": must be atomic as item of a list with x-orch-list-type=set',
      '$.properties[a].items.nullable: Forbidden: cannot be nullable when x-orch-list-type is set',
    ],
  ],
  ['a map list with keys', ofField(mapList({})), []],
  [
    'list-map-keys on an atomic list',
    ofField(mapList(x('list-type', 'atomic'))),
    [
      '$.properties[a].x-orch-list-type: Invalid value: "atomic": must be map if x-orch-list-map-keys is non-empty',
    ],
  ],
  [
    'map keys that are repeated or not specified',
    ofField(mapList(x('list-map-keys', ['k', 'k', 'z']))),
    [
      '$.properties[a].x-orch-list-map-keys: Invalid value: []string{"k", "k", "z"}: must not contain duplicate entries',
      '$.properties[a].x-orch-list-map-keys: Invalid value: []string{"k", "k", "z"}: entries must all be names of item properties',
    ],
  ],
  [
    'map keys that are optional and nullable',
    ofField(
      mapList({ items: { ...item, required: [], properties: { k: { type: 'string', nullable: true } } } }),
    ),
    [
      '$.properties[a].items.properties[k].default: Required value: this property is in x-orch-list-map-keys, so it must have a default or be a required property',
      '$.properties[a].items.properties[k].nullable: Forbidden: this property is in x-orch-list-map-keys, so it cannot be nullable',
    ],
  ],
  [
    'a map key of type object',
    ofField(mapList({ items: { ...item, properties: { k: { type: 'object' } } } })),
    [
      '$.properties[a].items.properties[k].type: Invalid value: "object": must be a scalar type if parent array\'s x-orch-list-type is map',
    ],
  ],
  [
    'false and empty values of structural fields inside allOf',
    {
      ...ofField({ type: 'object' }),
      allOf: [{ properties: { a: { default: [], additionalProperties: false, ...x('list-type', '') } } }],
    },
    [
      '$.allOf[0].properties[a].type: Required value: must be array if x-orch-list-type is specified',
      '$.allOf[0].properties[a].x-orch-list-type: Unsupported value: "": supported values: "atomic", "set", "map"',
      '$.allOf[0].properties[a].additionalProperties: Forbidden: must be undefined to be structural',
      '$.allOf[0].properties[a].default: Forbidden: must be undefined to be structural',
      '$.allOf[0].properties[a].x-orch-list-type: Forbidden: must be undefined to be structural',
    ],
  ],
  [
    'a required property inside a nested not that is not specified',
    ofField({ type: 'object', not: { required: ['z'] } }),
    [],
  ],
  [
    'a property inside a nested anyOf that is not specified',
    ofField({ type: 'object', anyOf: [{ properties: { z: { minimum: 1 } } }] }),
    [],
  ],
  [
    'int-or-string spelled out without the extension',
    ofField({ ...preserve, anyOf: [{ type: 'integer' }, { type: 'string' }] }),
    [],
  ],
  [
    'invalid patterns inside anyOf and not',
    {
      ...ofField({ type: 'string' }),
      anyOf: [{ properties: { a: { pattern: '(' } } }],
      allOf: [{ not: { properties: { a: { pattern: ')' } } } }],
    },
    [
      expect.stringMatching(/^\$.allOf\[0\].not.properties\[a\].pattern: Invalid value: "\)"/),
      expect.stringMatching(/^\$.anyOf\[0\].properties\[a\].pattern: Invalid value: "\("/),
    ],
  ],
  [
    '$ref, which has no structural errors beside its own',
    ofField({ $ref: 'y' }),
    ['$.properties[a].$ref: Forbidden: $ref is not supported'],
  ],
  [
    '$schema',
    { type: 'object', $schema: 'x' },
    ['$: Invalid value: "": OpenAPIV3Schema \'schema\' is not supported'],
  ],
  [
    'dependencies with schemas',
    ofField({ type: 'object', dependencies: { b: { uniqueItems: true } } }),
    [
      '$.properties[a].dependencies: Forbidden: dependencies is not supported',
      '$.properties[a].dependencies[b].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
    ],
  ],
  [
    'a restriction of labels of an embedded resource',
    ofField(embedded({ labels: { type: 'object', additionalProperties: { type: 'string' } } })),
    [],
  ],
  [
    'an embedded resource inside metadata',
    ofField(embedded({ labels: { type: 'object', ...preserve, ...x('embedded-resource', true) } })),
    [
      '$.properties[a].properties[metadata].properties[labels].x-orch-embedded-resource: Forbidden: must not be used inside of resource meta',
    ],
  ],
  [
    'a root that is an embedded resource and no object',
    { type: 'string', ...x('embedded-resource', true), ...preserve },
    [
      '$.type: Invalid value: "string": must be object at the root',
      '$.type: Invalid value: "string": must be object if x-orch-embedded-resource is true',
    ],
  ],
  [
    'minProperties: 0 on metadata',
    { type: 'object', properties: { metadata: { type: 'object', minProperties: 0 } } },
    [
      '$.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
    ],
  ],
  [
    'an example of metadata',
    { type: 'object', properties: { metadata: { type: 'object', example: { a: 1 } } } },
    [],
  ],
])('validation of a schema with %s', (_, schema, errors) => {
  expect(createErrors(schema)).toEqual(errors);
});

test('a root schema with the status subresource may only have some fields', () => {
  const at = (schema: object) =>
    createErrors(schema, { status: {} }).map((text) => text.replace(/\{.*\}/, '…'));
  expect(at(ofField({ type: 'string' }))).toEqual([]);
  for (const more of [{ minProperties: 0 }, { not: {} }, { default: false }]) {
    expect(at({ ...ofField({ type: 'string' }), ...more })[0]).toMatch(/fields are allowed at the root/);
  }
  expect(at({ type: 'string', id: 'x' })[0]).toMatch(/fields are allowed at the root/);
  expect(at({ ...ofField({ type: 'string' }), minProperties: 1 })).toEqual([
    expect.stringMatching(
      /^spec.validation.openAPIV3Schema: Invalid value: …: only \[Description Type .* XValidations\] fields are allowed at the root of the schema if the status subresource is enabled$|^\$: Invalid value: …: only \[Description Type .* XValidations\]/,
    ),
  ]);
  expect(at({ type: 'string' })[0]).toBe(
    '$.type: Invalid value: "string": only "object" is allowed as the type at the root of the schema if the status subresource is enabled',
  );
});
