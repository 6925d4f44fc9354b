import { checkDefaultedSize } from '../../api/codec/object-size.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { Creator } from '../../registry/write/creator.ts';
import type { Handler } from '../exchange.ts';
import type { Representations } from '../representation/representations.ts';
import { checkCustomCreation } from '../request/custom-creation.ts';
import { bodyType } from '../request/decode-body.ts';
import { auditDefaulted, decodeFor } from '../request/decode-request.ts';
import { fieldOwnerOf } from '../request/field-owner.ts';
import { retryWithoutManagedFields, withoutManagedFieldsIf } from '../request/ownership-budget.ts';
import { readBody } from '../request/read-body.ts';
import { admissionOf } from '../request/request-admission.ts';
import { parseWriteOptions } from '../request/write-options.ts';
import { sendWritten } from '../response/send-object.ts';

export interface CreateDependencies {
  creator: Creator;
  representations: Representations;
}

/** POST to a collection. */
export function createHandler({ creator, representations }: CreateDependencies): Handler {
  return async (exchange) => {
    const { request, info, served, api, state } = exchange;
    // Errors in the order of the original: a create checks the media type first, an update last.
    bodyType(request.headers['content-type'], api.known);
    const body = await readBody(exchange);
    const options = parseWriteOptions(exchange, 'CreateOptions');
    const namespace = served.definition.namespaced ? info.namespace : '';
    let first: ApiObject | undefined = await decodeFor(exchange, body, options.fieldValidation);
    const written = await retryWithoutManagedFields(async (skipsManagedFields) => {
      // Decode again: create mutates its input. Warnings were already reported.
      const decoded = withoutManagedFieldsIf(
        skipsManagedFields,
        first ?? (await decodeFor(exchange, body, 'Ignore')),
      );
      first = undefined;
      const object = served.codec.toStored(decoded);
      auditDefaulted(exchange, object);
      checkCustomCreation(served, object.metadata.name ?? '');
      checkDefaultedSize(object, body.length, served.definition);
      return creator.create(served.resource, namespace, object, {
        ...options,
        writer: fieldOwnerOf(exchange, options.fieldManager),
        admission: admissionOf(exchange, options),
        skipsManagedFields,
        pacer: state.pacer,
      });
    });
    sendWritten(exchange, representations, 201, written);
  };
}
