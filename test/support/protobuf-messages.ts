import { DecodeError } from '../../src/api/codec/json.ts';
import { MessageReader } from '../../src/api/codec/protobuf/reader.ts';
import type { WatchFrame } from '../../src/api/codec/protobuf/watch-frame.ts';
import { plainField } from '../../src/api/schema/plain-field.ts';
import type { FieldSchema, StructSchema } from '../../src/api/schema/schema.ts';

/** Reads lists and watch events in Protobuf, which the server only writes. */

const lengthSize = 4;

/** The type of a kind's list, which the definitions do not have: {1: metadata, 2: items}. */
export function listSchema(listMeta: StructSchema, item: StructSchema): StructSchema {
  const fields: FieldSchema[] = [
    plainField({ name: 'metadata', number: 1, schema: listMeta, always: true }),
    plainField({
      name: 'items',
      number: 2,
      schema: { type: 'list', element: item },
      required: true,
      always: true,
    }),
  ];
  const byName = new Map(fields.map((field) => [field.name, field]));
  return { type: 'struct', name: `${item.name}List`, description: '', fields, byName };
}

/** The first frame of a stream, and its size in bytes; undefined if it is incomplete. Throws DecodeError. */
export function decodeWatchFrame(stream: Buffer): { frame: WatchFrame; size: number } | undefined {
  if (stream.length < lengthSize) return undefined;
  const size = lengthSize + stream.readUInt32BE(0);
  if (size > stream.length) return undefined;
  return { frame: readEvent(new MessageReader(stream.subarray(lengthSize, size))), size };
}

function readEvent(reader: MessageReader): WatchFrame {
  let type = '';
  let object: Uint8Array | undefined;
  while (reader.next()) {
    if (reader.number === 1) type = reader.string();
    else if (reader.number === 2) object = readRaw(reader) ?? object;
    else reader.skip();
  }
  if (object === undefined) throw new DecodeError('a watch event without an object');
  return { type, object };
}

function readRaw(reader: MessageReader): Uint8Array | undefined {
  let raw: Uint8Array | undefined;
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.number === 1) raw = reader.bytes();
    else reader.skip();
  }
  reader.leave(outer);
  return raw;
}
