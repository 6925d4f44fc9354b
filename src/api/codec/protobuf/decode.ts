import { setOwn } from '../../json/json-values.ts';
import type { Choice, FieldSchema, Schema, StructSchema } from '../../schema/schema.ts';
import { bytesOfName, bytesOfStruct } from '../object-size.ts';
import { decodePlain, decodeScalarMessage, emptyScalar } from './decode-scalar.ts';
import { numberAt, wireTypeOf } from './layout.ts';
import { bytesOfField, MessageReader, wireType } from './reader.ts';

/**
 * Decodes a message into the value that JSON.parse would give of the same object, without kind and apiVersion and not
 * normalized. Unknown fields are left out. Of a field that comes twice the last one counts; messages are merged and
 * lists continued. Throws DecodeError; RequestEntityTooLarge as soon as there are more values than fit into an object.
 *
 * Worked example, ConfigMap: 0a 03 0a 01 61 (metadata: name "a") 12 06 0a 01 6b 12 01 76 (data: "k" is "v")
 * becomes {metadata: {name: "a"}, data: {k: "v"}}.
 */
export function decodeMessage(bytes: Uint8Array, schema: StructSchema): Record<string, unknown> {
  const target = {};
  new MessageDecoder(new MessageReader(bytes)).readFields(schema.fields, 0, target);
  return target;
}

/** `0,`. */
const bytesOfNumber = 2;

/** The quotes of a text, or what an object takes beyond the field that it is in. */
const bytesOfItem = 2;

/** The quotes of key and value, beside what the fields of an entry count as. */
const bytesOfEntry = 4;

/** The same of a short key at least: with its three fields an entry counts as any key of a map does. */
const leastBytesOfEntry = bytesOfName - 3 * bytesOfField;

/** A field that nobody knows: `"":0,`. It is looked for among those of its struct. */
const bytesOfUnknown = 5;

type Target = Record<string, unknown>;
type MapSchema = Extract<Schema, { type: 'map' }>;

class MessageDecoder {
  readonly #reader: MessageReader;
  /** By the fields of a struct and the number of an inlined message: the fields in that message. */
  readonly #inlinedFields = new Map<readonly FieldSchema[], Map<number, readonly FieldSchema[]>>();

  constructor(reader: MessageReader) {
    this.#reader = reader;
  }

  /** Reads a message to its end. `level`: number of inlined messages between it and its struct. */
  readFields(fields: readonly FieldSchema[], level: number, target: Target): void {
    const reader = this.#reader;
    let index = 0;
    while (reader.next()) {
      const found = indexOfNumber(fields, level, reader.number, index);
      if (found === -1) {
        reader.take(bytesOfUnknown);
        reader.skip();
        continue;
      }
      index = found;
      const field = fields[index]!;
      if (field.inlinedFrom.length > level) this.#inlined(fields, level, target);
      else this.#field(field, target);
    }
  }

  #inlined(fields: readonly FieldSchema[], level: number, target: Target): void {
    const own = this.#fieldsInlined(fields, level);
    const outer = this.#reader.enter();
    this.readFields(own, level + 1, target);
    this.#reader.leave(outer);
  }

  #fieldsInlined(fields: readonly FieldSchema[], level: number): readonly FieldSchema[] {
    const { number } = this.#reader;
    let byNumber = this.#inlinedFields.get(fields);
    if (byNumber === undefined) this.#inlinedFields.set(fields, (byNumber = new Map()));
    let own = byNumber.get(number);
    if (own === undefined) {
      own = fields.filter((field) => field.inlinedFrom[level] === number);
      byNumber.set(number, own);
    }
    return own;
  }

  #field({ name, schema }: FieldSchema, target: Target): void {
    switch (schema.type) {
      case 'struct':
        this.#struct(schema, (target[name] ??= {}) as Target);
        return;
      case 'list':
        this.#item(schema.element, (target[name] ??= []) as unknown[]);
        return;
      case 'map':
        this.#entry(schema, (target[name] ??= {}) as Target);
        return;
      default:
        target[name] = this.#value(schema);
    }
  }

  #struct(schema: StructSchema, target: Target): Target {
    this.#reader.take(bytesOfStruct);
    const outer = this.#reader.enter();
    this.readFields(schema.fields, 0, target);
    this.#reader.leave(outer);
    return target;
  }

  /** One item, or all items of a packed list: numbers without tags. */
  #item(element: Schema, list: unknown[]): void {
    const reader = this.#reader;
    if (reader.wire !== wireType.delimited || wireTypeOf(element) === wireType.delimited) {
      reader.take(bytesOfItem);
      list.push(this.#value(element));
      return;
    }
    const outer = reader.enter();
    while (!reader.done) {
      reader.take(bytesOfNumber);
      list.push(decodePlain(reader, (element as { type: 'int32' }).type));
    }
    reader.leave(outer);
  }

  /** {1: key, 2: value}; both are empty if absent. */
  #entry({ value: element }: MapSchema, map: Target): void {
    const reader = this.#reader;
    let key = '';
    let value: unknown;
    const outer = reader.enter();
    while (reader.next()) {
      if (reader.number === 1) key = reader.string();
      else if (reader.number === 2) value = this.#value(element);
      else reader.skip();
    }
    reader.leave(outer);
    reader.take(Math.max(key.length + bytesOfEntry, leastBytesOfEntry));
    if (value === undefined) value = emptyValue(element);
    if (key === '__proto__') setOwn(map, key, value);
    else map[key] = value;
  }

  #value(schema: Schema): unknown {
    switch (schema.type) {
      case 'struct':
        return this.#struct(schema, {});
      case 'list':
        return this.#listMessage(schema.element);
      case 'map':
        throw new TypeError('Protobuf has no maps in maps or lists');
      case 'string':
      case 'bytes':
        return decodePlain(this.#reader, schema.type);
      case 'boolean':
      case 'int32':
      case 'int64':
      case 'double':
        this.#reader.expect(wireTypeOf(schema));
        return decodePlain(this.#reader, schema.type);
      default:
        if (schema.choice !== undefined) return this.#choice(schema.choice);
        return decodeScalarMessage(this.#reader, schema.type);
    }
  }

  /** A list with items takes precedence over an object, an object over a boolean. */
  #choice({ boolean, object, list }: Choice): unknown {
    const reader = this.#reader;
    let flag = false;
    let struct: Target | undefined;
    const items: unknown[] = [];
    const outer = reader.enter();
    while (reader.next()) {
      if (reader.number === object?.number) struct = this.#struct(object.schema, struct ?? {});
      else if (reader.number === list?.number) this.#item(list.element, items);
      else if (reader.number === boolean?.number) flag = this.#value({ type: 'boolean' }) as boolean;
      else reader.skip();
    }
    reader.leave(outer);
    if (items.length > 0) return items;
    return struct ?? (boolean === undefined ? null : flag);
  }

  /** A list in a list or a map is a message {1: items}. */
  #listMessage(element: Schema): unknown[] {
    const list: unknown[] = [];
    const outer = this.#reader.enter();
    while (this.#reader.next()) {
      if (this.#reader.number === 1) this.#item(element, list);
      else this.#reader.skip();
    }
    this.#reader.leave(outer);
    return list;
  }
}

/** -1 if there is none. Starts at `from`, where the last search ended, as fields are mostly in order. */
function indexOfNumber(fields: readonly FieldSchema[], level: number, number: number, from: number): number {
  for (let index = from; index < fields.length; index++) {
    if (numberAt(fields[index]!, level) === number) return index;
  }
  for (let index = 0; index < from; index++) {
    if (numberAt(fields[index]!, level) === number) return index;
  }
  return -1;
}

/** The value of an entry of a map that has only a key. */
function emptyValue(schema: Schema): unknown {
  if (schema.type === 'struct') return {};
  return schema.type === 'list' || schema.type === 'map' ? [] : emptyScalar(schema.type);
}
