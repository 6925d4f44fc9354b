import type { Request } from 'express';
import { duplicateFields } from '../api/codec/duplicate-fields.ts';
import { DecodeError, parseJson } from '../api/codec/json.ts';
import { parseMediaType } from '../api/codec/media-type.ts';
import { formats } from '../api/codec/negotiation.ts';
import { decodeMessage } from '../api/codec/protobuf/decode.ts';
import { decodeEnvelope } from '../api/codec/protobuf/envelope.ts';
import { Shaper } from '../api/codec/shape.ts';
import { parseYaml } from '../api/codec/yaml.ts';
import { protobufMediaTypes } from '../api/machinery/dialect.ts';
import { goQuote } from '../api/machinery/quote.ts';
import type { ApiObject } from '../api/machinery/metadata.ts';
import { badRequest, entityTooLarge, unsupportedMediaType } from '../api/machinery/status.ts';
import type { StructSchema } from '../api/schema/schema.ts';

export const maximumBodySize = 3 * 1024 * 1024;

/** Reads a whole body. Throws RequestEntityTooLarge as soon as it is known to be. */
export async function readBody(request: Request): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > maximumBodySize) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > maximumBodySize) throw tooLarge();
    chunks.push(chunk as Buffer);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
}

const tooLarge = () => entityTooLarge(`limit is ${maximumBodySize}`);

/** What a body has to be. */
export interface Expected {
  /** `apps`; "" for the core group. */
  group: string;
  version: string;
  kind: string;
  schema: StructSchema;
  /** The kind exists in the version of every group. */
  anyVersion?: boolean;
  /** Other apiVersions in which it has the same shape: `policy/v1beta1`. */
  otherVersions?: readonly string[];
}

export interface Decoded {
  object: ApiObject;
  /** With strict decoding: what was dropped, `unknown field "spec.x"`. */
  faults: string[];
}

/** How an unknown or repeated field is taken. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/**
 * A body as an object of the kind that the endpoint is about, shaped. Kind and apiVersion may be left out.
 * Throws BadRequest or UnsupportedMediaType.
 */
export function decodeBody(
  body: Buffer,
  contentType: string | undefined,
  expected: Expected,
  validation: FieldValidation,
): Decoded {
  const { value: parsed, text, message } = parseBody(body, contentType, expected);
  const given = checkKind(parsed, body, expected);
  const unknown: string[] = [];
  try {
    const value = message === undefined ? parsed : { ...given, ...decodeMessage(message, expected.schema) };
    const shaper = new Shaper(validation === 'Ignore' ? undefined : unknown);
    const shaped = shaper.shape(value, expected.schema, typeFields);
    const object = { ...shaped, kind: given.kind, apiVersion: given.apiVersion } as unknown as ApiObject;
    const faults = validation === 'Ignore' ? [] : faultsOf(unknown, text);
    if (validation === 'Strict' && faults.length > 0) {
      throw new DecodeError(`strict decoding error: ${faults.join(', ')}`);
    }
    return { object, faults };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw cannotBeHandled(given.kind, expected.version, expected.kind, error.message);
  }
}

const typeFields = ['kind', 'apiVersion'];

function faultsOf(unknown: readonly string[], text: string | undefined): string[] {
  const repeated = text === undefined ? [] : duplicateFields(text);
  return [
    ...unknown.map((path) => `unknown field ${goQuote(path)}`),
    ...repeated.map((path) => `duplicate field ${goQuote(path)}`),
  ];
}

interface Parsed {
  value: unknown;
  /** The JSON text, when it was one. */
  text?: string;
  /** The object in the binary form, which only its type gives a meaning to: the value has just kind and apiVersion. */
  message?: Uint8Array;
}

/** What bodies are taken in. */
const bodyFormats: readonly string[] = [...formats, ...protobufMediaTypes];

function parseBody(body: Buffer, contentType: string | undefined, expected: Expected): Parsed {
  const type = contentType ? (parseMediaType(contentType)?.type ?? '') : 'application/json';
  if (!bodyFormats.includes(type)) throw unsupportedMediaType(bodyFormats);
  if (protobufMediaTypes.includes(type)) return parseEnvelope(body, expected);
  const text = body.toString();
  try {
    if (type === 'application/yaml') return { value: parseYaml(text) };
    return { value: parseJson(text), text };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw unrecognized(expected, body, `couldn't get version/kind; json parse error: ${error.message}`);
  }
}

function parseEnvelope(body: Buffer, expected: Expected): Parsed {
  try {
    const { raw: message, ...value } = decodeEnvelope(body);
    return { value, message };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw unrecognized(expected, body, error.message);
  }
}

/** The kind and apiVersion of a value, filled in where it has none. Throws when they are not the expected ones. */
function checkKind(value: unknown, body: Buffer, expected: Expected): { kind: string; apiVersion: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw unrecognized(expected, body, "couldn't get version/kind; json parse error: the value is not an object");
  }
  const own = value as { kind?: unknown; apiVersion?: unknown };
  const wanted = expected.group === '' ? expected.version : `${expected.group}/${expected.version}`;
  const kind = own.kind ?? '';
  const apiVersion = own.apiVersion ?? '';
  if (typeof kind !== 'string' || typeof apiVersion !== 'string') {
    throw unrecognized(expected, body, "couldn't get version/kind; json parse error: kind and apiVersion are strings");
  }
  const isKnown = apiVersion === wanted || expected.anyVersion || expected.otherVersions?.includes(apiVersion);
  if (apiVersion !== '' && !isKnown) {
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${wanted})`,
    );
  }
  if (kind !== '' && kind !== expected.kind) {
    const from = `${expected.version}.${kind}`;
    const to = `${expected.group.split('.')[0] || 'core'}.${expected.kind}`;
    throw cannotBeHandled(kind, expected.version, expected.kind, `converting (${from}) to (${to}): unknown conversion`);
  }
  return { kind: expected.kind, apiVersion: wanted };
}

const cannotBeHandled = (kind: string, version: string, wanted: string, why: string) =>
  badRequest(`${kind} in version ${goQuote(version)} cannot be handled as a ${wanted}: ${why}`);

const unrecognized = (expected: Expected, body: Buffer, why: string) =>
  badRequest(`the object provided is unrecognized (must be of type ${expected.kind}): ${why} (${summary(body)})`);

/** The beginning of what cannot be understood: as text when it looks like JSON, else in hexadecimal. */
function summary(body: Buffer): string {
  if (body.length === 0) return '<empty>';
  const start = body.subarray(0, 30);
  const shown = body[0] === 0x7b ? start.toString() : start.toString('hex');
  return body.length > start.length ? `${shown} ...` : shown;
}

