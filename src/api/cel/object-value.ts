import type { JsonMap } from '../json/json-values.ts';
import { type ExtensionNames, type JsonSchema, propertyOf } from '../schema/json-schema.ts';
import type { JsonSource } from './collections.ts';
import { escapedName } from './schema/field-names.ts';
import { type CelValue, Composite, noSuchKey } from './values.ts';

/** A field that expressions can name. */
export interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** The fields of an object by their names in expressions. */
export type Fields = ReadonlyMap<string, Field>;

/** An object with named fields, which are not the keys of a map. */
export class ObjectValue extends Composite {
  readonly source: JsonSource<JsonMap>;
  readonly fields: Fields;
  /** Lists, maps and the like that were asked for. */
  #parts: Map<string, CelValue> | undefined;

  constructor(source: JsonSource<JsonMap>, fields: Fields) {
    super();
    this.source = source;
    this.fields = fields;
  }

  get schema(): JsonSchema {
    return this.source.schema;
  }

  /** Null counts as absent. */
  has(name: string): boolean {
    const field = this.fields.get(name);
    if (field === undefined) throw noSuchKey(name);
    const { json } = this.source;
    return Object.hasOwn(json, field.name) && json[field.name] !== null;
  }

  get(name: string): CelValue {
    if (!this.has(name)) throw noSuchKey(name);
    const known = this.#parts?.get(name);
    if (known !== undefined) return known;
    const { name: own, schema } = this.fields.get(name)!;
    const value = this.source.reader.value(this.source.json[own], schema);
    if (typeof value === 'object') (this.#parts ??= new Map()).set(name, value);
    return value;
  }
}

const text: JsonSchema = { type: 'string' };
const metadata: JsonSchema = { type: 'object', properties: { name: text, generateName: text } };

/** `isWhole`: the root or an embedded object, whose type and name can be asked for. */
export function fieldsOf(schema: JsonSchema, isWhole: boolean): Fields {
  const fields = new Map<string, Field>();
  const add = (name: string, of: JsonSchema | undefined): void => {
    const escaped = escapedName(name);
    if (escaped !== undefined && of !== undefined) fields.set(escaped, { name, schema: of });
  };
  for (const name of Object.keys(schema.properties ?? {})) add(name, propertyOf(schema, name));
  if (!isWhole) return fields;
  add('apiVersion', text);
  add('kind', text);
  add('metadata', metadata);
  return fields;
}

/** The fields of the schemas of one definition, worked out once. */
export class SchemaFields {
  readonly names: ExtensionNames;
  readonly #plain = new WeakMap<JsonSchema, Fields>();
  readonly #whole = new WeakMap<JsonSchema, Fields>();

  constructor(names: ExtensionNames) {
    this.names = names;
  }

  of(schema: JsonSchema, isRoot: boolean): Fields {
    const isWhole = isRoot || schema[this.names.embeddedResource] === true;
    const memory = isWhole ? this.#whole : this.#plain;
    let known = memory.get(schema);
    if (known === undefined) memory.set(schema, (known = fieldsOf(schema, isWhole)));
    return known;
  }
}
