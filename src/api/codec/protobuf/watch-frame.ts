import { DecodeError } from '../json.ts';
import { MessageReader } from './reader.ts';
import { BackwardWriter } from './writer.ts';

/** A watch event. */
export interface WatchFrame {
  /** `ADDED`. */
  type: string;
  /** The object in its envelope, with the prefix. */
  object: Uint8Array;
}

const lengthSize = 4;
const firstTag = 0x0a;
const secondTag = 0x12;

/**
 * The length of the event, as four bytes in big-endian order, then a message WatchEvent {type 1, object 2 {raw 1}}.
 * Only the object has the prefix, not the event.
 *
 * Worked example, "ADDED" with an object of two bytes:
 *
 *     00 00 00 0d   0a 05 41 44 44 45 44 (type)   12 04 0a 02 xx xx (object)
 */
export function encodeWatchFrame({ type, object }: WatchFrame): Buffer {
  const writer = new BackwardWriter(object.length + 64);
  writer.delimited(object);
  writer.varint(firstTag);
  writer.close(0, secondTag);
  writer.string(type);
  writer.varint(firstTag);
  const length = Buffer.alloc(lengthSize);
  length.writeUInt32BE(writer.length);
  writer.raw(length);
  return writer.take();
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
