import type { JsonMap as Json } from '../../json/json-values.ts';
import { additionalOf, itemsOf, type JsonSchema } from '../../schema/json-schema.ts';
import { JsonList, JsonMap, plainReader, type Reader, UniformMap } from '../values/json.ts';
import { parseDuration, parseTimestamp } from '../values/times.ts';
import { CelError, type CelValue } from '../values/value.ts';
import { type SchemaField, type SchemaTypes, textFormat } from './schema-types.ts';

/** Reads JSON as schemas say. Readers are made once for each schema. */
export class SchemaReaders {
  readonly #types: SchemaTypes;
  readonly #readers = new WeakMap<JsonSchema, Reader>();

  constructor(types: SchemaTypes) {
    this.#types = types;
  }

  /** `isWhole`: objects have a type and a name that can be asked for. */
  value(json: unknown, schema: JsonSchema, isWhole = false): CelValue {
    if (json === null || json === undefined) return null;
    if (isWhole) this.#types.fieldsOf(schema, '', true);
    return this.reader(schema).read(json);
  }

  reader(schema: JsonSchema): Reader {
    let known = this.#readers.get(schema);
    if (known === undefined) this.#readers.set(schema, (known = this.#made(schema)));
    return known;
  }

  #made(schema: JsonSchema): Reader {
    if (schema[this.#types.names.intOrString] === true) return plainReader;
    switch (schema.type) {
      case 'string':
        return textReader(schema);
      case 'number':
        return { read: (json) => Number(json) };
      case 'array': {
        const items = itemsOf(schema);
        const semantics = this.#types.semanticsOf(schema);
        const own = items === undefined ? plainReader : this.reader(items);
        return {
          read: (json) => (Array.isArray(json) ? new JsonList(json, own, semantics) : plainReader.read(json)),
        };
      }
      case 'object':
        return this.#objectReader(schema);
      default:
        return plainReader;
    }
  }

  #objectReader(schema: JsonSchema): Reader {
    const additional = additionalOf(schema);
    if (additional !== undefined && schema.properties === undefined) {
      return {
        read: (json) =>
          isObject(json) ? new UniformMap(json, this.reader(additional)) : plainReader.read(json),
      };
    }
    const fields = (): ReadonlyMap<string, SchemaField> => this.#types.fieldsOf(schema);
    return {
      read: (json) =>
        isObject(json) ? new FieldMap(json, fields(), (field) => this.reader(field)) : plainReader.read(json),
    };
  }
}

const isObject = (json: unknown): json is Json =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

const cannotConvert = (to: string): CelError =>
  new CelError(`type conversion error from 'string' to 'google.protobuf.${to}'`);

/** What is no text is read as it is: the schema was another one when it was stored. */
const ofText = (read: (text: string) => CelValue): Reader => ({
  read: (json) => (typeof json === 'string' ? read(json) : plainReader.read(json)),
});

function textReader(schema: JsonSchema): Reader {
  switch (textFormat(schema)) {
    case 'time':
      return ofText((text) => {
        const found = parseTimestamp(text.includes('T') ? text : `${text}T00:00:00Z`);
        if (found === undefined) throw cannotConvert('Timestamp');
        return found;
      });
    case 'duration':
      return ofText((text) => {
        const found = parseDuration(text);
        if (found === undefined) throw cannotConvert('Duration');
        return found;
      });
    case 'byte':
      return ofText((text) => new Uint8Array(Buffer.from(text, 'base64')));
    default:
      return plainReader;
  }
}

/** An object with fields. A field that is null counts as absent. */
class FieldMap extends JsonMap {
  readonly #fields: ReadonlyMap<string, SchemaField>;
  readonly #reader: (schema: JsonSchema) => Reader;

  constructor(json: Json, fields: ReadonlyMap<string, SchemaField>, reader: (schema: JsonSchema) => Reader) {
    super(json);
    this.#fields = fields;
    this.#reader = reader;
  }

  override get size(): number {
    return this.keys().length;
  }

  override keys(): readonly CelValue[] {
    return [...this.#fields.keys()].filter((name) => this.has(name));
  }

  override has(key: CelValue): boolean {
    const field = typeof key === 'string' ? this.#fields.get(key) : undefined;
    return field !== undefined && Object.hasOwn(this.json, field.name) && this.json[field.name] !== null;
  }

  get(key: CelValue): CelValue | undefined {
    if (!this.has(key)) return undefined;
    const { name, schema } = this.#fields.get(key as string)!;
    return this.member(name, this.#reader(schema));
  }
}
