import { typeFields } from '../../../api/meta/metadata.ts';
import {
  additionalOf,
  type ExtensionNames,
  itemsOf,
  type JsonSchema,
} from '../../../api/schema/json-schema.ts';
import { plainField } from '../../../api/schema/plain-field.ts';
import type { DynamicFields, FieldSchema, Schema, StructSchema } from '../../../api/schema/schema.ts';

export type TypeMeta = NonNullable<StructSchema['typeMeta']>;

export interface StructOptions {
  names: ExtensionNames;
  /** That of every kind. */
  metadata: FieldSchema;
}

/**
 * Structure of a custom resource for server-side apply: that of its schema, without what its values have to be.
 * `schema` undefined: nothing is known, every map has its members and everything else is one value.
 */
export function rootStruct(
  typeMeta: TypeMeta,
  schema: JsonSchema | undefined,
  dynamic: DynamicFields,
  options: StructOptions,
): StructSchema {
  const isOpen = schema === undefined || schema[options.names.preserveUnknownFields] === true;
  const fields = new FieldsOfObject({ schema, isOpen, head: [options.metadata], isWhole: true }, options);
  return new ObjectStruct(fields, { name: typeMeta.kind, dynamic, typeMeta });
}

const headFields = [...typeFields, 'metadata'];

interface ObjectFields {
  schema: JsonSchema | undefined;
  /** Unknown fields are kept: each name is one. */
  isOpen: boolean;
  /** Fields that are not for the schema to specify. */
  head: readonly FieldSchema[];
  /** It has a type and metadata, whatever its schema says of them. */
  isWhole: boolean;
}

/** The fields of an object. Each is made when it is first looked up: a schema may have 50,000, and objects a few. */
class FieldsOfObject {
  readonly #properties: Readonly<Record<string, JsonSchema>>;
  readonly #isOpen: boolean;
  readonly #isWhole: boolean;
  readonly #options: StructOptions;
  readonly #head: readonly FieldSchema[];
  readonly #known: Map<string, FieldSchema>;
  #unknownCount = 0;

  constructor({ schema, isOpen, head, isWhole }: ObjectFields, options: StructOptions) {
    this.#properties = schema?.properties ?? {};
    this.#isOpen = isOpen;
    this.#isWhole = isWhole;
    this.#options = options;
    this.#head = head;
    this.#known = new Map(head.map((field) => [field.name, field]));
  }

  get(name: string): FieldSchema | undefined {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    if (!this.#isOwn(name)) return this.#isOpen ? this.#unknown(name) : undefined;
    const field = fieldOf(name, this.#properties[name]!, this.#options);
    this.#known.set(name, field);
    return field;
  }

  all(): FieldSchema[] {
    const own = Object.keys(this.#properties).filter((name) => this.#isOwn(name));
    return [...this.#head, ...own.map((name) => this.get(name)!)];
  }

  #isOwn(name: string): boolean {
    return Object.hasOwn(this.#properties, name) && !(this.#isWhole && headFields.includes(name));
  }

  #unknown(name: string): FieldSchema {
    const field = plainField({ name, schema: { type: 'deduced' }, undeclared: true });
    if (this.#unknownCount < maxUnknown) {
      this.#unknownCount++;
      this.#known.set(name, field);
    }
    return field;
  }
}

/** Names that clients made up, and that are remembered. */
const maxUnknown = 1_000;

class ObjectStruct implements StructSchema {
  readonly type = 'struct';
  readonly name: string;
  readonly description = '';
  readonly byName: FieldsOfObject;
  readonly atomic: boolean;
  readonly dynamic?: DynamicFields;
  readonly typeMeta?: TypeMeta;

  constructor(
    byName: FieldsOfObject,
    { name = '', atomic = false, dynamic, typeMeta }: Partial<StructSchema>,
  ) {
    this.name = name;
    this.byName = byName;
    this.atomic = atomic;
    if (dynamic !== undefined) this.dynamic = dynamic;
    if (typeMeta !== undefined) this.typeMeta = typeMeta;
  }

  get fields(): readonly FieldSchema[] {
    return this.byName.all();
  }
}

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
    isMapTypeDeclared: false,
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
  if (Object.keys(schema.properties ?? {}).length === 0 && !isEmbedded) return deduced;
  const fields = {
    schema,
    isOpen: preserves,
    head: isEmbedded ? embeddedHead(metadata) : [],
    isWhole: isEmbedded,
  };
  return new ObjectStruct(new FieldsOfObject(fields, options), {
    atomic: schema[names.mapType] === 'atomic',
  });
}

const text: Schema = { type: 'string' };

const embeddedHead = (metadata: FieldSchema): FieldSchema[] => [
  metadata,
  plainField({ name: 'apiVersion', schema: text }),
  plainField({ name: 'kind', schema: text }),
];
