import type { Schema } from './schema.ts';

/**
 * A schema whose type has a name of its own in messages, written as the definitions write it: `Protocol` is a type of
 * `version`, `types.UID` one of another package. A list passes it on to its items; a map has it as a whole, unless the
 * name says what its keys and values are: `map[ResourceName]ClaimResourceStatus`.
 */
export function withTypeName(schema: Schema, name: string, version: string): Schema {
  if (schema.type === 'struct') return schema;
  if (schema.type === 'list') {
    return { ...schema, element: withTypeName(schema.element, name, version) };
  }
  const [, key, value] = /^map\[(.+)\](.+)$/.exec(name) ?? [];
  if (schema.type !== 'map' || key === undefined || value === undefined) {
    return { ...schema, typeName: qualified(name, version) };
  }
  return {
    ...schema,
    value: withTypeName(schema.value, value, version),
    typeName: `map[${qualified(key, version)}]${qualified(value, version)}`,
  };
}

const qualified = (name: string, version: string): string =>
  name.includes('.') || name === name.toLowerCase() ? name : `${version}.${name}`;
