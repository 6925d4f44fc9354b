import { DecodeError, parseJson } from '../../api/codec/json.ts';
import { equalValues } from '../../api/json/json-values.ts';
import { internalError } from '../../api/meta/status.ts';
import { applyJsonPatchPaced, type JsonPatch, toJsonPatch } from '../../api/patch/json-patch.ts';
import { operationProblem } from '../../api/patch/operation-problem.ts';
import { OperationError, PatchError } from '../../api/patch/patch-error.ts';
import { Pacer } from '../../util/pacer.ts';
import { goQuote } from '../../util/quote.ts';
import { replaceObject } from '../matching/replace-object.ts';
import type { VersionedObjects } from '../matching/versioned-objects.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import type { ReviewResponse } from './answer.ts';
import { WebhookCallError } from './failures.ts';
import type { Candidate } from './webhook-index.ts';

/**
 * The operations of an answer's patch; none when it has no patch. Throws for what is no patch: an internal error, or,
 * where `failsCall`, that of a call that failed.
 */
export function patchOf({ patch }: ReviewResponse, webhook: string, failsCall: boolean): JsonPatch {
  if (patch === '') return [];
  try {
    return toJsonPatch(parseJson(patch));
  } catch (error) {
    if (!failsCall || !isUndecodable(error)) throw internalOf(error);
    const reason = `received undecodable patch in webhook response: ${error.message}`;
    throw new WebhookCallError(webhook, reason, { code: 500 });
  }
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
  const after = await applyJsonPatchPaced(before, patch, new Pacer()).catch((error) => {
    throw error instanceof OperationError
      ? internalError(operationProblem(error) ?? error.message)
      : internalOf(error);
  });
  const changed = shown.shaped(after, as);
  if (equalValues(changed, shown.shaped(before, as))) return false;
  replaceObject(changed, as, attributes, shown);
  return true;
}

const isUndecodable = (error: unknown): error is Error =>
  error instanceof PatchError || error instanceof DecodeError;

/** An internal error for what is wrong with a patch; any other error is itself. */
const internalOf = (error: unknown): unknown => (isUndecodable(error) ? internalError(error.message) : error);
