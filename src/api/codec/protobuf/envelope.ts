import { DecodeError } from '../json.ts';
import { fieldHead } from './field.ts';
import { MessageReader } from './reader.ts';
import { BackwardWriter } from './writer.ts';

/** Magic number of every object in Protobuf. */
const prefix = Uint8Array.of(0x6b, 0x38, 0x73, 0x00);

/** Kind and apiVersion as the client sent them, and the object. */
export interface Envelope {
  apiVersion: string;
  kind: string;
  /** The encoded object. */
  raw: Uint8Array;
}

const firstTag = 0x0a;
const secondTag = 0x12;

/** Tag of the object in its envelope. */
export const rawTag = secondTag;

/**
 * The prefix and a message Unknown {typeMeta 1 {apiVersion 1, kind 2}, raw 2, contentEncoding 3, contentType 4}. The
 * last two are written empty, as Go does.
 *
 * Worked example, v1 Pod without fields:
 *
 *     6b 38 73 00   0a 09 (typeMeta) 0a 02 76 31 ("v1") 12 03 50 6f 64 ("Pod")   12 00 (raw)   1a 00   22 00
 */
export function encodeEnvelope(apiVersion: string, kind: string, raw: Uint8Array): Buffer {
  return Buffer.concat([envelopeHead(apiVersion, kind), fieldHead(rawTag, raw.length), raw, envelopeTail]);
}

/** The bytes before the field raw, the same for all objects of a kind and version. */
export function envelopeHead(apiVersion: string, kind: string): Buffer {
  const writer = new BackwardWriter(256);
  writer.string(kind);
  writer.varint(secondTag);
  writer.string(apiVersion);
  writer.varint(firstTag);
  writer.close(0, firstTag);
  writer.raw(prefix);
  return writer.take();
}

/** The bytes after the field raw. */
export const envelopeTail = Buffer.of(0x1a, 0, 0x22, 0);

/** Whether the bytes begin as an object in Protobuf does. */
export const isEnvelope = (bytes: Uint8Array): boolean =>
  prefix.every((byte, index) => bytes[index] === byte);

/** Throws DecodeError. `raw` is a view of the bytes; it is not looked at. */
export function decodeEnvelope(bytes: Uint8Array): Envelope {
  if (bytes.length === 0) throw new DecodeError('empty data');
  if (!isEnvelope(bytes)) {
    const expected = `expected prefix [${prefix.join(' ')}]`;
    throw new DecodeError(`provided data does not appear to be a protobuf message, ${expected}`);
  }
  if (bytes.length === prefix.length) throw new DecodeError('empty body');
  return readUnknown(new MessageReader(bytes.subarray(prefix.length)));
}

function readUnknown(reader: MessageReader): Envelope {
  const envelope: Envelope = { apiVersion: '', kind: '', raw: new Uint8Array() };
  while (reader.next()) {
    if (reader.number === 1) readTypeMeta(reader, envelope);
    else if (reader.number === 2) envelope.raw = reader.bytes();
    else if (reader.number === 3) checkEncoding(reader.string());
    else reader.skip();
  }
  return envelope;
}

function readTypeMeta(reader: MessageReader, envelope: Envelope): void {
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.number === 1) envelope.apiVersion = reader.string();
    else if (reader.number === 2) envelope.kind = reader.string();
    else reader.skip();
  }
  reader.leave(outer);
}

/** No encoder writes one; an object decoded without it would be garbage. */
function checkEncoding(encoding: string): void {
  if (encoding !== '') throw new DecodeError(`content encoding ${encoding} of the object is not supported`);
}
