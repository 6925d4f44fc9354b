import {
  additionalOf,
  type ExtensionNames,
  itemsOf,
  type JsonSchema,
  propertyOf,
} from '../../schema/json-schema.ts';
import type { DeclaredSizes } from '../contract.ts';
import type { SchemaTypes } from './schema-types.ts';

/** Bytes of a request: nothing in it is larger. */
const maxRequest = 3_145_728;
/** Without the quotes, or brackets, around it. */
const maxInner = maxRequest - 2;
/** Bytes that a character takes at most. */
const bytesOfCharacter = 4;

/** The sizes that a schema declares, or that the size of a request leaves, by the path of a value. */
export function declaredSizes(schema: JsonSchema, types: SchemaTypes): DeclaredSizes {
  return (path) => {
    let node: JsonSchema | undefined = schema;
    for (const step of path.slice(1)) {
      if (node === undefined) return undefined;
      if (step === '@keys') return { min: 0, max: maxInner };
      if (step === '@items') node = itemsOf(node);
      else if (step === '@values') node = additionalOf(node);
      else node = types.fieldsOf(node).get(step)?.schema ?? additionalOf(node);
    }
    return node === undefined ? undefined : { min: 0, max: maxSize(node, types.names) };
  };
}

const numberIn = (schema: JsonSchema, field: string): number | undefined => {
  const value = schema[field];
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
};

/** The size of the largest value: characters, items, members; 1 for all that has no size. */
function maxSize(schema: JsonSchema, names: ExtensionNames): number {
  if (schema[names.intOrString] === true) return textSize(schema);
  switch (schema.type) {
    case 'string':
      return textSize(schema);
    case 'array':
      return numberIn(schema, 'maxItems') ?? listSize(schema, names);
    case 'object':
      if (additionalOf(schema) === undefined) return 1;
      return numberIn(schema, 'maxProperties') ?? mapSize(schema, names);
    default:
      return 1;
  }
}

const sizesOfFormats: Readonly<Record<string, number>> = {
  duration: 32,
  date: 12,
  'date-time': 32,
};

function textSize(schema: JsonSchema): number {
  const format = schema['format'] as string | undefined;
  const ofFormat = format === undefined ? undefined : sizesOfFormats[format];
  if (ofFormat !== undefined) return ofFormat;
  const maxLength = numberIn(schema, 'maxLength');
  if (maxLength !== undefined)
    return format === 'byte' ? maxLength : Math.min(maxLength * bytesOfCharacter, maxInner);
  const values = schema['enum'];
  if (!Array.isArray(values)) return maxInner;
  return Math.max(...values.map((value) => (typeof value === 'string' ? Buffer.byteLength(value) : 0)));
}

/** With a comma behind each. */
const listSize = (schema: JsonSchema, names: ExtensionNames): number => {
  const items = itemsOf(schema);
  return Math.floor(maxInner / ((items === undefined ? 1 : minSerialized(items, names)) + 1));
};

/** With the quotes of a key, a colon and commas. */
const mapSize = (schema: JsonSchema, names: ExtensionNames): number =>
  Math.floor(maxInner / (minSerialized(additionalOf(schema)!, names) + 6));

/** Bytes that the smallest value takes in a request. */
export function minSerialized(schema: JsonSchema, names: ExtensionNames): number {
  if (schema[names.intOrString] === true) return 1;
  switch (schema.type) {
    case 'string':
      return { duration: 3, date: 12, 'date-time': 21 }[schema['format'] as string] ?? 2;
    case 'boolean':
      return 4;
    case 'array':
      return 2;
    case 'object':
      return additionalOf(schema) === undefined ? minOfObject(schema, names) : 2;
    default:
      return 1;
  }
}

/** Fields that must be there, and have no default. */
function minOfObject(schema: JsonSchema, names: ExtensionNames): number {
  let size = 2;
  for (const name of schema.required ?? []) {
    const field = propertyOf(schema, name);
    if (field !== undefined && field.default === undefined)
      size += name.length + minSerialized(field, names) + 4;
  }
  return size;
}

/** The number of times that a value of a schema can be in one request: that of its items, of its members, of itself. */
export function cardinalityBelow(schema: JsonSchema, below: 'items' | 'members'): number | undefined {
  return numberIn(schema, below === 'items' ? 'maxItems' : 'maxProperties');
}

/** The number of values of a schema that fit into a request, where no size is declared above it. */
export const maxInRequest = (schema: JsonSchema, names: ExtensionNames): number =>
  Math.floor(maxRequest / (minSerialized(schema, names) + 1));
