import protobuf from 'protobufjs';
import { writeJson } from '../../../api/codec/json.ts';

/**
 * Encoders from the JSON of a document straight to the messages of its Protobuf form. Those messages follow the
 * JSON member by member, with a message of its own for every map and every choice; so each is one line of a
 * table (`v2.ts`, `v3.ts`) that names a member's number and how it is encoded.
 */
// biome-ignore lint/suspicious/noExplicitAny: the tables say which member has which type
export type Encoder = (writer: protobuf.Writer, field: number, value: any) => void;

/** Number and encoder of each field of a message, by member of the JSON. */
export type Members = Readonly<Record<string, readonly [number, Encoder]>>;

const fixed64 = 1;
const lengthDelimited = 2;

export const text: Encoder = (writer, field, value: string) =>
  void writer.uint32((field << 3) | lengthDelimited).string(value);

export const flag: Encoder = (writer, field, value: boolean) => void writer.uint32(field << 3).bool(value);

/** A repeated field. */
export function each(element: Encoder): Encoder {
  return (writer, field, values: readonly unknown[]) => {
    for (const value of values) element(writer, field, value);
  };
}

/**
 * A message of these members; `extensions` is the number of the field that takes those beginning with `x-`.
 * A member that the table lacks is a problem of ours and throws: it would be missing without a word.
 */
export function message(members: Members, extensions?: number): Encoder {
  return (writer, field, value: object) => {
    writer.uint32((field << 3) | lengthDelimited).fork();
    for (const [key, member] of Object.entries(value)) {
      const known = members[key];
      if (known !== undefined) known[1](writer, known[0], member);
      else if (extensions !== undefined && key.startsWith('x-'))
        extension(writer, extensions, { [key]: member });
      else throw new Error(`no field for ${key}`);
    }
    writer.ldelim();
  };
}

/** A message around one field: a choice, or the repeated field of a map or a list. */
export function within(number: number, inner: Encoder): Encoder {
  return (writer, field, value) => {
    writer.uint32((field << 3) | lengthDelimited).fork();
    inner(writer, number, value);
    writer.ldelim();
  };
}

/** The entries of an object, as messages of name (1) and value (2). */
export function named(value: Encoder): Encoder {
  return (writer, field, object: Record<string, unknown>) => {
    for (const [name, member] of Object.entries(object)) {
      writer.uint32((field << 3) | lengthDelimited).fork();
      text(writer, 1, name);
      value(writer, 2, member);
      writer.ldelim();
    }
  };
}

/** A schema, or whether there may be anything. */
export function schemaOrFlag(schema: Encoder): Encoder {
  return (writer, field, value: unknown) =>
    within(typeof value === 'boolean' ? 2 : 1, typeof value === 'boolean' ? flag : schema)(
      writer,
      field,
      value,
    );
}

export const integer: Encoder = (writer, field, value: number) =>
  void writer.uint32(field << 3).int64(Math.trunc(Number(value)));

export const double: Encoder = (writer, field, value: number) =>
  void writer.uint32((field << 3) | fixed64).double(Number(value));

/** Any value, as YAML text; JSON is YAML. */
export const any: Encoder = within(2, (writer, field, value) => text(writer, field, writeJson(value)));

const extension = named(any);

/** Parts that are encoded already. */
export const parts: Encoder = (writer, field, values: Iterable<{ protobuf: Uint8Array }>) => {
  for (const part of values) writer.uint32((field << 3) | lengthDelimited).bytes(part.protobuf);
};

/** The bytes of a part. */
export function encodeNamed(name: string, value: object, encoder: Encoder): Uint8Array {
  const writer = protobuf.Writer.create();
  text(writer, 1, name);
  encoder(writer, 2, value);
  return writer.finish();
}

/** The bytes of a whole document: its members, without anything around them. */
export function encodeDocument(value: object, members: Members): Uint8Array {
  const writer = protobuf.Writer.create();
  for (const [key, member] of Object.entries(value)) {
    const known = members[key];
    if (known === undefined) throw new Error(`no field for ${key}`);
    known[1](writer, known[0], member);
  }
  return writer.finish();
}
