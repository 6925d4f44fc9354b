import type { JsonMap } from '../json/json-values.ts';
import { additionalOf, type ExtensionNames, itemsOf, type JsonSchema } from '../schema/json-schema.ts';
import { type JsonReader, ListValue, MapValue } from './collections.ts';
import { ObjectValue, type SchemaFields } from './object-value.ts';
import { duration, timestamp } from './times.ts';
import type { CelValue } from './values.ts';

/**
 * Makes CEL values of the JSON of one object, as its schema says. Lists and objects are looked into when they are asked
 * for, and keep what was found: many rules ask for the same.
 */
export class Converter implements JsonReader {
  readonly fields: SchemaFields;
  readonly #bytes = new Map<string, Uint8Array>();

  get names(): ExtensionNames {
    return this.fields.names;
  }

  constructor(fields: SchemaFields) {
    this.fields = fields;
  }

  value(json: unknown, schema: JsonSchema, isRoot = false): CelValue {
    if (json === null || json === undefined) return null;
    if (typeof json === 'boolean') return json;
    if (typeof json === 'string') return this.#text(json, schema);
    if (typeof json === 'bigint') return schema.type === 'number' ? Number(json) : json;
    if (typeof json === 'number')
      return schema.type === 'number' || !Number.isInteger(json) ? json : BigInt(json);
    if (Array.isArray(json)) return ListValue.from({ json, schema, reader: this }, itemsOf(schema));
    const additional = additionalOf(schema);
    const source = { json: json as JsonMap, schema, reader: this };
    if (additional !== undefined) return new MapValue([], source, additional);
    return new ObjectValue(source, this.fields.of(schema, isRoot));
  }

  #text(value: string, schema: JsonSchema): CelValue {
    switch (textFormat(schema)) {
      case 'datetime':
      case 'date':
        return timestamp(value.includes('T') || value.includes('t') ? value : `${value}T00:00:00Z`);
      case 'duration':
        return duration(value);
      case 'byte':
        return this.#decoded(value);
      default:
        return value;
    }
  }

  #decoded(value: string): Uint8Array {
    let known = this.#bytes.get(value);
    if (known === undefined) this.#bytes.set(value, (known = new Uint8Array(Buffer.from(value, 'base64'))));
    return known;
  }
}

/** `date-time` and `datetime` are the same. */
export const textFormat = (schema: JsonSchema): string | undefined => {
  const format = schema['format'] as string | undefined;
  return format?.includes('-') ? format.replaceAll('-', '') : format;
};
