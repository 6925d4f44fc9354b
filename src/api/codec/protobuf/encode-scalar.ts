import { parseDuration } from '../../../util/duration.ts';
import type { ScalarType } from '../../schema/schema.ts';
import type { Instant } from '../../values/time.ts';
import { writeJson, writePlainJson } from '../json.ts';
import { isZeroTime, microTimeInstant, timeInstant } from './instants.ts';
import type { BackwardWriter } from './writer.ts';

const firstVarint = 0x08;
const firstDelimited = 0x0a;
const secondVarint = 0x10;
const thirdDelimited = 0x1a;

/** Writes a value without its tag. Undefined and null are written as the empty value. */
export function encodeScalar(writer: BackwardWriter, value: unknown, type: ScalarType): void {
  switch (type) {
    case 'string':
      writer.string((value ?? '') as string);
      break;
    case 'boolean':
      writer.varint(value === true ? 1 : 0);
      break;
    case 'int32':
    case 'int64':
      writer.integer((value ?? 0) as number | bigint);
      break;
    case 'double':
      writer.double(Number(value ?? 0));
      break;
    case 'bytes':
      writer.delimited(Buffer.from((value ?? '') as string, 'base64'));
      break;
    default: {
      const mark = writer.length;
      scalarMessage(writer, value, type);
      writer.varint(writer.length - mark);
    }
  }
}

/** Writes the fields of a JSON scalar that is a message in Protobuf. */
function scalarMessage(writer: BackwardWriter, value: unknown, type: ScalarType): void {
  switch (type) {
    case 'time':
      time(writer, value, timeInstant);
      break;
    case 'micro-time':
      time(writer, value, microTimeInstant);
      break;
    case 'duration':
      writer.integer(value ? parseDuration(value as string) : 0);
      writer.varint(firstVarint);
      break;
    case 'quantity':
      writer.string((value ?? '0') as string);
      writer.varint(firstDelimited);
      break;
    case 'int-or-string':
      intOrString(writer, (value ?? 0) as number | string);
      break;
    case 'fields':
      json(writer, value, writePlainJson);
      break;
    default:
      json(writer, value, writeJson);
  }
}

/** Writes any value as JSON text; nothing for null. */
function json(writer: BackwardWriter, value: unknown, write: (value: unknown) => string): void {
  if (value === undefined || value === null) return;
  writer.string(write(value));
  writer.varint(firstDelimited);
}

/** An unset time has no fields; any other has both, even when they are 0. */
function time(writer: BackwardWriter, value: unknown, parse: (text: string) => Instant): void {
  if (value === undefined || value === null) return;
  const instant = parse(value as string);
  if (isZeroTime(instant)) return;
  writer.varint(instant.nanoseconds);
  writer.varint(secondVarint);
  writer.integer(instant.seconds);
  writer.varint(firstVarint);
}

function intOrString(writer: BackwardWriter, value: number | string): void {
  const isText = typeof value === 'string';
  writer.string(isText ? value : '');
  writer.varint(thirdDelimited);
  writer.integer(isText ? 0 : value);
  writer.varint(secondVarint);
  writer.varint(isText ? 1 : 0);
  writer.varint(firstVarint);
}
