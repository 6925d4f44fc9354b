import { jsonBytes } from '../codec/object-size.ts';
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
  /** About as many as the default has as JSON. */
  readonly defaultBytes: number;
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
  const properties = schema.properties ? propertyNodes(schema, names) : noProperties;
  const additionalSchema = additionalOf(schema);
  const additional = additionalSchema && schemaNode(additionalSchema, names);
  const itemsSchema = itemsOf(schema);
  const items = itemsSchema && schemaNode(itemsSchema, names);
  const isEmbedded = schema[names.embeddedResource] === true;
  const fallback = schema.default ?? undefined;
  const { defaulted, hasDefaults, hasEmbedded } = properties.size === 0 ? noneBelow : below(properties);
  return {
    schema,
    properties,
    additional: additional ?? (isSet(schema.additionalProperties) || undefined),
    items,
    preserves: schema[names.preserveUnknownFields] === true,
    isEmbedded,
    nullable: schema.nullable === true,
    default: fallback,
    defaultBytes: fallback === undefined ? 0 : jsonBytes(fallback),
    hasDefaults:
      fallback !== undefined ||
      hasDefaults ||
      items?.hasDefaults === true ||
      additional?.hasDefaults === true,
    hasEmbedded: isEmbedded || hasEmbedded || items?.hasEmbedded === true || additional?.hasEmbedded === true,
    defaulted,
  };
}

/** Most schemas are those of single values: they share what they have none of. */
const noProperties: ReadonlyMap<string, SchemaNode> = new Map();
const noneBelow = { defaulted: [], hasDefaults: false, hasEmbedded: false };

function propertyNodes(schema: JsonSchema, names: ExtensionNames): ReadonlyMap<string, SchemaNode> {
  const nodes = new Map<string, SchemaNode>();
  for (const name of Object.keys(schema.properties!))
    nodes.set(name, schemaNode(propertyOf(schema, name)!, names));
  return nodes;
}

function below(
  properties: ReadonlyMap<string, SchemaNode>,
): Pick<SchemaNode, 'defaulted' | 'hasDefaults' | 'hasEmbedded'> {
  const nodes = [...properties.values()];
  return {
    defaulted: [...properties].filter(([, property]) => property.default !== undefined),
    hasDefaults: nodes.some(({ hasDefaults }) => hasDefaults),
    hasEmbedded: nodes.some(({ hasEmbedded }) => hasEmbedded),
  };
}

/** The schema of a key of an object; true for a key that is kept and has none. */
export const memberOf = (
  { properties, additional }: SchemaNode,
  key: string,
): SchemaNode | true | undefined => properties.get(key) ?? additional;
