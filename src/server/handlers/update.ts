import type { ApiObject } from '../../api/machinery/metadata.ts';
import { badRequest } from '../../api/machinery/status.ts';
import type { Change } from '../../registry/change.ts';
import type { StoredResource } from '../../registry/resource.ts';
import type { Writer } from '../../registry/writer.ts';
import { readBody } from '../body.ts';
import type { CreationCheck } from '../creation-check.ts';
import { decodeFor } from '../decode-request.ts';
import type { Exchange, Handler } from '../exchange.ts';
import { fieldWriterOf, statusCounts } from '../field-writer.ts';
import { orWithoutRecord, recordedOr } from '../record-size.ts';
import { admissionOf } from '../request-admission.ts';
import { sendWritten } from '../send-object.ts';
import type { Views } from '../views.ts';
import { parseWriteOptions } from '../write-options.ts';

/** What an update of a resource or one of its sub-resources does with the two states of the object. */
export type UpdateRules = Omit<Change, 'object' | 'uid'>;

/** They may depend on the version through which the client updates. */
export type RulesFor = (resource: StoredResource, apiVersion: string) => UpdateRules;

/**
 * PUT of an object, or of a sub-resource that takes the whole object. Creates where the rules allow it and there is
 * a check of who may.
 */
export function updateHandler(
  writer: Writer,
  views: Views,
  metaGroup: string,
  rulesFor: RulesFor,
  mayCreate?: CreationCheck,
): Handler {
  return async (exchange) => {
    const { info, served } = exchange;
    const body = await readBody(exchange);
    const options = parseWriteOptions(info.query, 'UpdateOptions', metaGroup);
    const decode = async (): Promise<ApiObject> => {
      const decoded = await decodeFor(exchange, body, options.fieldValidation);
      checkIdentity(exchange, decoded);
      return served.form.toStored(decoded);
    };
    // Decoded before anything is read, and again for each further attempt: an attempt changes its object.
    let first: ApiObject | undefined = await decode();
    const { uid } = first.metadata;
    const namespace = served.definition.namespaced ? info.namespace : '';
    const rules = rulesFor(served.resource, served.apiVersion);
    const change = (withRecord: boolean): Change => ({
      ...rules,
      mayCreate: rules.mayCreate && mayCreate !== undefined,
      uid,
      object: async (stored) => {
        const object = recordedOr(withRecord, first ?? (await decode()));
        first = undefined;
        if (stored === undefined) await mayCreate!(exchange);
        return object;
      },
    });
    const { json, created } = await orWithoutRecord((withRecord) =>
      writer.update(served.resource, namespace, info.name, change(withRecord), {
        ...options,
        writer: fieldWriterOf(exchange, options.fieldManager, rules.counts),
        admission: admissionOf(exchange, options),
        isRecorded: !withRecord,
        bodyBytes: body.length,
      }),
    );
    sendWritten(exchange, views, created ? 201 : 200, json);
  };
}

/** The main resource: everything but what the kind keeps. */
export function mainRules({ rules }: StoredResource): UpdateRules {
  return {
    mayCreate: rules.allowsCreateOnUpdate ?? false,
    countsGeneration: true,
    allocates: true,
    prepare: (object, old, apiVersion) => rules.prepareForUpdate?.(object, old, apiVersion),
    validate: (object, old, apiVersion) => rules.validateUpdate?.(object, old, apiVersion) ?? [],
  };
}

/** The sub-resource `status`: everything but status and metadata stays as it is stored. */
export function statusRules({ rules }: StoredResource): UpdateRules {
  return {
    mayCreate: false,
    countsGeneration: false,
    counts: statusCounts(rules.status?.keeps),
    prepare: (object, old, apiVersion) => {
      if (rules.status?.prepareForUpdate !== undefined)
        rules.status.prepareForUpdate(object, old, apiVersion);
      else keepAllButStatus(object, old);
    },
    validate: (object, old, apiVersion) => rules.status?.validateUpdate?.(object, old, apiVersion) ?? [],
  };
}

function keepAllButStatus(object: ApiObject, old: ApiObject): void {
  for (const field of new Set([...Object.keys(object), ...Object.keys(old)])) {
    if (!['kind', 'apiVersion', 'metadata', 'status'].includes(field)) object[field] = old[field];
  }
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
