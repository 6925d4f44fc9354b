import { unknownField } from '../../api/codec/duplicate-fields.ts';
import { DecodeError } from '../../api/codec/json.ts';
import { Normalizer } from '../../api/codec/normalizer.ts';
import { checkDefaultedSize } from '../../api/codec/object-size.ts';
import { isMap, type JsonMap } from '../../api/json/json-values.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { typeFields } from '../../api/meta/metadata.ts';
import { badRequest, entityTooLarge, StatusError } from '../../api/meta/status.ts';
import { PatchError } from '../../api/patch/patch-error.ts';
import { apiVersionOf } from '../../api/schema/schema.ts';
import { sortedDeep } from '../../api/structural-schema/prune.ts';
import { invalid } from '../../api/validation/field-errors.ts';
import { invalidObject } from '../../api/validation/invalid-object.ts';
import type { Pacer } from '../../util/pacer.ts';
import type { FieldValidation } from '../field-validation.ts';
import type { KnownKinds } from '../known-kinds.ts';
import type { ParsedPatch } from '../patch/patch-methods.ts';
import { noObjectError, notRegistered, redacted } from './check-gvk.ts';
import { otherCustomKind } from './custom-type.ts';
import type { Decoded, Expected } from './decode-body.ts';

export interface PatchOptions {
  validation: FieldValidation;
  /** Subtrees of the old object that the result may share: see `reusableSubtrees`. */
  shared?: JsonMap | undefined;
  pacer?: Pacer | undefined;
  /** Undefined: messages do not say that a kind is unknown. */
  known: KnownKinds | undefined;
}

/**
 * An object with a patch applied to it, decoded as a body is. Throws StatusError: for a patch that does not
 * apply what its problem asks for, for a result that is no object of the type Invalid.
 */
export async function patchedObject(
  base: ApiObject,
  patch: ParsedPatch,
  expected: Expected,
  { validation, shared, pacer, known }: PatchOptions,
): Promise<Decoded> {
  const result = await applied(base, patch, expected, pacer);
  await pacer?.step();
  const unknown: string[] = [];
  try {
    const shaper = new Normalizer(validation === 'Ignore' ? undefined : unknown, patch.mismatchText);
    const object = decodeResult(result, { expected, known }, (value) =>
      shaper.normalize(value, expected.schema, typeFields, shared),
    );
    await pacer?.step();
    checkDefaultedSize(object, patch.growth, expected);
    await pacer?.step();
    // A patched object comes to Go's decoder with sorted fields.
    const problems = [...patch.problems(), ...unknown.sort().map(unknownField)];
    if (validation === 'Strict' && problems.length > 0) {
      throw new DecodeError(`strict decoding error: ${problems.join(', ')}`);
    }
    return { object, givenVersion: object.apiVersion, problems };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    // The fields of a custom resource are sorted wherever it is written.
    const written = expected.custom && known !== undefined ? sortedDeep(result) : result;
    const shown = expected.confidential ? redacted : patch.shown(written);
    throw invalidObject({ group: '', kind: '' }, '', [invalid('patch', shown, error.message)]);
  }
}

async function applied(
  base: ApiObject,
  patch: ParsedPatch,
  { schema, confidential }: Expected,
  pacer: Pacer | undefined,
): Promise<unknown> {
  try {
    return await patch.apply(base, schema, pacer);
  } catch (error) {
    throw error instanceof PatchError ? patchStatus(error, confidential === true) : error;
  }
}

function decodeResult(
  result: unknown,
  { expected, known }: { expected: Expected; known: KnownKinds | undefined },
  shape: (value: JsonMap) => object,
): ApiObject {
  if (!isMap(result)) throw new DecodeError(noObjectError(result));
  const apiVersion = apiVersionOf(expected);
  const kind = result['kind'] ?? expected.kind;
  const version = result['apiVersion'] ?? apiVersion;
  if (kind !== expected.kind || version !== apiVersion) {
    if (
      known !== undefined &&
      expected.custom &&
      version === apiVersion &&
      typeof kind === 'string' &&
      kind !== ''
    )
      throw otherCustomKind(result, kind, expected);
    if (known !== undefined && !known.has(String(version), String(kind))) {
      throw new DecodeError(notRegistered(String(kind), String(version), known));
    }
    const given = expected.confidential ? redacted : `${version} ${kind}`;
    throw new DecodeError(`${given} cannot be handled as ${apiVersion} ${expected.kind}`);
  }
  const shaped = shape(result);
  return { ...shaped, kind: expected.kind, apiVersion } as ApiObject;
}

/** Runs what may throw PatchError, and throws the StatusError for it instead. */
export function withStatus<T>(work: () => T, isConfidential = false): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof PatchError ? patchStatus(error, isConfidential) : error;
  }
}

function patchStatus({ code, message }: PatchError, isConfidential: boolean): StatusError {
  switch (code) {
    case 'Malformed':
      return badRequest(message);
    case 'TooLarge':
      return entityTooLarge(message);
    case 'Rejected':
      return new StatusError(
        422,
        'Invalid',
        'the server rejected our request due to an error in our request',
        {},
      );
    case 'Unsupported':
      return new StatusError(422, 'Invalid', message, {});
    case 'Unmergeable':
      // A problem of the client, and yet what clients know.
      return new StatusError(
        500,
        undefined,
        isConfidential ? `unable to merge the patch: ${redacted}` : message,
      );
  }
}
