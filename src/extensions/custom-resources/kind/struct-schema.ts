import { typeFields } from '../../../api/meta/metadata.ts';
import { plainField } from '../../../api/schema/plain-field.ts';
import type { DynamicFields, FieldSchema, Schema, StructSchema } from '../../../api/schema/schema.ts';
import {
  additionalOf,
  type ExtensionNames,
  itemsOf,
  type JsonSchema,
} from '../../../api/structural-schema/json-schema.ts';

export interface StructOptions {
  names: ExtensionNames;
  /** That of every kind. */
  metadata: FieldSchema;
}

/**
 * How server-side apply sees a custom resource: the structure of its schema, without what its values have to be.
 * `schema` undefined: nothing is known, every map has its members and everything else is one value.
 */
export function rootStruct(
  kind: string,
  schema: JsonSchema | undefined,
  dynamic: DynamicFields,
  options: StructOptions,
): StructSchema {
  const { properties = {} } = schema ?? {};
  const own = Object.keys(properties).filter((name) => !headFields.includes(name));
  const fields = [options.metadata, ...own.map((name) => fieldOf(name, properties[name]!, options))];
  const isOpen = schema === undefined || schema[options.names.preserveUnknownFields] === true;
  return { type: 'struct', name: kind, description: '', fields, byName: byName(fields, isOpen), dynamic };
}

const headFields = [...typeFields, 'metadata'];

/** The fields by name; where unknown ones are kept, each name is one. */
class OpenFields extends Map<string, FieldSchema> {
  readonly #unknown = new Map<string, FieldSchema>();

  override get(name: string): FieldSchema | undefined {
    const known = super.get(name) ?? this.#unknown.get(name);
    if (known !== undefined) return known;
    const field = plainField({ name, schema: { type: 'deduced' }, undeclared: true });
    if (this.#unknown.size < maxUnknown) this.#unknown.set(name, field);
    return field;
  }
}

/** Names that clients made up, and that are remembered. */
const maxUnknown = 1_000;

const byName = (fields: readonly FieldSchema[], isOpen: boolean): ReadonlyMap<string, FieldSchema> => {
  const entries = fields.map((field) => [field.name, field] as const);
  return isOpen ? new OpenFields(entries) : new Map(entries);
};

function fieldOf(name: string, schema: JsonSchema, options: StructOptions): FieldSchema {
  const { names } = options;
  const listType = schema[names.listType] as FieldSchema['listType'] | undefined;
  return plainField({
    name,
    schema: schemaOf(schema, options),
    nullable: schema.nullable === true,
    default: schema.default ?? undefined,
    listType: listType ?? 'atomic',
    listKeys: (schema[names.listMapKeys] as string[] | undefined) ?? [],
    mapType: schema[names.mapType] === 'atomic' ? 'atomic' : 'granular',
  });
}

/** Shared by all fields of the type. */
const scalars: Readonly<Record<string, Schema>> = {
  string: { type: 'string' },
  integer: { type: 'int64' },
  number: { type: 'double' },
  boolean: { type: 'boolean' },
};
const deduced: Schema = { type: 'deduced' };

function schemaOf(schema: JsonSchema, options: StructOptions): Schema {
  const { names } = options;
  const preserves = schema[names.preserveUnknownFields] === true;
  if (schema[names.intOrString] === true) return { type: 'int-or-string' };
  if (schema.type === 'array') {
    const items = itemsOf(schema);
    return { type: 'list', element: items === undefined ? { type: 'deduced' } : schemaOf(items, options) };
  }
  if (schema.type === 'object' || schema.properties !== undefined)
    return objectOf(schema, preserves, options);
  return scalars[schema.type ?? ''] ?? deduced;
}

function objectOf(schema: JsonSchema, preserves: boolean, options: StructOptions): Schema {
  const { names, metadata } = options;
  const isEmbedded = schema[names.embeddedResource] === true;
  const additional = additionalOf(schema);
  if (additional !== undefined) return { type: 'map', value: schemaOf(additional, options) };
  const { properties = {} } = schema;
  const own = Object.keys(properties);
  if (own.length === 0 && !isEmbedded) return { type: 'deduced' };
  const fields = own
    .filter((name) => !isEmbedded || !headFields.includes(name))
    .map((name) => fieldOf(name, properties[name]!, options));
  if (isEmbedded) {
    const text: Schema = { type: 'string' };
    fields.push(
      metadata,
      plainField({ name: 'apiVersion', schema: text }),
      plainField({ name: 'kind', schema: text }),
    );
  }
  return {
    type: 'struct',
    name: '',
    description: '',
    fields,
    byName: byName(fields, preserves),
    atomic: schema[names.mapType] === 'atomic',
  };
}
