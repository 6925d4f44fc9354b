import type { Request } from 'express';
import { duplicateFields } from '../api/codec/duplicate-fields.ts';
import { DecodeError, parseJson } from '../api/codec/json.ts';
import { parseMediaType } from '../api/codec/media-type.ts';
import { formats } from '../api/codec/negotiation.ts';
import { decodeMessage } from '../api/codec/protobuf/decode.ts';
import { decodeEnvelope } from '../api/codec/protobuf/envelope.ts';
import { jsonTypeOf, Shaper } from '../api/codec/shape.ts';
import { parseYaml } from '../api/codec/yaml.ts';
import { protobufMediaTypes } from '../api/machinery/dialect.ts';
import type { ApiObject } from '../api/machinery/metadata.ts';
import { goQuote } from '../api/machinery/quote.ts';
import { badRequest, entityTooLarge, StatusError, unsupportedMediaType } from '../api/machinery/status.ts';
import type { StructSchema } from '../api/schema/schema.ts';
import type { KnownKinds } from './known-kinds.ts';

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
  /** Options: the kind exists in the version of every group. */
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
 * Throws BadRequest or UnsupportedMediaType; options that cannot be read are a fault without a reason, for clients
 * know it as this.
 */
export function decodeBody(
  body: Buffer,
  contentType: string | undefined,
  expected: Expected,
  validation: FieldValidation,
  known: KnownKinds,
): Decoded {
  const { value: parsed, text, message } = parseBody(body, contentType, expected, known);
  const given = givenType(parsed, body, expected);
  checkType(given, expected, known);
  const unknown: string[] = [];
  try {
    const value =
      message === undefined ? (parsed ?? {}) : { ...given, ...decodeMessage(message, expected.schema) };
    const shaper = new Shaper(validation === 'Ignore' ? undefined : unknown);
    const shaped = shaper.shape(value, expected.schema, typeFields);
    const { kind, apiVersion } = wantedType(expected);
    const object = { ...shaped, kind, apiVersion } as unknown as ApiObject;
    const faults = validation === 'Ignore' ? [] : faultsOf(unknown, text);
    if (validation === 'Strict' && faults.length > 0) {
      throw new DecodeError(`strict decoding error: ${faults.join(', ')}`);
    }
    return { object, faults };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw cannotBeHandled(given, expected, error.message);
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

function parseBody(
  body: Buffer,
  contentType: string | undefined,
  expected: Expected,
  known: KnownKinds,
): Parsed {
  const type = contentType ? (parseMediaType(contentType)?.type ?? '') : 'application/json';
  if (!bodyFormats.includes(type)) throw unsupportedMediaType(known.mediaTypes);
  if (protobufMediaTypes.includes(type)) return parseEnvelope(body, expected);
  const text = body.toString();
  const isYaml = type === 'application/yaml';
  try {
    return isYaml ? { value: parseYaml(text) } : { value: parseJson(text), text };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw unrecognized(expected, body, isYaml ? error.message : typeFault(error.message));
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

/** What an object says that it is. */
interface GivenType {
  kind: string;
  apiVersion: string;
}

function wantedType({ group, version, kind }: Expected): GivenType {
  return { kind, apiVersion: group === '' ? version : `${group}/${version}` };
}

/** The kind and apiVersion of a value, those of the endpoint where it has none. Nothing at all is an empty object. */
function givenType(value: unknown, body: Buffer, expected: Expected): GivenType {
  const wanted = wantedType(expected);
  if (value === null || value === undefined) return wanted;
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw unrecognized(
      expected,
      body,
      typeFault(`json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type ${typeStruct}`),
    );
  }
  const own = value as Record<string, unknown>;
  for (const field of Object.keys(own)) {
    if (!typeFields.includes(field) || typeof (own[field] ?? '') === 'string') continue;
    const why = `json: cannot unmarshal ${jsonTypeOf(own[field])} into Go struct field .${field} of type string`;
    throw unrecognized(expected, body, typeFault(why));
  }
  const apiVersion = (own['apiVersion'] as string | null | undefined) || wanted.apiVersion;
  if (apiVersion.split('/').length > 2)
    throw unrecognized(expected, body, `unexpected GroupVersion string: ${apiVersion}`);
  return { kind: (own['kind'] as string | null | undefined) || wanted.kind, apiVersion };
}

/** How the reader of kind and apiVersion calls what it reads them into. */
const typeStruct =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

const typeFault = (why: string): string => `couldn't get version/kind; json parse error: ${why}`;

/** Throws when an object is of a type that nobody knows, or of another than the endpoint's. */
function checkType(given: GivenType, expected: Expected, known: KnownKinds): void {
  const { kind, apiVersion } = given;
  const wanted = wantedType(expected);
  if (kind === wanted.kind) {
    if (
      apiVersion === wanted.apiVersion ||
      expected.anyVersion ||
      expected.otherVersions?.includes(apiVersion)
    )
      return;
    if (known.has(apiVersion, kind)) {
      throw badRequest(
        `the API version in the data (${apiVersion}) does not match the expected API version (${wanted.apiVersion})`,
      );
    }
  }
  if (!known.has(apiVersion, kind)) {
    const why = `no kind ${goQuote(kind)} is registered for version ${goQuote(apiVersion)} in scheme ${goQuote(known.registry)}`;
    throw cannotBeHandled(given, expected, why);
  }
  const from = `${versionOf(apiVersion)}.${kind}`;
  const to = `${expected.group.split('.')[0] || 'core'}.${expected.kind}`;
  throw cannotBeHandled(given, expected, `converting (${from}) to (${to}): unknown conversion`);
}

const versionOf = (apiVersion: string): string => apiVersion.slice(apiVersion.indexOf('/') + 1);

function cannotBeHandled(
  { kind, apiVersion }: GivenType,
  { kind: wanted, anyVersion }: Expected,
  why: string,
): StatusError {
  if (anyVersion) return new StatusError(500, undefined, why);
  return badRequest(
    `${kind} in version ${goQuote(versionOf(apiVersion))} cannot be handled as a ${wanted}: ${why}`,
  );
}

function unrecognized({ kind, anyVersion }: Expected, body: Buffer, why: string): StatusError {
  if (anyVersion) return new StatusError(500, undefined, why);
  return badRequest(
    `the object provided is unrecognized (must be of type ${kind}): ${why} (${summary(body)})`,
  );
}

/** The beginning of what cannot be understood: as text when it looks like JSON, else in hexadecimal. */
function summary(body: Buffer): string {
  if (body.length === 0) return '<empty>';
  const start = body.subarray(0, 30);
  const shown = body[0] === 0x7b ? start.toString() : start.toString('hex');
  return body.length > start.length ? `${shown} ...` : shown;
}
