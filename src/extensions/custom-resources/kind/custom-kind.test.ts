import { expect, it } from 'vitest';
import { dialects } from '../../../api/meta/dialect.ts';
import { extensionNames, type JsonSchema } from '../../../api/schema/json-schema.ts';
import { plainField } from '../../../api/schema/plain-field.ts';
import type { StructSchema } from '../../../api/schema/schema.ts';
import { plainStyle } from '../../../api/structural-schema/value-style.ts';
import type { Definition } from '../definition/definition.ts';
import { customKind } from './custom-kind.ts';

const metadataSchema: StructSchema = {
  type: 'struct',
  name: 'ObjectMeta',
  description: '',
  fields: [],
  byName: new Map(),
};
const options = {
  names: extensionNames(dialects[0]!),
  metadata: plainField({ name: 'metadata', schema: metadataSchema }),
  ruleRelease: undefined,
  style: plainStyle,
};

function kindOf(properties: Record<string, JsonSchema>) {
  const openAPIV3Schema: JsonSchema = { type: 'object', properties };
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } };
  const definition = {
    spec: { group: 'example.com', scope: 'Namespaced', versions: [version] },
    status: { acceptedNames: { plural: 'things', kind: 'Thing' } },
  };
  return customKind(definition as unknown as Definition, version, options);
}

it('of 50,000 properties, only those that an object has are made ready', () => {
  let prepared = 0;
  const counted: JsonSchema = {
    type: 'string',
    get nullable() {
      prepared++;
      return false;
    },
  };
  const properties = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`f${at}`, counted]));
  const spec = { type: 'object', properties };
  const { schema } = kindOf({ spec, f2: counted }).definition;
  expect(prepared).toBe(0);

  const fields = { f2: 'y', spec: { f1: 'x' } };
  expect(schema.dynamic!.normalize({ ...fields, unknown: 1 })).toEqual(fields);
  const { byName } = schema.byName.get('spec')!.schema as StructSchema;
  expect([byName.get('f1')!.schema, byName.get('unknown')]).toEqual([{ type: 'string' }, undefined]);
  expect(prepared).toBe(3);
});

it.each<[string, JsonSchema, string[]]>([
  ['a plain object', { type: 'object' }, ['kind', 'a']],
  [
    'an embedded object',
    { type: 'object', [options.names.embeddedResource]: true },
    ['metadata', 'apiVersion', 'kind', 'a'],
  ],
])('the fields of %s are those of its schema', (_, schema, names) => {
  const properties: Record<string, JsonSchema> = { kind: { type: 'string' }, a: { type: 'integer' } };
  const { definition } = kindOf({ spec: { ...schema, properties } });
  expect(definition.schema.fields.map(({ name }) => name)).toEqual(['metadata', 'spec']);
  const spec = definition.schema.byName.get('spec')!.schema as StructSchema;
  expect(spec.fields.map(({ name }) => name)).toEqual(names);
  expect(names.map((name) => spec.byName.get(name)?.name)).toEqual(names);
});

it('a list that preserves unknown fields keeps those of its items', () => {
  const items: JsonSchema = { type: 'object', properties: { a: { type: 'string' } } };
  const list = { type: 'array', items, [options.names.preserveUnknownFields]: true };
  const { schema } = kindOf({ list, strict: { type: 'array', items } }).definition;
  const value = [{ a: 'x', b: 1 }];
  expect(schema.dynamic!.normalize({ list: value, strict: value })).toEqual({
    list: value,
    strict: [{ a: 'x' }],
  });
});
