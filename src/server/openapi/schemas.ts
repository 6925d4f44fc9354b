import type { Dialect } from '../../api/meta/dialect.ts';
import type { FieldSchema, ScalarSchema, ScalarType, Schema, StructSchema } from '../../api/schema/schema.ts';
import { defaultOf, emptyValue } from './defaults.ts';
import type { DocumentRules } from './document-rules.ts';
import { definitionName, type Form, type GroupVersionKind, homeName, referencePrefix } from './names.ts';
import { unionOf } from './unions.ts';

/** A JSON schema. */
export type JsonSchema = Record<string, unknown>;

/** Scalars that have no definition of their own. */
const plain: Partial<Record<ScalarType, JsonSchema>> = {
  string: { type: 'string' },
  boolean: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  double: { type: 'number', format: 'double' },
  bytes: { type: 'string', format: 'byte' },
};

interface DefinedScalar {
  /** Its name without the domain. */
  path: string;
  description: string;
  v2: JsonSchema;
  /** Schema in v3, when it is another: v3 can say that there is a choice. */
  v3?: JsonSchema;
}

export const definedScalars: Partial<Record<ScalarType, DefinedScalar>> = {
  time: {
    path: 'apimachinery.pkg.apis.meta.v1.Time',
    description: 'A moment, to the second: "2024-02-29T23:59:59Z"; null when there is none.',
    v2: { type: 'string', format: 'date-time' },
  },
  'micro-time': {
    path: 'apimachinery.pkg.apis.meta.v1.MicroTime',
    description: 'A moment, to the microsecond: "2024-02-29T23:59:59.000001Z"; null when there is none.',
    v2: { type: 'string', format: 'date-time' },
  },
  duration: {
    path: 'apimachinery.pkg.apis.meta.v1.Duration',
    description: 'A span of time: "1h30m".',
    v2: { type: 'string' },
  },
  quantity: {
    path: 'apimachinery.pkg.api.resource.Quantity',
    description: 'An amount with a unit: "100m", "1.5Gi", "2e3". Written in canonical form.',
    v2: { type: 'string' },
    v3: { oneOf: [{ type: 'string' }, { type: 'number' }] },
  },
  'int-or-string': {
    path: 'apimachinery.pkg.util.intstr.IntOrString',
    description: 'A number or a string: 80, "http", or a percentage.',
    v2: { type: 'string', format: 'int-or-string' },
    v3: { oneOf: [{ type: 'integer' }, { type: 'string' }], format: 'int-or-string' },
  },
  raw: {
    path: 'apimachinery.pkg.runtime.RawExtension',
    description: 'An object of any kind, kept as it came.',
    v2: { type: 'object' },
  },
  fields: {
    path: 'apimachinery.pkg.apis.meta.v1.FieldsV1',
    description: 'A set of fields of an object: nested maps whose keys begin with "f:", "k:", "v:" or "i:".',
    v2: { type: 'object' },
  },
};

/** The message of a raw value that is not simply an object of any kind. It has no type: nothing can be said about it. */
export function ownMessageOf(schema: Schema): ScalarSchema['message'] {
  const message = 'message' in schema ? schema.message : undefined;
  return message?.name.startsWith('meta.') ? undefined : message;
}

/** Clients of v2 would take defaults for values that are set. */
function withDefault(schema: JsonSchema, form: Form, value: unknown): JsonSchema {
  if (form === 'v2') return schema;
  // In v3 nothing may stand beside a reference, so it becomes the only one of several.
  const whole = '$ref' in schema ? { allOf: [schema] } : schema;
  return value === undefined ? whole : { ...whole, default: value };
}

/** Kinds carry their group, version and kind as an extension. Tools look for how both descriptions begin. */
export const typeMeta: JsonSchema = {
  apiVersion: {
    description:
      'APIVersion defines in which version of which group this object is written, such as "apps/v1".',
    type: 'string',
  },
  kind: {
    description: 'Kind is a string value that says what this object is, such as "Pod".',
    type: 'string',
  },
};

export interface Identity {
  kinds: readonly GroupVersionKind[];
  /** Its JSON has apiVersion and kind. */
  travels: boolean;
}

/** Writes messages as JSON schemas. */
export class SchemaWriter {
  readonly #dialect: Dialect;
  readonly #rules: DocumentRules;

  constructor(dialect: Dialect, rules: DocumentRules) {
    this.#dialect = dialect;
    this.#rules = rules;
  }

  struct(struct: StructSchema, form: Form, identity: Identity | undefined): JsonSchema {
    const required = struct.fields.filter((field) => field.required).map(({ name }) => name);
    const own = Object.fromEntries(struct.fields.map((field) => [field.name, this.#field(field, form)]));
    const properties = identity?.travels ? { ...typeMeta, ...own } : own;
    return {
      ...(struct.description === '' ? {} : { description: struct.description }),
      type: 'object',
      ...(required.length > 0 ? { required } : {}),
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      ...this.#structExtensions(struct),
      ...(identity === undefined ? {} : { [this.#extension('group-version-kind')]: identity.kinds }),
    };
  }

  #structExtensions(struct: StructSchema): JsonSchema {
    const union = unionOf(struct);
    return {
      ...(struct.atomic ? { [this.#extension('map-type')]: 'atomic' } : {}),
      ...(union === undefined ? {} : { [this.#extension('unions')]: [union] }),
    };
  }

  #field(field: FieldSchema, form: Form): JsonSchema {
    return {
      ...(field.description === '' ? {} : { description: field.description }),
      ...withDefault(this.#schema(field.schema, form, this.#enumOf(field)), form, defaultOf(field)),
      ...this.#mergeExtensions(field),
    };
  }

  /** Values that a text has, also as an item of a list or a value of a map. */
  #enumOf({ isEnum, values }: FieldSchema): JsonSchema {
    return isEnum && this.#rules.listsEnums ? { enum: values.toSorted() } : {};
  }

  #mergeExtensions({
    schema,
    listType,
    isListTypeDeclared,
    listKeys,
    mapType,
    isMapTypeDeclared,
    mergeKey,
    patchStrategies,
  }: FieldSchema): JsonSchema {
    const extensions: JsonSchema = {};
    const add = (name: string, value: unknown) => (extensions[this.#extension(name)] = value);
    // Scalars that patches merge are a set: finalizers.
    const isSet =
      schema.type === 'list' && schema.element.type === 'string' && patchStrategies.includes('merge');
    const isList = schema.type === 'list' || schema.type === 'bytes';
    if (isList && (isListTypeDeclared || isSet)) add('list-type', isSet ? 'set' : listType);
    if (schema.type === 'list' && isListTypeDeclared && listType === 'map') add('list-map-keys', listKeys);
    if (mapType === 'atomic' || isMapTypeDeclared) add('map-type', mapType);
    if (mergeKey !== undefined) add('patch-merge-key', mergeKey);
    if (patchStrategies.length > 0) add('patch-strategy', patchStrategies.join(','));
    return extensions;
  }

  /** `values`: the part that lists them, for a text. */
  #schema(schema: Schema, form: Form, values: JsonSchema = {}): JsonSchema {
    const inner = (value: Schema) =>
      withDefault(
        this.#schema(value, form, values),
        form,
        this.#rules.hasItemDefaults ? emptyValue(value) : undefined,
      );
    if (schema.type === 'list') return { type: 'array', items: inner(schema.element) };
    if (schema.type === 'map') return { type: 'object', additionalProperties: inner(schema.value) };
    const name = this.definitionNameOf(schema);
    if (schema.type === 'string') return { ...plain.string, ...values };
    return name === undefined ? plain[schema.type as ScalarType]! : { $ref: referencePrefix[form] + name };
  }

  /** Name of the definition of a schema, if it has one. */
  definitionNameOf(schema: Schema): string | undefined {
    if (schema.type === 'struct') return definitionName(this.#dialect, schema.name);
    const message = ownMessageOf(schema);
    if (message !== undefined) return definitionName(this.#dialect, message.name);
    const scalar = definedScalars[schema.type as ScalarType];
    return scalar === undefined ? undefined : homeName(this.#dialect, scalar.path);
  }

  #extension(name: string): string {
    return `${this.#dialect.schemaExtension}${name}`;
  }
}
