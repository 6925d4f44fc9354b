import { DecodeError, parseJson, writeJson } from '../api/codec/json.ts';
import { decodeMessage } from '../api/codec/protobuf/decode.ts';
import { ProtobufEncoder } from '../api/codec/protobuf/encode.ts';
import { decodeEnvelope, encodeEnvelope, isEnvelope } from '../api/codec/protobuf/envelope.ts';
import { parseYaml } from '../api/codec/yaml.ts';
import { apiVersionOf, type KindDefinition } from '../api/schema/schema.ts';

/** The type that a stored value names, by which it is decoded. */
export type StoredType = Pick<KindDefinition, 'group' | 'version' | 'kind' | 'schema'>;

const lineFeed = Buffer.of(0x0a);

/** No YAML of an object looks like it, which has at least one colon; the shortest object is longer. */
const base64Text = /^[A-Za-z0-9+/\s]{40,}={0,2}\s*$/;

/** The form in which values are written: JSON that ends with a line feed, or Protobuf in its envelope. */
export class StorageFormat {
  readonly isProtobuf: boolean;
  readonly #encoder = new ProtobufEncoder();

  constructor(isProtobuf = false) {
    this.isProtobuf = isProtobuf;
  }

  /** Encodes a normalized object. */
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
  /** Neither JSON nor Protobuf as this server writes them: YAML, or base64 of any form. */
  isForeign: boolean;
  /** JSON: the whole object, kind and apiVersion included. Protobuf: the encoded message. */
  content: Record<string, unknown> | Uint8Array;
}

/**
 * Reads every form that another server can have written: Protobuf, JSON, YAML, and base64 of one of them. Throws
 * DecodeError for bytes that are none of these.
 */
export function readValue(bytes: Buffer): StoredValue {
  if (isEnvelope(bytes)) {
    const { apiVersion, kind, raw } = decodeEnvelope(bytes);
    return { apiVersion, kind, isProtobuf: true, isForeign: false, content: raw };
  }
  const text = bytes.toString();
  const isJson = /^\s*\{/.test(text);
  if (!isJson && base64Text.test(text)) return { ...readValue(Buffer.from(text, 'base64')), isForeign: true };
  const content = isJson ? parseJson(text) : parseYamlObject(text);
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new DecodeError('not an object');
  const { apiVersion, kind } = content as Record<string, unknown>;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string')
    throw new DecodeError('it does not say of which type it is');
  const isForeign = !isJson;
  return { apiVersion, kind, isProtobuf: false, isForeign, content: content as Record<string, unknown> };
}

/** Bytes that are no object in any form are bad JSON, the form that is usual. */
function parseYamlObject(text: string): unknown {
  let value: unknown;
  try {
    value = parseYaml(text);
  } catch {
    return parseJson(text);
  }
  return typeof value === 'object' && value !== null ? value : parseJson(text);
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
