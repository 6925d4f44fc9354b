import type { Environment } from '@marcbachmann/cel-js';
import { additionalOf, type ExtensionNames, itemsOf, type JsonSchema } from '../schema/json-schema.ts';
import { textFormat } from './converter.ts';
import { fieldsOf } from './object-value.ts';

/** Declares the types of a schema's objects, each under a name of its own. */
export class SchemaTypes {
  readonly #environment: Environment;
  readonly #names: ExtensionNames;
  readonly #spend: (fields: number) => void;
  #count = 0;

  /** `spend` is called before fields are declared, and may throw. */
  constructor(environment: Environment, names: ExtensionNames, spend: (fields: number) => void) {
    this.#environment = environment;
    this.#names = names;
    this.#spend = spend;
  }

  typeOf(schema: JsonSchema, isWhole = false): string {
    const names = this.#names;
    if (schema[names.intOrString] === true) return 'dyn';
    switch (schema.type) {
      case 'string':
        return textType(schema);
      case 'integer':
        return 'int';
      case 'number':
        return 'double';
      case 'boolean':
        return 'bool';
      case 'array': {
        const items = itemsOf(schema);
        return items === undefined ? 'list' : `list<${this.typeOf(items)}>`;
      }
      case 'object':
        return this.#objectType(schema, isWhole || schema[names.embeddedResource] === true);
      default:
        return 'dyn';
    }
  }

  #objectType(schema: JsonSchema, isWhole: boolean): string {
    const additional = additionalOf(schema);
    if (additional !== undefined) return `map<string, ${this.typeOf(additional)}>`;
    const named = fieldsOf(schema, isWhole);
    this.#spend(1 + named.size);
    const fields = [...named].map(([name, field]) => [name, this.typeOf(field.schema)]);
    const name = `Object${++this.#count}`;
    this.#environment
      .registerType(name, { fields: Object.fromEntries(fields) })
      .registerOperator(`${name} == ${name}`, () => true);
    return name;
  }
}

function textType(schema: JsonSchema): string {
  switch (textFormat(schema)) {
    case 'datetime':
    case 'date':
      return 'google.protobuf.Timestamp';
    case 'duration':
      return 'google.protobuf.Duration';
    case 'byte':
      return 'bytes';
    default:
      return 'string';
  }
}
