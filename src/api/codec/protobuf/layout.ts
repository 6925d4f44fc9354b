import type { FieldSchema, Schema, StructSchema } from '../../schema/schema.ts';
import { wireType } from './reader.ts';

/**
 * The number under which a field of a struct is found in the message that is `level` inlined messages deep: its own,
 * or that of the next inlined message around it.
 *
 * Worked example, Volume {name: 1, inlined VolumeSource: 2 {hostPath: 1}}: hostPath has number 2 at level 0, and
 * number 1 at level 1.
 */
export function numberAt({ number, inlinedFrom }: FieldSchema, level: number): number {
  return inlinedFrom[level] ?? number;
}

/** The member of a message with one number: a field, or an inlined message. */
export type Slot =
  | { tag: number; field: FieldSchema; inlined?: undefined }
  | { tag: number; field?: undefined; inlined: readonly Slot[] };

/** Caches the slots of structs. */
export class Layouts {
  readonly #known = new Map<StructSchema, readonly Slot[]>();

  /** By descending number, as messages are written from their end. */
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

/** Tag of field 2 of the message for an entry of a map. */
export const mapValueTag = (value: Schema): number => tagOf(2, wireTypeOf(value));

/** For a list that of its items, as lists are never packed. */
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
