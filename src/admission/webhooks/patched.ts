import { DecodeError, parseJson } from '../../api/codec/json.ts';
import { equalValues } from '../../api/json/json-values.ts';
import { internalError } from '../../api/meta/status.ts';
import { applyJsonPatchPaced, type JsonPatch, toJsonPatch } from '../../api/patch/json-patch.ts';
import { PatchError } from '../../api/patch/patch-error.ts';
import { Pacer } from '../../util/pacer.ts';
import { goQuote } from '../../util/quote.ts';
import { replaceObject } from '../matching/replace-object.ts';
import type { VersionedObjects } from '../matching/versioned-objects.ts';
import type { AdmissionAttributes } from '../plugin.ts';
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
  replaceObject(changed, as, attributes, shown);
  return true;
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
