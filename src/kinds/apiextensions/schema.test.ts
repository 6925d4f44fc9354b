import { expect, test } from 'vitest';
import { dependencies, Versions } from '../../../test/support/unit/versions.ts';
import { customResourceDefinition } from './custom-resource-definition/index.ts';

const versions = new Versions(customResourceDefinition(dependencies));
const at = 'spec.validation.openAPIV3Schema';

/** The faults of a definition with this schema, without the part of the path that is always the same. */
function faults(openAPIV3Schema: object, subresources?: object): string[] {
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
  ['says what a field is', ofField({ type: 'string' }), []],
  ['may keep anything', ofField(preserve), []],
  [
    'may allow two types',
    ofField({ ...x('int-or-string', true), anyOf: [{ type: 'integer' }, { type: 'string' }] }),
    [],
  ],
  [
    'in these two ways',
    ofField({
      ...x('int-or-string', true),
      allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { pattern: 'a' }],
    }),
    [],
  ],
  ['has a type at the root', {}, ['$.type: Required value: must not be empty at the root']],
  ['that is object', { type: 'string' }, ['$.type: Invalid value: "string": must be object at the root']],
  [
    'has types below',
    ofField({}),
    ['$.properties[a].type: Required value: must not be empty for specified object fields'],
  ],
  [
    'in items too',
    ofField({ type: 'array', items: {} }),
    ['$.properties[a].items.type: Required value: must not be empty for specified array items'],
  ],
  [
    'says what items are',
    ofField({ type: 'array' }),
    ['$.properties[a].items: Required value: must be specified'],
  ],
  [
    'says it in a schema',
    ofField({ type: 'array', items: null }),
    ['$.properties[a].items: Required value: must be specified'],
  ],
  [
    'has types that there are',
    ofField({ type: 'wheel' }),
    [
      '$.properties[a].type: Unsupported value: "wheel": supported values: "array", "boolean", "integer", "number", "object", "string"',
    ],
  ],
  [
    'not null',
    ofField({ type: 'null' }),
    [
      '$.properties[a].type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"',
      '$.properties[a].type: Forbidden: type cannot be set to null, use nullable as an alternative',
    ],
  ],
  [
    'is not null at the root',
    { type: 'object', nullable: true },
    ['$.nullable: Forbidden: nullable cannot be true at the root'],
  ],
  [
    'stands on its own',
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
    'has items of one kind',
    ofField({ type: 'array', items: [{ type: 'string' }] }),
    ['$.properties[a].items: Forbidden: items must be a schema object and not an array'],
  ],
  [
    'never compares all items',
    ofField({ type: 'array', items: { type: 'string' }, uniqueItems: true }),
    [
      '$.properties[a].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
    ],
  ],
  [
    'is a map or not',
    ofField({ ...ofField({ type: 'string' }), additionalProperties: { type: 'string' } }),
    [
      '$.properties[a].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive',
    ],
  ],
  [
    'is no map at the root',
    { type: 'object', additionalProperties: { type: 'string' } },
    ['$.additionalProperties: Forbidden: must not be used at the root'],
  ],
  [
    'preserves or says nothing',
    ofField({ type: 'object', ...x('preserve-unknown-fields', false) }),
    ['$.properties[a].x-orch-preserve-unknown-fields: Invalid value: false: must be true or undefined'],
  ],
  [
    'is two types or free',
    ofField({ ...x('int-or-string', true), ...preserve }),
    [
      '$.properties[a].x-orch-preserve-unknown-fields: Invalid value: true: must be false if x-orch-int-or-string is true',
    ],
  ],
  [
    'holds objects that say something',
    ofField({ type: 'object', ...x('embedded-resource', true) }),
    [
      '$.properties[a].properties: Required value: must not be empty if x-orch-embedded-resource is true without x-orch-preserve-unknown-fields',
    ],
  ],
  [
    'and are objects',
    ofField({ ...x('embedded-resource', true), ...preserve }),
    ['$.properties[a].type: Required value: must be object if x-orch-embedded-resource is true'],
  ],
  [
    'may narrow names',
    {
      type: 'object',
      properties: { metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 5 } } } },
    },
    [],
  ],
  [
    'nothing else that every object has',
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
    'judges without describing',
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
    'judges what is described',
    { type: 'object', not: { properties: { b: { pattern: 'x' }, metadata: {} } } },
    [
      '$.not.properties[metadata]: Forbidden: must not be specified in a nested context',
      `$.properties[b]: Required value: because it is defined in ${at}.not.properties[b]`,
      `$.properties[metadata]: Required value: because it is defined in ${at}.not.properties[metadata]`,
    ],
  ],
  [
    'merges objects as objects',
    ofField({ type: 'string', ...x('map-type', 'odd') }),
    [
      '$.properties[a].type: Invalid value: "string": must be object if x-orch-map-type is specified',
      '$.properties[a].x-orch-map-type: Unsupported value: "odd": supported values: "atomic", "granular"',
    ],
  ],
  [
    'merges lists as lists',
    ofField({ ...preserve, ...x('list-type', 'odd') }),
    [
      '$.properties[a].type: Required value: must be array if x-orch-list-type is specified',
      '$.properties[a].x-orch-list-type: Unsupported value: "odd": supported values: "atomic", "set", "map"',
    ],
  ],
  [
    'has sets of what does not merge',
    ofField({ type: 'array', ...x('list-type', 'set'), items: { type: 'object', nullable: true } }),
    [
      '$.properties[a].items.x-orch-map-type: Invalid value: "null": must be atomic as item of a list with x-orch-list-type=set',
      '$.properties[a].items.nullable: Forbidden: cannot be nullable when x-orch-list-type is set',
    ],
  ],
  ['tells items apart', ofField(mapList({})), []],
  [
    'by keys of maps only',
    ofField(mapList(x('list-type', 'atomic'))),
    [
      '$.properties[a].x-orch-list-type: Invalid value: "atomic": must be map if x-orch-list-map-keys is non-empty',
    ],
  ],
  [
    'by properties that there are, once',
    ofField(mapList(x('list-map-keys', ['k', 'k', 'z']))),
    [
      '$.properties[a].x-orch-list-map-keys: Invalid value: []string{"k", "k", "z"}: must not contain duplicate entries',
      '$.properties[a].x-orch-list-map-keys: Invalid value: []string{"k", "k", "z"}: entries must all be names of item properties',
    ],
  ],
  [
    'that are always there',
    ofField(
      mapList({ items: { ...item, required: [], properties: { k: { type: 'string', nullable: true } } } }),
    ),
    [
      '$.properties[a].items.properties[k].default: Required value: this property is in x-orch-list-map-keys, so it must have a default or be a required property',
      '$.properties[a].items.properties[k].nullable: Forbidden: this property is in x-orch-list-map-keys, so it cannot be nullable',
    ],
  ],
  [
    'and are single values',
    ofField(mapList({ items: { ...item, properties: { k: { type: 'object' } } } })),
    [
      '$.properties[a].items.properties[k].type: Invalid value: "object": must be a scalar type if parent array\'s x-orch-list-type is map',
    ],
  ],
  [
    'judges by false and by nothing too',
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
  ['judges deep down what nobody described', ofField({ type: 'object', not: { required: ['z'] } }), []],
  [
    'may judge there what is not described',
    ofField({ type: 'object', anyOf: [{ properties: { z: { minimum: 1 } } }] }),
    [],
  ],
  ['spells out two types', ofField({ ...preserve, anyOf: [{ type: 'integer' }, { type: 'string' }] }), []],
  [
    'has patterns that are ones, wherever they stand',
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
    'is judged by its structure where it has one only',
    ofField({ $ref: 'y' }),
    ['$.properties[a].$ref: Forbidden: $ref is not supported'],
  ],
  [
    'is of one kind',
    { type: 'object', $schema: 'x' },
    ['$: Invalid value: "": OpenAPIV3Schema \'schema\' is not supported'],
  ],
  [
    'depends on nothing',
    ofField({ type: 'object', dependencies: { b: { uniqueItems: true } } }),
    [
      '$.properties[a].dependencies: Forbidden: dependencies is not supported',
      '$.properties[a].dependencies[b].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
    ],
  ],
  [
    'narrows the metadata of what it embeds as it likes',
    ofField(embedded({ labels: { type: 'object', additionalProperties: { type: 'string' } } })),
    [],
  ],
  [
    'embeds nothing in metadata',
    ofField(embedded({ labels: { type: 'object', ...preserve, ...x('embedded-resource', true) } })),
    [
      '$.properties[a].properties[metadata].properties[labels].x-orch-embedded-resource: Forbidden: must not be used inside of resource meta',
    ],
  ],
  [
    'has one fault at a root that is no embedded object',
    { type: 'string', ...x('embedded-resource', true), ...preserve },
    [
      '$.type: Invalid value: "string": must be object at the root',
      '$.type: Invalid value: "string": must be object if x-orch-embedded-resource is true',
    ],
  ],
  [
    'says nothing of metadata but names',
    { type: 'object', properties: { metadata: { type: 'object', minProperties: 0 } } },
    [
      '$.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
    ],
  ],
  [
    'may have an example of metadata',
    { type: 'object', properties: { metadata: { type: 'object', example: { a: 1 } } } },
    [],
  ],
])('a schema %s', (_, schema, errors) => {
  expect(faults(schema)).toEqual(errors);
});

test('a schema beside a status of its own means the same without it', () => {
  const at = (schema: object) => faults(schema, { status: {} }).map((text) => text.replace(/\{.*\}/, '…'));
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
