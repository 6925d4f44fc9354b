import { formatDuration } from '../../../util/duration.ts';
import type { ScalarType } from '../../schema/schema.ts';
import { formatMicroTime, formatTime } from '../../values/time.ts';
import { DecodeError, parseJson } from '../json.ts';
import { isZeroTime } from './instants.ts';
import { type MessageReader, wireType } from './reader.ts';

/** `"2006-01-02T15:04:05Z"` as JSON. */
const bytesOfTime = 22;
/** `"raw":`. */
const bytesOfName = 6;

/** A value without a message of its own: the field holds it. */
export function decodePlain(reader: MessageReader, type: ScalarType): unknown {
  switch (type) {
    case 'string':
      return reader.string();
    case 'boolean':
      return reader.boolean();
    case 'int32':
      return reader.int32();
    case 'int64':
      return reader.int64();
    case 'double':
      return finite(reader.double());
    default:
      return reader.bytes().toString('base64');
  }
}

/** Decodes a JSON scalar that is a message in Protobuf. */
export function decodeScalarMessage(reader: MessageReader, type: ScalarType): unknown {
  const outer = reader.enter();
  const value = scalarIn(reader, type);
  reader.leave(outer);
  return value;
}

/** The value of an absent field that is not nullable. */
export function emptyScalar(type: ScalarType): unknown {
  switch (type) {
    case 'string':
    case 'bytes':
      return '';
    case 'boolean':
      return false;
    case 'int32':
    case 'int64':
    case 'double':
    case 'int-or-string':
      return 0;
    case 'duration':
      return '0s';
    case 'quantity':
      return '0';
    default:
      return null;
  }
}

function scalarIn(reader: MessageReader, type: ScalarType): unknown {
  switch (type) {
    case 'time':
    case 'micro-time':
      return timeIn(reader, type);
    case 'duration':
      return durationIn(reader);
    case 'quantity':
      return quantityIn(reader);
    case 'int-or-string':
      return intOrStringIn(reader);
    default:
      return jsonIn(reader);
  }
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw new DecodeError(`json: unsupported value: ${value}`);
}

/** Truncates a time to seconds, a micro-time to microseconds. Null for an unset time. */
function timeIn(reader: MessageReader, type: 'time' | 'micro-time'): string | null {
  reader.take(bytesOfTime);
  let seconds = 0;
  let nanoseconds = 0;
  const isEmpty = reader.done;
  while (reader.next()) {
    if (reader.number === 1) seconds = Number(varint(reader).int64());
    else if (reader.number === 2) nanoseconds = varint(reader).int32();
    else reader.skip();
  }
  if (isEmpty) return null;
  // Go's Time ignores nanoseconds, which may be negative, or a second and more.
  const instant = type === 'time' ? { seconds, nanoseconds: 0 } : normal(seconds, nanoseconds);
  if (instant.seconds < earliest || instant.seconds > latest) {
    throw new DecodeError(`time: ${instant.seconds} seconds since 1970 are no year of 0 to 9999`);
  }
  if (isZeroTime(instant)) return null;
  return type === 'time' ? formatTime(instant) : formatMicroTime(instant);
}

/** The beginning of the year 0 and the end of the year 9999: only years of four digits can be parsed again. */
const earliest = -62_167_219_200;
const latest = 253_402_300_799;

function normal(seconds: number, nanoseconds: number): { seconds: number; nanoseconds: number } {
  const carry = Math.floor(nanoseconds / 1e9);
  return { seconds: seconds + carry, nanoseconds: nanoseconds - carry * 1e9 };
}

function durationIn(reader: MessageReader): string {
  let nanoseconds: number | bigint = 0;
  while (reader.next()) {
    if (reader.number === 1) nanoseconds = varint(reader).int64();
    else reader.skip();
  }
  return formatDuration(BigInt(nanoseconds));
}

/** Not checked: the Normalizer parses it. */
function quantityIn(reader: MessageReader): string {
  let text = '0';
  while (reader.next()) {
    if (reader.number === 1) text = reader.string();
    else reader.skip();
  }
  return text;
}

function intOrStringIn(reader: MessageReader): number | string {
  let type: number | bigint = 0;
  let int = 0;
  let text = '';
  while (reader.next()) {
    if (reader.number === 1) type = varint(reader).int64();
    else if (reader.number === 2) int = varint(reader).int32();
    else if (reader.number === 3) text = reader.string();
    else reader.skip();
  }
  if (type === 0) return int;
  if (type === 1) return text;
  throw new DecodeError('impossible IntOrString.Type');
}

/** JSON text within the message. Null for an unset value. */
function jsonIn(reader: MessageReader): unknown {
  let text: string | undefined;
  while (reader.next()) {
    if (reader.number === 1) text = reader.string();
    else reader.skip();
  }
  if (text === undefined || text === '') return null;
  // With the name of the field, of which `raw` is the shortest.
  reader.take(text.length + bytesOfName);
  return parseJson(text);
}

function varint(reader: MessageReader): MessageReader {
  reader.expect(wireType.varint);
  return reader;
}
