import { DecodeError, parseJson, writeJson } from '../api/codec/json.ts';
import { decodeMessage } from '../api/codec/protobuf/decode.ts';
import { ProtobufEncoder } from '../api/codec/protobuf/encode.ts';
import { decodeEnvelope, encodeEnvelope, isEnvelope } from '../api/codec/protobuf/envelope.ts';
import { apiVersionOf, type KindDefinition } from '../api/schema/schema.ts';

/** The type that a stored value names, by which it is decoded. */
export type StoredType = Pick<KindDefinition, 'group' | 'version' | 'kind' | 'schema'>;

const lineFeed = Buffer.of(0x0a);

/** The form in which values are written: JSON that ends with a line feed, or Protobuf in its envelope. */
export class StorageFormat {
  readonly isProtobuf: boolean;
  readonly #encoder = new ProtobufEncoder();

  constructor(isProtobuf = false) {
    this.isProtobuf = isProtobuf;
  }

  /** Of a normalized object. */
  encode(object: object, type: StoredType): Buffer {
    const { kind, schema } = type;
    const apiVersion = apiVersionOf(type);
    return this.isProtobuf
      ? encodeEnvelope(apiVersion, kind, this.#encoder.encode(object, schema))
      : jsonLine({ kind, apiVersion, ...object });
  }
}

export const jsonFormat = new StorageFormat();

/** JSON as it is stored; without its last byte as it is served. */
export const jsonLine = (object: object): Buffer => Buffer.from(`${writeJson(object)}\n`);

/** The same of JSON that is there already. */
export const asStoredLine = (json: Buffer): Buffer => Buffer.concat([json, lineFeed]);

export const withoutLineFeed = (bytes: Buffer): Buffer =>
  bytes[bytes.length - 1] === lineFeed[0] ? bytes.subarray(0, -1) : bytes;

/** A value that has not been looked at by its type. */
export interface StoredValue {
  apiVersion: string;
  kind: string;
  isProtobuf: boolean;
  /** JSON: the whole object, kind and apiVersion included. Protobuf: the encoded message. */
  content: Record<string, unknown> | Uint8Array;
}

/** Reads either form. Throws DecodeError for bytes that are neither. */
export function readValue(bytes: Buffer): StoredValue {
  if (isEnvelope(bytes)) {
    const { apiVersion, kind, raw } = decodeEnvelope(bytes);
    return { apiVersion, kind, isProtobuf: true, content: raw };
  }
  const content = parseJson(bytes.toString());
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new DecodeError('not an object');
  const { apiVersion, kind } = content as Record<string, unknown>;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string')
    throw new DecodeError('it does not say of which type it is');
  return { apiVersion, kind, isProtobuf: false, content: content as Record<string, unknown> };
}

/** The fields of a value, not normalized. */
export function fieldsOf(
  { content }: StoredValue,
  { schema }: Pick<StoredType, 'schema'>,
): Record<string, unknown> {
  return content instanceof Uint8Array ? decodeMessage(content, schema) : content;
}

/** The fields of a value that can be of one type only. Throws DecodeError when it is not. */
export function readMessage(bytes: Buffer, type: StoredType): Record<string, unknown> {
  const value = readValue(bytes);
  if (value.kind !== type.kind || value.apiVersion !== apiVersionOf(type))
    throw new DecodeError(`it is of kind ${value.kind}, version ${value.apiVersion}`);
  return fieldsOf(value, type);
}
