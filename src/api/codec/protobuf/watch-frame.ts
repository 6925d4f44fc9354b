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
