import type { Request } from 'express';
import { cborMediaType } from '../../api/codec/cbor/cbor.ts';
import { parseJson } from '../../api/codec/json.ts';
import { parseMediaType } from '../../api/codec/media-type.ts';
import { checkDefaultedSize } from '../../api/codec/object-size.ts';
import { StatusError, unsupportedMediaType } from '../../api/meta/status.ts';
import type { KindDefinition } from '../../api/schema/schema.ts';
import { forbidden } from '../../api/validation/field-errors.ts';
import { reusableSubtrees } from '../../registry/reusable-subtrees.ts';
import type { UpdateFunc } from '../../registry/write/update-func.ts';
import type { RulesFor } from '../../registry/write/update-rules.ts';
import type { Updater } from '../../registry/write/updater.ts';
import type { Exchange, Handler } from '../exchange.ts';
import type { KnownKinds } from '../known-kinds.ts';
import {
  jsonPatchMethod,
  mergePatchMethod,
  type ParsedPatch,
  type PatchMethod,
  strategicPatchMethod,
} from '../patch/patch-methods.ts';
import type { Representations } from '../representation/representations.ts';
import { redacted } from '../request/check-gvk.ts';
import { fieldOwnerOf } from '../request/field-owner.ts';
import { retryWithoutManagedFields, withoutManagedFieldsIf } from '../request/ownership-budget.ts';
import { patchedObject, withStatus } from '../request/patched-object.ts';
import { applyCborType, applyMediaType, readBody } from '../request/read-body.ts';
import { dropRepeatedOwners } from '../request/repeated-owners.ts';
import { admissionOf } from '../request/request-admission.ts';
import { parseWriteOptions, type WriteRequestOptions } from '../request/write-options.ts';
import { sendWritten } from '../response/send-object.ts';
import { checkIdentity } from './update.ts';

/** The media types of patches, in the order of the 415 message. Apply comes after these. */
export const patchMethods: readonly PatchMethod[] = [jsonPatchMethod, mergePatchMethod, strategicPatchMethod];

/** Their definitions do not say how to merge lists strategically. */
const ofCustomResources: readonly PatchMethod[] = [jsonPatchMethod, mergePatchMethod];

export interface PatchDependencies {
  updater: Updater;
  representations: Representations;
  rulesFor: RulesFor;
}

/** PATCH of an object, or of a subresource that takes the whole object. Never creates. */
export function patchHandler({ updater, representations, rulesFor }: PatchDependencies): Handler {
  return async (exchange) => {
    const { info, served, state } = exchange;
    const { patch, options } = await readPatch(exchange);
    const rules = rulesFor(served.resource, served.apiVersion);
    const change = (skipsManagedFields: boolean): UpdateFunc => ({
      ...rules,
      mayCreate: false,
      object: async (copy, stored) => {
        const { isStored } = served.codec;
        const base = isStored ? stored! : served.codec.fromStored(copy!());
        const { object, problems } = await patchedObject(base, patch, served.definition, {
          validation: options.fieldValidation,
          pacer: state.pacer,
          known: exchange.api.writes.namesUnknownKinds ? exchange.api.known : undefined,
          shared: isStored ? reusableSubtrees(served.resource.rules, stored!) : undefined,
        });
        state.warnings.push(...problems);
        dropRepeatedOwners(exchange, object);
        checkIdentity(exchange, object);
        await state.pacer?.step();
        const result = served.codec.toStored(withoutManagedFieldsIf(skipsManagedFields, object));
        checkDefaultedSize(result, patch.growth, served.definition);
        return result;
      },
    });
    const namespace = served.definition.namespaced ? info.namespace : '';
    const written = await withoutContents(exchange, patch, () =>
      retryWithoutManagedFields((skipsManagedFields) =>
        updater.update({
          resource: served.resource,
          namespace,
          name: info.name,
          change: change(skipsManagedFields),
          options: {
            ...options,
            writer: fieldOwnerOf(exchange, options.fieldManager, rules.filter),
            admission: admissionOf(exchange, options),
            skipsManagedFields,
            pacer: state.pacer,
          },
        }),
      ),
    );
    sendWritten(exchange, representations, 200, written);
  };
}

/** A write whose refusal shows no stored data of a confidential kind, wherever the patch may have brought it. */
async function withoutContents<T>(
  { served, info }: Exchange,
  patch: ParsedPatch,
  write: () => Promise<T>,
): Promise<T> {
  const { confidential, group, kind } = served.definition;
  if (!confidential || !patch.relocates) return write();
  return write().catch((error) => {
    if (!(error instanceof StatusError)) throw error;
    const { code, reason } = error;
    throw new StatusError(code, reason, `the patch is refused: ${redacted}`, {
      name: info.name,
      group,
      kind,
    });
  });
}

/** The patch and the options of a request. Throws StatusError. */
export async function readPatch(
  exchange: Exchange,
): Promise<{ patch: ParsedPatch; options: WriteRequestOptions }> {
  const { request, info, state, served } = exchange;
  const method = methodOf(request, served.definition, exchange.api.known);
  const force = info.query.has('force')
    ? [forbidden('force', 'may not be specified for non-apply patch')]
    : [];
  const options = parseWriteOptions(exchange, 'PatchOptions', force);
  const text = (await readBody(exchange)).toString();
  state.audit?.patched(text, () => parseJson(text));
  const patch = withStatus(() => method.parse(text, options.fieldValidation !== 'Ignore'));
  await state.pacer?.step();
  return { patch, options };
}

function methodOf({ headers }: Request, { custom }: KindDefinition, known: KnownKinds): PatchMethod {
  const methods = custom ? ofCustomResources : patchMethods;
  const type = parseMediaType(headers['content-type'] ?? '')?.type;
  const method = methods.find(({ mediaType }) => mediaType === type);
  if (method === undefined) {
    const offersCbor = known.mediaTypes.includes(cborMediaType);
    const applyTypes = offersCbor ? [applyMediaType, applyCborType] : [applyMediaType];
    throw unsupportedMediaType([...methods.map(({ mediaType }) => mediaType), ...applyTypes]);
  }
  return method;
}
