import type { FieldSchema, Schema, StructSchema } from '../../schema/schema.ts';
import { wireType } from './reader.ts';

/**
 * Under which number a field of the struct stands in the message that lies `level` inlined messages deep: its
 * own, or that of the next inlined message around it.
 *
 * Worked example, Volume {name: 1, inlined VolumeSource: 2 {hostPath: 1}}: hostPath stands under 2 at level 0,
 * and under 1 at level 1.
 */
export function numberAt({ number, inlinedFrom }: FieldSchema, level: number): number {
  return inlinedFrom[level] ?? number;
}

/** What a message has under one number: a field, or a message whose fields are those of the struct around it. */
export type Slot =
  | { tag: number; field: FieldSchema; inlined?: undefined }
  | { tag: number; field?: undefined; inlined: readonly Slot[] };

/** The messages of structs, each worked out once. */
export class Layouts {
  readonly #known = new Map<StructSchema, readonly Slot[]>();

  /** The greatest number first, for messages are written from their end. */
  of(schema: StructSchema): readonly Slot[] {
    let slots = this.#known.get(schema);
    if (slots === undefined) {
      slots = slotsOf(schema.fields, 0);
      this.#known.set(schema, slots);
    }
    return slots;
  }
}

function slotsOf(fields: readonly FieldSchema[], level: number): Slot[] {
  const numbers = new Set(fields.map((field) => numberAt(field, level)));
  return [...numbers]
    .sort((a, b) => b - a)
    .map((number) => {
      const own = fields.filter((field) => numberAt(field, level) === number);
      const [first] = own;
      return first!.inlinedFrom.length > level
        ? { tag: tagOf(number, wireType.delimited), inlined: slotsOf(own, level + 1) }
        : { tag: tagOf(number, wireTypeOf(first!.schema)), field: first! };
    });
}

export const tagOf = (number: number, wire: number): number => number * 8 + wire;

/** Field 2 of the message that stands for an entry of a map. */
export const mapValueTag = (value: Schema): number => tagOf(2, wireTypeOf(value));

/** Of a single value; of an item of a list, for lists are written item by item, never packed. */
export function wireTypeOf(schema: Schema): number {
  switch (schema.type) {
    case 'boolean':
    case 'int32':
    case 'int64':
      return wireType.varint;
    case 'double':
      return wireType.fixed64;
    case 'list':
      return wireTypeOf(schema.element);
    default:
      return wireType.delimited;
  }
}
