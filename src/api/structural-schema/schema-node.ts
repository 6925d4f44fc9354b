import { bytesOfName, bytesOfStruct, jsonBytes } from '../codec/object-size.ts';
import { isMap } from '../json/json-values.ts';
import {
  additionalOf,
  type ExtensionNames,
  isSet,
  itemsOf,
  type JsonSchema,
  propertyOf,
} from '../schema/json-schema.ts';

/** The default of a property. */
export interface PropertyDefault {
  readonly name: string;
  readonly value: unknown;
  /** That it takes of a `DefaultSpace`, with its name. */
  readonly bytes: number;
}

/**
 * A structural schema, prepared once for pruning and defaulting: objects are read far more often. A schema may have
 * 50,000 properties, of which objects have a few: the node of each is made when an object first has it.
 */
export class SchemaNode {
  readonly schema: JsonSchema;
  /** Also where the list of which it is an item preserves. */
  readonly preserves: boolean;
  readonly isEmbedded: boolean;
  readonly nullable: boolean;
  /** Undefined if there is none. */
  readonly default: unknown;
  /** It or a schema below it has a default. */
  readonly hasDefaults: boolean;
  /** It or a schema below it is that of an embedded object. */
  readonly hasEmbedded: boolean;
  readonly #traits: SchemaTraits;
  #properties: Map<string, SchemaNode> | undefined;
  #items: SchemaNode | undefined;
  #additional: SchemaNode | true | undefined;
  #defaulted: readonly PropertyDefault[] | undefined;
  #defaultBytes: number | undefined;

  constructor(schema: JsonSchema, traits: SchemaTraits, isOfPreservingList = false) {
    this.schema = schema;
    this.#traits = traits;
    this.preserves = isOfPreservingList || schema[traits.names.preserveUnknownFields] === true;
    this.isEmbedded = traits.isEmbedded(schema);
    this.nullable = schema.nullable === true;
    this.default = defaultOf(schema);
    this.hasDefaults = traits.withDefaults.has(schema);
    this.hasEmbedded = traits.withEmbedded.has(schema);
  }

  property(name: string): SchemaNode | undefined {
    const known = this.#properties?.get(name);
    if (known !== undefined) return known;
    const schema = propertyOf(this.schema, name);
    if (schema === undefined) return undefined;
    const node = new SchemaNode(schema, this.#traits);
    this.#properties ??= new Map();
    this.#properties.set(name, node);
    return node;
  }

  get items(): SchemaNode | undefined {
    if (this.#items !== undefined) return this.#items;
    const schema = itemsOf(this.schema);
    this.#items = schema && new SchemaNode(schema, this.#traits, this.preserves);
    return this.#items;
  }

  /** The schema of other keys; true where they are kept without one, as with `additionalProperties: false`. */
  get additional(): SchemaNode | true | undefined {
    if (this.#additional !== undefined) return this.#additional;
    const schema = additionalOf(this.schema);
    if (schema !== undefined) this.#additional = new SchemaNode(schema, this.#traits);
    else if (isSet(this.schema.additionalProperties)) this.#additional = true;
    return this.#additional;
  }

  /** Defaults of the properties, sorted by name. */
  get defaulted(): readonly PropertyDefault[] {
    this.#defaulted ??= this.hasDefaults ? propertyDefaults(this.schema) : none;
    return this.#defaulted;
  }

  /** Bytes that the default takes of a `DefaultSpace`. */
  get defaultBytes(): number {
    this.#defaultBytes ??= bytesToFill(this.default);
    return this.#defaultBytes;
  }
}

/** Traits: what is known of the schemas in one schema after a look at all of them. */
class SchemaTraits {
  readonly names: ExtensionNames;
  /** Schemas with a default, their own or one below. */
  readonly withDefaults = new Set<JsonSchema>();
  /** Schemas of embedded objects, and those above. */
  readonly withEmbedded = new Set<JsonSchema>();

  constructor(schema: JsonSchema, names: ExtensionNames) {
    this.names = names;
    this.#note(schema);
  }

  isEmbedded(schema: JsonSchema): boolean {
    return schema[this.names.embeddedResource] === true;
  }

  #note(schema: JsonSchema): void {
    if (defaultOf(schema) !== undefined) this.withDefaults.add(schema);
    if (this.isEmbedded(schema)) this.withEmbedded.add(schema);
    const { properties } = schema;
    for (const name in properties) this.#noteBelow(properties[name]!, schema);
    const items = itemsOf(schema);
    if (items !== undefined) this.#noteBelow(items, schema);
    const additional = additionalOf(schema);
    if (additional !== undefined) this.#noteBelow(additional, schema);
  }

  #noteBelow(below: JsonSchema, schema: JsonSchema): void {
    this.#note(below);
    if (this.withDefaults.has(below)) this.withDefaults.add(schema);
    if (this.withEmbedded.has(below)) this.withEmbedded.add(schema);
  }
}

/** The schema of an object without a schema: it has no fields of its own, and keeps all if it `preserves`. */
export const emptySchema = (preserves: boolean, names: ExtensionNames): SchemaNode =>
  schemaNode(preserves ? { type: 'object', [names.preserveUnknownFields]: true } : { type: 'object' }, names);

export const schemaNode = (schema: JsonSchema, names: ExtensionNames): SchemaNode =>
  new SchemaNode(schema, new SchemaTraits(schema, names));

const none: readonly PropertyDefault[] = [];

/** Null counts as none. */
const defaultOf = (schema: JsonSchema): unknown => schema.default ?? undefined;

function propertyDefaults({ properties = {} }: JsonSchema): readonly PropertyDefault[] {
  const names = Object.keys(properties).filter((name) => defaultOf(properties[name]!) !== undefined);
  return names.sort().map((name) => {
    const value = defaultOf(properties[name]!);
    return { name, value, bytes: bytesOfKey(name) + bytesToFill(value) };
  });
}

/** `"":` around a name. */
const bytesAroundName = 3;

const bytesOfKey = (name: string): number => Math.max(name.length + bytesAroundName, bytesOfName);

/** Bytes of a default, whose names and structs count as those that a client sends. */
function bytesToFill(value: unknown): number {
  if (Array.isArray(value))
    return value.reduce<number>((sum, item) => sum + bytesToFill(item), bytesOfStruct);
  if (!isMap(value)) return value === undefined ? 0 : jsonBytes(value);
  let bytes = bytesOfStruct;
  for (const name in value) bytes += bytesOfKey(name) + bytesToFill(value[name]);
  return bytes;
}

/** The schema of a key of an object; true for a key that is kept and has none. */
export const memberOf = (node: SchemaNode, key: string): SchemaNode | true | undefined =>
  node.property(key) ?? node.additional;
