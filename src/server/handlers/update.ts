import { checkDefaultedSize } from '../../api/codec/object-size.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { badRequest } from '../../api/meta/status.ts';
import type { UpdateFunc } from '../../registry/write/update-func.ts';
import type { RulesFor } from '../../registry/write/update-rules.ts';
import type { Updater } from '../../registry/write/updater.ts';
import type { Exchange, Handler } from '../exchange.ts';
import type { Representations } from '../representation/representations.ts';
import type { CreationCheck } from '../request/creation-check.ts';
import { auditDefaulted, decodeFor } from '../request/decode-request.ts';
import { fieldOwnerOf } from '../request/field-owner.ts';
import { retryWithoutManagedFields, withoutManagedFieldsIf } from '../request/ownership-budget.ts';
import { readBody } from '../request/read-body.ts';
import { admissionOf } from '../request/request-admission.ts';
import { parseWriteOptions } from '../request/write-options.ts';
import { sendWritten } from '../response/send-object.ts';

export interface UpdateDependencies {
  updater: Updater;
  representations: Representations;
  rulesFor: RulesFor;
  /** Refuses creations; undefined where an update never creates. */
  mayCreate?: CreationCheck;
}

/**
 * PUT of an object, or of a subresource that takes the whole object. Creates where the rules allow it and there is
 * a check of who may.
 */
export function updateHandler({
  updater,
  representations,
  rulesFor,
  mayCreate,
}: UpdateDependencies): Handler {
  return async (exchange) => {
    const { info, served, state } = exchange;
    const body = await readBody(exchange);
    const options = parseWriteOptions(exchange, 'UpdateOptions');
    const decode = async (): Promise<ApiObject> => {
      const decoded = await decodeFor(exchange, body, options.fieldValidation);
      checkIdentity(exchange, decoded);
      const object = served.codec.toStored(decoded);
      auditDefaulted(exchange, object);
      checkDefaultedSize(object, body.length, served.definition);
      return object;
    };
    // Decoded before anything is read, and again for each further attempt: an attempt changes its object.
    let first: ApiObject | undefined = await decode();
    const { uid } = first.metadata;
    const namespace = served.definition.namespaced ? info.namespace : '';
    const rules = rulesFor(served.resource, served.apiVersion);
    const change = (skipsManagedFields: boolean): UpdateFunc => ({
      ...rules,
      mayCreate: rules.mayCreate && mayCreate !== undefined,
      uid,
      object: async (stored) => {
        const object = withoutManagedFieldsIf(skipsManagedFields, first ?? (await decode()));
        first = undefined;
        if (stored === undefined) await mayCreate!(exchange);
        return object;
      },
    });
    const written = await retryWithoutManagedFields((skipsManagedFields) =>
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
    );
    sendWritten(exchange, representations, written.created ? 201 : 200, written);
  };
}

/** Name and namespace of the body are those of the path, or left out (the name may not be). */
export function checkIdentity({ info, served }: Exchange, { metadata }: ApiObject): void {
  if (!metadata.name) {
    throw badRequest(
      `the name of the object (${info.name} based on URL) was undeterminable: name must be provided`,
    );
  }
  if (metadata.name !== info.name) {
    throw badRequest(
      `the name of the object (${metadata.name}) does not match the name on the URL (${info.name})`,
    );
  }
  if (!served.definition.namespaced) return;
  metadata.namespace ||= info.namespace;
  if (metadata.namespace !== info.namespace) {
    throw badRequest(
      `the namespace of the object (${metadata.namespace}) does not match the namespace on the request (${info.namespace})`,
    );
  }
}
