import {
  additionalOf,
  type ExtensionNames,
  isSet,
  itemsOf,
  type JsonSchema,
  propertyOf,
} from './json-schema.ts';

/** A structural schema, prepared once for pruning and defaulting: objects are read far more often. */
export interface SchemaNode {
  readonly schema: JsonSchema;
  readonly properties: ReadonlyMap<string, SchemaNode>;
  /** The schema of other keys; true where they are kept without one, as with `additionalProperties: false`. */
  readonly additional: SchemaNode | true | undefined;
  readonly items: SchemaNode | undefined;
  readonly preserves: boolean;
  readonly isEmbedded: boolean;
  readonly nullable: boolean;
  /** Undefined if there is none. */
  readonly default: unknown;
  /** It or a schema below it has a default. */
  readonly hasDefaults: boolean;
  /** It or a schema below it is that of an embedded object. */
  readonly hasEmbedded: boolean;
  /** Properties with a default. */
  readonly defaulted: readonly (readonly [string, SchemaNode])[];
}

/** The schema of an object without a schema: it has no fields of its own, and keeps all if it `preserves`. */
export const emptySchema = (preserves: boolean, names: ExtensionNames): SchemaNode =>
  schemaNode(preserves ? { type: 'object', [names.preserveUnknownFields]: true } : { type: 'object' }, names);

export function schemaNode(schema: JsonSchema, names: ExtensionNames): SchemaNode {
  const properties = new Map(
    Object.keys(schema.properties ?? {}).map((name) => [name, schemaNode(propertyOf(schema, name)!, names)]),
  );
  const additional = additionalOf(schema);
  const items = itemsOf(schema);
  const node = {
    schema,
    properties,
    additional: additional ? schemaNode(additional, names) : isSet(schema.additionalProperties) || undefined,
    items: items && schemaNode(items, names),
    preserves: schema[names.preserveUnknownFields] === true,
    isEmbedded: schema[names.embeddedResource] === true,
    nullable: schema.nullable === true,
    default: schema.default ?? undefined,
    defaulted: [...properties].filter(([, property]) => property.default !== undefined),
  };
  const below = [...properties.values(), node.items, node.additional].filter(
    (each): each is SchemaNode => typeof each === 'object',
  );
  return {
    ...node,
    hasDefaults: node.default !== undefined || below.some(({ hasDefaults }) => hasDefaults),
    hasEmbedded: node.isEmbedded || below.some(({ hasEmbedded }) => hasEmbedded),
  };
}

/** The schema of a key of an object; true for a key that is kept and has none. */
export const memberOf = (
  { properties, additional }: SchemaNode,
  key: string,
): SchemaNode | true | undefined => properties.get(key) ?? additional;
