import {
  additionalOf,
  type ExtensionNames,
  itemsOf,
  type JsonSchema,
  propertyOf,
} from '../../schema/json-schema.ts';
import { listOf, mapOf, type ObjectType, stringType, type Type } from '../types/types.ts';
import type { ListSemantics } from '../values/collections.ts';
import { namesInExpressions } from './field-names.ts';

/** A field that expressions can name, by its name there. */
export interface SchemaField {
  /** Its name in JSON. */
  readonly name: string;
  readonly schema: JsonSchema;
  readonly type: Type;
}

/** `date-time` and `datetime` are the same. */
export function textFormat(schema: JsonSchema): 'time' | 'duration' | 'byte' | undefined {
  switch (schema['format']) {
    case 'date':
    case 'date-time':
    case 'datetime':
      return 'time';
    case 'duration':
    case 'byte':
      return schema['format'];
    default:
      return undefined;
  }
}

/** The names of a field in expressions. */
type Naming = (name: string) => readonly string[];

const text: JsonSchema = { type: 'string' };
const metadata: JsonSchema = { type: 'object', properties: { name: text, generateName: text } };

/** The types of the values of schemas. Fields of objects are looked at when they are asked for. */
export class SchemaTypes {
  readonly names: ExtensionNames;
  readonly #naming: Naming;
  readonly #types = new WeakMap<JsonSchema, Type | null>();
  readonly #fields = new WeakMap<JsonSchema, ReadonlyMap<string, SchemaField>>();

  /** `naming`: without it that of the latest release. */
  constructor(names: ExtensionNames, naming: Naming = (name) => namesInExpressions(name, true)) {
    this.names = names;
    this.#naming = naming;
  }

  /**
   * The type of a schema, under a name that messages show; undefined for what expressions cannot see. `isWhole`: its
   * objects have a type and a name that can be asked for.
   */
  typeOf(schema: JsonSchema, name: string, isWhole = false): Type | undefined {
    const known = this.#types.get(schema);
    if (known !== undefined) return known ?? undefined;
    const made = this.#typeOf(schema, name, isWhole);
    this.#types.set(schema, made ?? null);
    return made;
  }

  #typeOf(schema: JsonSchema, name: string, isWhole: boolean): Type | undefined {
    if (schema[this.names.intOrString] === true) return { kind: 'dyn' };
    switch (schema.type) {
      case 'string':
        return textType(schema);
      case 'integer':
        return { kind: 'int' };
      case 'number':
        return { kind: 'double' };
      case 'boolean':
        return { kind: 'bool' };
      case 'array':
        return this.#listType(schema, name);
      case 'object':
        return this.#objectType(schema, name, isWhole || schema[this.names.embeddedResource] === true);
      default:
        return undefined;
    }
  }

  #listType(schema: JsonSchema, name: string): Type | undefined {
    const items = itemsOf(schema);
    const item = items && this.typeOf(items, `${name}.@idx`);
    return item && listOf(item);
  }

  #objectType(schema: JsonSchema, name: string, isWhole: boolean): Type | undefined {
    const additional = additionalOf(schema);
    if (additional !== undefined && schema.properties === undefined) {
      const value = this.typeOf(additional, `${name}.@elem`);
      return value && mapOf(stringType, value);
    }
    const type: ObjectType = {
      kind: 'object',
      name,
      field: (field) => this.fieldsOf(schema, name, isWhole).get(field)?.type,
    };
    return type;
  }

  /** The fields of an object by their names in expressions. */
  fieldsOf(schema: JsonSchema, name = '', isWhole = false): ReadonlyMap<string, SchemaField> {
    const known = this.#fields.get(schema);
    if (known !== undefined) return known;
    const fields = new Map<string, SchemaField>();
    const add = (own: string, of: JsonSchema | undefined): void => {
      const shown = this.#naming(own);
      const type = of && shown.length > 0 ? this.typeOf(of, `${name}.${shown[0]}`) : undefined;
      if (type !== undefined) for (const each of shown) fields.set(each, { name: own, schema: of!, type });
    };
    for (const own of Object.keys(schema.properties ?? {})) add(own, propertyOf(schema, own));
    if (isWhole || schema[this.names.embeddedResource] === true) {
      for (const own of ['apiVersion', 'kind']) add(own, text);
      add('metadata', metadata);
    }
    this.#fields.set(schema, fields);
    return fields;
  }

  /** What the type of a list says of its items. */
  semanticsOf(schema: JsonSchema): ListSemantics | undefined {
    const type = schema[this.names.listType];
    if (type !== 'set' && type !== 'map') return undefined;
    return { type, keys: (schema[this.names.listMapKeys] as string[] | undefined) ?? [] };
  }
}

function textType(schema: JsonSchema): Type {
  switch (textFormat(schema)) {
    case 'time':
      return { kind: 'timestamp' };
    case 'duration':
      return { kind: 'duration' };
    case 'byte':
      return { kind: 'bytes' };
    default:
      return stringType;
  }
}
