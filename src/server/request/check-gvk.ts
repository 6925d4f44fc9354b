import { jsonTypeOf } from '../../api/codec/type-text.ts';
import { typeFields } from '../../api/meta/metadata.ts';
import { badRequest, StatusError } from '../../api/meta/status.ts';
import type { StructSchema } from '../../api/schema/schema.ts';
import { goQuote } from '../../util/quote.ts';
import type { KnownKinds } from '../known-kinds.ts';

/** The type that a body must have. */
export interface Expected {
  /** `apps`; "" for the core group. */
  group: string;
  version: string;
  kind: string;
  schema: StructSchema;
  /** Whether it is a custom resource, whose body has to say of which type it is. */
  custom?: boolean;
  /** No message repeats what is sent. */
  confidential?: boolean;
  /** Its validation says how much an object may hold. */
  limitsItself?: boolean;
  /** Messages name this type where the kind of a body is unknown: `v1.Scale`. */
  readAs?: string;
  /** Options: the kind exists in the version of every group. */
  anyVersion?: boolean;
  /** Other apiVersions in which it has the same shape: `policy/v1beta1`. */
  otherVersions?: readonly string[];
}

/** The apiVersion and kind of a body. */
export interface GivenType {
  kind: string;
  apiVersion: string;
}

/** The apiVersion and kind of the endpoint. */
export function wantedType({ group, version, kind }: Expected): GivenType {
  return { kind, apiVersion: group === '' ? version : `${group}/${version}` };
}

/** The kind and apiVersion of a value, those of the endpoint where it has none. Nothing at all is an empty object. */
export function givenType(value: unknown, body: Buffer, expected: Expected): GivenType {
  const wanted = wantedType(expected);
  if (value === null || value === undefined) return wanted;
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw unrecognized(expected, body, noObjectError(value));
  }
  const own = value as Record<string, unknown>;
  for (const field of Object.keys(own)) {
    if (!typeFields.includes(field) || typeof (own[field] ?? '') === 'string') continue;
    const why = `json: cannot unmarshal ${jsonTypeOf(own[field])} into Go struct field .${field} of type string`;
    throw unrecognized(expected, body, typeError(why));
  }
  const apiVersion = (own['apiVersion'] as string | null | undefined) || wanted.apiVersion;
  if (apiVersion.split('/').length > 2)
    throw unrecognized(expected, body, `unexpected GroupVersion string: ${apiVersion}`);
  return { kind: (own['kind'] as string | null | undefined) || wanted.kind, apiVersion };
}

/** Name of the type that kind and apiVersion are read into. */
const typeStruct =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** Said of a value that is no object: it has neither kind nor apiVersion. */
export const noObjectError = (value: unknown): string =>
  typeError(`json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type ${typeStruct}`);

/** Called for what has no kind and apiVersion to be read. */
export const typeError = (why: string): string => `couldn't get version/kind; json parse error: ${why}`;

/** Throws for an object of an unregistered type, or of another type than the endpoint's. */
export function checkType(given: GivenType, expected: Expected, known: KnownKinds): void {
  const { kind, apiVersion } = given;
  const wanted = wantedType(expected);
  if (expected.anyVersion && kind !== wanted.kind) {
    // Their reader knows the kinds of their own group, and no others that there are.
    const isKnown = known.hasMeta(apiVersion, kind, expected.group);
    const why = isKnown
      ? `decoded object cannot be converted to ${wanted.kind}`
      : notRegistered(kind, apiVersion, known);
    throw cannotBeHandled(given, expected, why);
  }
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
    if (expected.readAs !== undefined) {
      const scheme = goQuote(known.registry);
      throw badRequest(`no kind is registered for the type ${expected.readAs} in scheme ${scheme}`);
    }
    throw cannotBeHandled(given, expected, notRegistered(kind, apiVersion, known));
  }
  const from = `${versionOf(apiVersion)}.${kind}`;
  const to = `${expected.group.split('.')[0] || 'core'}.${expected.kind}`;
  throw cannotBeHandled(given, expected, `converting (${from}) to (${to}): unknown conversion`);
}

export const notRegistered = (kind: string, apiVersion: string, { registry }: KnownKinds): string =>
  `no kind ${goQuote(kind)} is registered for version ${goQuote(apiVersion)} in scheme ${goQuote(registry)}`;

const versionOf = (apiVersion: string): string => apiVersion.slice(apiVersion.indexOf('/') + 1);

/** Called for an object whose kind is known. */
export function cannotBeHandled(
  { kind, apiVersion }: GivenType,
  { kind: wanted, anyVersion }: Expected,
  why: string,
): StatusError {
  if (anyVersion) return new StatusError(500, undefined, why);
  return badRequest(
    `${kind} in version ${goQuote(versionOf(apiVersion))} cannot be handled as a ${wanted}: ${why}`,
  );
}

/** Called for what has no kind. */
export function unrecognized(
  { kind, anyVersion, confidential }: Expected,
  body: Buffer,
  why: string,
): StatusError {
  if (anyVersion) return new StatusError(500, undefined, why);
  return badRequest(
    `the object provided is unrecognized (must be of type ${kind}): ${why} (${confidential ? redacted : summary(body)})`,
  );
}

/** Reason that a text is no YAML; its reader repeats words of it. */
export const yamlError = ({ message }: Error, { confidential }: Pick<Expected, 'confidential'>): string =>
  confidential ? `error converting YAML to JSON: yaml: ${redacted}` : message;

/** Stands in messages for what an object of a confidential kind holds. */
export const redacted = '<secret contents redacted>';

/** The beginning of what cannot be understood: as text when it looks like JSON, else in hexadecimal. */
function summary(body: Buffer): string {
  if (body.length === 0) return '<empty>';
  const start = body.subarray(0, 30);
  const shown = body[0] === 0x7b ? start.toString() : start.toString('hex');
  return body.length > start.length ? `${shown} ...` : shown;
}
