import { parseBodyText, surveyBody } from '../../api/codec/body-json.ts';
import { cborMediaType } from '../../api/codec/cbor/cbor.ts';
import { cborTypeOf, type DecodedCbor, decodeCborInSteps } from '../../api/codec/cbor/decode.ts';
import {
  duplicateField,
  duplicateFields,
  fieldErrors,
  mayRepeatNames,
  repeatedKeysError,
  unknownField,
} from '../../api/codec/duplicate-fields.ts';
import { DecodeError } from '../../api/codec/json.ts';
import { isWellFormedType, parseMediaType } from '../../api/codec/media-type.ts';
import { formats } from '../../api/codec/negotiation.ts';
import { Normalizer } from '../../api/codec/normalizer.ts';
import { checkObjectSize } from '../../api/codec/object-size.ts';
import { decodeMessage } from '../../api/codec/protobuf/decode.ts';
import { decodeEnvelope } from '../../api/codec/protobuf/envelope.ts';
import { isMap } from '../../api/json/json-values.ts';
import { protobufMediaTypes } from '../../api/meta/dialect.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { typeFields } from '../../api/meta/metadata.ts';
import { unsupportedMediaType } from '../../api/meta/status.ts';
import type { Pacer } from '../../util/pacer.ts';
import type { FieldValidation } from '../field-validation.ts';
import type { KnownKinds } from '../known-kinds.ts';
import {
  cannotBeHandled,
  checkType,
  type Expected,
  givenType,
  typeError,
  unrecognized,
  wantedType,
  yamlError,
} from './check-gvk.ts';
import { customType } from './custom-type.ts';
import type { Body } from './read-body.ts';

export type { Expected } from './check-gvk.ts';

export interface Decoded {
  object: ApiObject;
  /** The version that the body says it is of; that of the endpoint where it says none. */
  givenVersion: string;
  /** With strict decoding: what was dropped, `unknown field "spec.x"`. */
  problems: string[];
}

/**
 * A body as an object of the kind that the endpoint is about, shaped. Kind and apiVersion may be left out.
 * Throws BadRequest or UnsupportedMediaType; options that cannot be read are a problem without a reason, for clients
 * know it as this.
 */
export async function decodeBody(
  body: Body,
  contentType: string | undefined,
  expected: Expected,
  validation: FieldValidation,
  known: KnownKinds,
  pacer?: Pacer,
): Promise<Decoded> {
  const { value: parsed, text, message, cbor } = await parseBody(body, contentType, expected, known, pacer);
  await pacer?.step();
  const given = expected.custom
    ? customType(parsed, body.bytes, expected, message !== undefined)
    : givenType(parsed, body.bytes, expected);
  if (!expected.custom) checkType(given, expected, known);
  const unknown: string[] = [];
  try {
    const value =
      message === undefined ? (parsed ?? {}) : { ...given, ...decodeMessage(message, expected.schema) };
    await pacer?.step();
    // Reading a message leaves no field that is unknown.
    const shaper = new Normalizer(validation === 'Ignore' || message !== undefined ? undefined : unknown);
    const shaped = shaper.normalize(value, expected.schema, typeFields);
    await pacer?.step();
    if (!expected.limitsItself)
      checkObjectSize(shaped, text === undefined ? body.length * maxGrowth : body.length);
    await pacer?.step();
    const { kind, apiVersion } = wantedType(expected);
    const object = { ...shaped, kind, apiVersion } as ApiObject;
    const givenVersion = given.apiVersion;
    if (validation === 'Ignore') return { object, givenVersion, problems: [] };
    await pacer?.step();
    const repeated = text === undefined && message === undefined && !cbor ? body.repeatedKeys() : [];
    const problems = cbor ? unknownInCbor(parsed, unknown) : fieldFaultsOf(unknown, parsed, text, expected);
    if (validation === 'Strict' && repeated.length + problems.length > 0) {
      const all = repeated.length === 0 ? problems : [repeatedKeysError(repeated), ...problems];
      throw new DecodeError(`strict decoding error: ${all.join(', ')}`);
    }
    return { object, givenVersion, problems: [...repeated, ...problems] };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const isYaml = text === undefined && message === undefined && !cbor;
    const first = isYaml ? firstProblem(parsed, expected) : undefined;
    throw cannotBeHandled(given, expected, first ?? error.message);
  }
}

/** The fields of YAML come to the decoder sorted: of several values of a wrong type the first in that order is told of. */
function firstProblem(value: unknown, expected: Expected): string | undefined {
  if (!isMap(value)) return undefined;
  for (const name of Object.keys(value).sort()) {
    try {
      new Normalizer(undefined).normalize({ [name]: value[name] }, expected.schema, typeFields);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      return error.message;
    }
  }
  return undefined;
}

/**
 * In the order in which Go's decoders report them: a text of JSON is read once for both, but for a custom resource first
 * for duplicates; the fields of YAML come to the decoder sorted.
 */
function fieldFaultsOf(
  unknown: readonly string[],
  parsed: unknown,
  text: string | undefined,
  { custom }: Expected,
): string[] {
  const mayRepeat = text !== undefined && mayRepeatNames(text, parsed);
  if (text !== undefined && !custom) return mayRepeat || unknown.length > 0 ? fieldErrors(text, unknown) : [];
  const repeated = mayRepeat ? duplicateFields(text) : [];
  return [...repeated.map(duplicateField), ...[...unknown].sort().map(unknownField)];
}

interface Parsed {
  value: unknown;
  /** The JSON text, when it was one. */
  text?: string;
  /** The object in Protobuf, which only its type gives a meaning to: the value has just kind and apiVersion. */
  message?: Uint8Array;
  /** Whether it came in CBOR. */
  cbor?: boolean;
}

/** Bytes of JSON that one byte of Protobuf becomes at most: names of fields are not in it. */
const maxGrowth = 12;

/** The media types that bodies may have. */
const bodyFormats: readonly string[] = [...formats, ...protobufMediaTypes];

/** The media type of a body. Throws UnsupportedMediaType. */
export function bodyType(contentType: string | undefined, { mediaTypes }: KnownKinds): string {
  const type = contentType ? (parseMediaType(contentType)?.type ?? '') : 'application/json';
  const isKnown = bodyFormats.includes(type) || (type === cborMediaType && mediaTypes.includes(type));
  if (!isKnown || !isWellFormedType(contentType ?? '')) throw unsupportedMediaType(mediaTypes);
  return type;
}

async function parseBody(
  body: Body,
  contentType: string | undefined,
  expected: Expected,
  known: KnownKinds,
  pacer: Pacer | undefined,
): Promise<Parsed> {
  const type = bodyType(contentType, known);
  if (protobufMediaTypes.includes(type)) return parseEnvelope(body.bytes, expected);
  if (type === cborMediaType) return parseCborBody(body.bytes, expected, pacer);
  const isYaml = type === 'application/yaml';
  try {
    if (isYaml) return { value: body.yaml() };
    const text = body.toString();
    const survey = surveyBody(text);
    await pacer?.step();
    return { value: parseBodyText(text, survey), text };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    if (expected.custom) throw cannotBeHandled(wantedType(expected), expected, error.message);
    throw unrecognized(expected, body.bytes, isYaml ? yamlError(error, expected) : typeError(error.message));
  }
}

async function parseCborBody(body: Buffer, expected: Expected, pacer: Pacer | undefined): Promise<Parsed> {
  const { value, repeated } = await readCbor(body, expected, pacer);
  if (repeated === undefined) return { value, cbor: true };
  if (repeated.isOutermost) throw unrecognized(expected, body, noTypeIn(repeated.problem));
  throw cannotBeHandled(givenType(value, body, expected), expected, repeated.problem);
}

async function readCbor(body: Buffer, expected: Expected, pacer?: Pacer): Promise<DecodedCbor> {
  try {
    const decoded = await decodeCborInSteps(body, pacer);
    if (typeof decoded.value === 'object' && decoded.value !== null && !Array.isArray(decoded.value))
      return decoded;
    if (decoded.value === null) return decoded;
    throw new DecodeError(`cbor: cannot unmarshal ${cborTypeOf(body)} into Go value of type v1.TypeMeta`);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw unrecognized(expected, body, noTypeIn(error.message));
  }
}

const noTypeIn = (why: string): string => `unable to determine group/version/kind: ${why}`;

/** The first unknown field, by its place in the map that has it, as the library says it. */
function unknownInCbor(value: unknown, unknown: readonly string[]): string[] {
  const [first] = unknown;
  if (first === undefined) return [];
  const steps = first.split(/[.[\]]+/).filter((step) => step !== '');
  let holder = value;
  for (const step of steps.slice(0, -1)) holder = (holder as Record<string, unknown> | undefined)?.[step];
  const index = Object.keys((holder as object | undefined) ?? {}).indexOf(steps.at(-1)!);
  return [`cbor: found unknown field at map element index ${Math.max(0, index)}`];
}

function parseEnvelope(body: Buffer, expected: Expected): Parsed {
  try {
    const { raw: message, ...value } = decodeEnvelope(body);
    return { value, message };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    if (expected.custom) throw cannotBeHandled(wantedType(expected), expected, error.message);
    throw unrecognized(expected, body, error.message);
  }
}
