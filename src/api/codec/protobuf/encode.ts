import type { Choice, FieldSchema, Schema, StructSchema } from '../../schema/schema.ts';
import { encodeScalar } from './encode-scalar.ts';
import { Layouts, mapValueTag, type Slot, tagOf } from './layout.ts';
import { wireType } from './reader.ts';
import { BackwardWriter } from './writer.ts';

type Source = Readonly<Record<string, unknown>>;

/**
 * Encodes normalized objects, byte for byte as Go servers and clients of the API do: fields in the order of their
 * numbers, entries of maps in the order of their keys. Nullable fields are written only if they are set, other fields
 * even when they are empty, empty lists and maps not at all. Kind and apiVersion are not part of the message.
 *
 * Worked example, ContainerPort {containerPort: 80}: 0a 00 (name) 10 00 (hostPort) 18 50 (containerPort: 80)
 * 22 00 (protocol) 2a 00 (hostIP).
 *
 * One encoder serves the whole process: it caches the layout of each struct, and keeps its buffer.
 */
export class ProtobufEncoder {
  readonly #layouts = new Layouts();
  readonly #writer = new BackwardWriter();

  encode(object: object, schema: StructSchema): Buffer {
    // An earlier error may have left bytes in the writer.
    this.#writer.clear();
    this.#message(object as Source, this.#layouts.of(schema));
    return this.#writer.take();
  }

  #message(source: Source, slots: readonly Slot[]): void {
    for (const slot of slots) {
      if (slot.inlined === undefined) this.#field(source[slot.field.name], slot.field, slot.tag);
      else {
        const mark = this.#writer.length;
        this.#message(source, slot.inlined);
        this.#writer.close(mark, slot.tag);
      }
    }
  }

  #field(value: unknown, { schema, nullable }: FieldSchema, tag: number): void {
    const isAbsent = value === undefined || value === null;
    switch (schema.type) {
      case 'list':
        if (!isAbsent) this.#items(value as unknown[], schema.element, tag);
        return;
      case 'map':
        if (!isAbsent) this.#entries(value as Source, schema.value, tag);
        return;
      default:
        // In Go bytes are a slice, of which nil is not written.
        if (isAbsent && (nullable || schema.type === 'bytes')) return;
        this.#value(value, schema);
        this.#writer.varint(tag);
    }
  }

  #items(list: readonly unknown[], element: Schema, tag: number): void {
    for (let index = list.length - 1; index >= 0; index--) {
      this.#value(list[index], element);
      this.#writer.varint(tag);
    }
  }

  #entries(map: Source, element: Schema, tag: number): void {
    const keys = sortedKeys(map);
    const valueTag = mapValueTag(element);
    for (let index = keys.length - 1; index >= 0; index--) {
      const key = keys[index]!;
      const value = map[key];
      const mark = this.#writer.length;
      if (element.type !== 'bytes' || (value !== null && value !== undefined)) {
        this.#value(value, element);
        this.#writer.varint(valueTag);
      }
      this.#writer.string(key);
      this.#writer.varint(firstTag);
      this.#writer.close(mark, tag);
    }
  }

  /** Writes a value, with its length if it is delimited. */
  #value(value: unknown, schema: Schema): void {
    const mark = this.#writer.length;
    switch (schema.type) {
      case 'struct':
        this.#message((value ?? {}) as Source, this.#layouts.of(schema));
        this.#writer.varint(this.#writer.length - mark);
        break;
      case 'list':
        // A list in a list or a map is a message {1: items}.
        this.#items((value ?? []) as unknown[], schema.element, firstTag);
        this.#writer.varint(this.#writer.length - mark);
        break;
      case 'map':
        throw new TypeError('Protobuf has no maps in maps or lists');
      default:
        if (schema.choice === undefined) encodeScalar(this.#writer, value, schema.type);
        else this.#choice(value, schema.choice);
    }
  }

  /** Writes the field of the value's type; also always the boolean, which is true beside an object. */
  #choice(value: unknown, { boolean, object, list }: Choice): void {
    const mark = this.#writer.length;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const fields: [number, () => void][] = [];
    if (boolean !== undefined) {
      const tag = tagOf(boolean.number, wireType.varint);
      fields.push([tag, () => this.#value(value === true || isObject, { type: 'boolean' })]);
    }
    if (object !== undefined && isObject) {
      fields.push([tagOf(object.number, wireType.delimited), () => this.#value(value, object.schema)]);
    }
    fields.sort(([a], [b]) => b - a);
    if (list !== undefined && Array.isArray(value)) {
      this.#items(value, list.element, tagOf(list.number, wireType.delimited));
    }
    for (const [tag, write] of fields) {
      write();
      this.#writer.varint(tag);
    }
    this.#writer.varint(this.#writer.length - mark);
  }
}

/** Field 1, delimited. */
const firstTag = 0x0a;

/** Sorts by bytes. Normalized maps are sorted already, except for integer keys, which JavaScript puts first. */
function sortedKeys(map: Source): string[] {
  const keys = Object.keys(map);
  for (let index = 1; index < keys.length; index++) {
    if (keys[index - 1]! > keys[index]!) {
      keys.sort();
      break;
    }
  }
  // JavaScript compares UTF-16: surrogates sort before U+E000, although their characters come after it.
  return keys.some((key) => surrogate.test(key))
    ? keys.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    : keys;
}

const surrogate = /[\ud800-\udfff]/;
