import { DecodeError, parseJson } from '../../api/codec/json.ts';
import { equalValues } from '../../api/json/json-values.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { badRequest, internalError } from '../../api/meta/status.ts';
import { applyJsonPatchPaced, type JsonPatch, toJsonPatch } from '../../api/patch/json-patch.ts';
import { PatchError } from '../../api/patch/patch-error.ts';
import { FieldPath, fieldErrorsText } from '../../api/validation/field-errors.ts';
import { validateManagedFields } from '../../api/validation/managed-fields-validation.ts';
import { Pacer } from '../../util/pacer.ts';
import { goQuote } from '../../util/quote.ts';
import type { VersionedObjects } from '../matching/versioned-objects.ts';
import { type AdmissionAttributes, overwrite } from '../plugin.ts';
import type { ReviewResponse } from './answer.ts';
import { WebhookCallError } from './failures.ts';
import type { Candidate } from './webhook-index.ts';

/** The operations of an answer's patch; none when it has no patch. Throws an internal error for what is no patch. */
export function patchOf({ patch }: ReviewResponse): JsonPatch {
  return patch === '' ? [] : orInternalError(() => toJsonPatch(parseJson(patch)));
}

/**
 * Changes the request's object as a webhook says, in the version in which the webhook saw it. True when that made a
 * difference. Throws StatusError, and leaves the object as it was, when the patch does not apply or breaks it.
 */
export async function applyPatch(
  patch: JsonPatch,
  answer: ReviewResponse,
  { webhook: { name }, as }: Candidate,
  attributes: AdmissionAttributes,
  shown: VersionedObjects,
): Promise<boolean> {
  const { object } = attributes;
  if (object === undefined) {
    throw internalError(
      `admission webhook ${goQuote(name)} attempted to modify the object, which is not supported for this operation`,
    );
  }
  if (answer.patchType !== 'JSONPatch') {
    throw new WebhookCallError(name, `unsupported patch type ${goQuote(answer.patchType)}`, { code: 400 });
  }
  const before = shown.valueAs(as);
  const after = await applyJsonPatchPaced(before, patch, new Pacer()).catch(throwInternal);
  const changed = shown.shaped(after, as);
  if (equalValues(changed, shown.shaped(before, as))) return false;
  checkNamespace(changed, object);
  keepOwners(changed, object, attributes);
  overwrite(object, shown.toStored(changed, as));
  shown.forget();
  return true;
}

/** Authorization was for this namespace, and the object is kept there whatever it says. */
function checkNamespace({ metadata: changed }: ApiObject, { metadata }: ApiObject): void {
  if ((changed?.namespace ?? '') === (metadata?.namespace ?? '')) return;
  throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
}

/** Keeps the old managedFields when a webhook has made them unreadable. */
function keepOwners(
  { metadata: changed }: ApiObject,
  { metadata }: ApiObject,
  { warn }: AdmissionAttributes,
): void {
  const owners = changed?.managedFields;
  if (owners === undefined || equalValues(owners, metadata.managedFields)) return;
  const problems = validateManagedFields(owners, FieldPath.of('metadata', 'managedFields'));
  if (problems.length === 0) return;
  if (metadata.managedFields === undefined) delete changed.managedFields;
  else changed.managedFields = metadata.managedFields;
  warn(
    '.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating ' +
      `admission controller; please fix your requests: ${fieldErrorsText(problems)}`,
  );
}

function orInternalError<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    return throwInternal(error);
  }
}

function throwInternal(error: unknown): never {
  if (error instanceof PatchError || error instanceof DecodeError) throw internalError(error.message);
  throw error;
}
