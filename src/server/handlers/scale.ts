import type { Admission } from '../../admission/admission.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { badRequest, conflict, noSuchResource, notFoundError, StatusError } from '../../api/meta/status.ts';
import { FieldPath, invalid } from '../../api/validation/field-errors.ts';
import { invalidObject } from '../../api/validation/invalid-object.ts';
import { decodeServed } from '../../registry/conversion/object-codec.ts';
import type { ScaleRules } from '../../registry/kind-rules.ts';
import type { Reader } from '../../registry/read/reader.ts';
import { mainRules } from '../../registry/write/update-rules.ts';
import type { Updater } from '../../registry/write/updater.ts';
import type { ProtobufCodec, ProtobufKind } from '../encoding/protobuf-codec.ts';
import type { Exchange, Handler } from '../exchange.ts';
import type { Representations } from '../representation/representations.ts';
import { parseIncludeObject } from '../representation/tables.ts';
import { decodeFor } from '../request/decode-request.ts';
import { fieldOwnerOf } from '../request/field-owner.ts';
import { patchedObject } from '../request/patched-object.ts';
import { readBody } from '../request/read-body.ts';
import { type AdmittedRequest, admissionOf } from '../request/request-admission.ts';
import { parseWriteOptions } from '../request/write-options.ts';
import { sendValue } from '../response/respond.ts';
import { sendSubresource, sendWrittenSubresource } from '../response/send-object.ts';
import { readPatch } from './patch.ts';

/** The kind that the subresource `scale` takes and gives. */
export interface ScaleKind extends ProtobufKind {
  protobuf: ProtobufCodec;
}

export interface Scale extends ApiObject {
  spec: { replicas?: number };
}

export interface ScaleReadDependencies {
  reader: Reader;
  representations: Representations;
  kind: ScaleKind;
}

export interface ScaleWriteDependencies {
  updater: Updater;
  kind: ScaleKind;
}

/** GET of the subresource `scale`. */
export function getScaleHandler({ reader, representations, kind }: ScaleReadDependencies): Handler {
  return async (exchange) => {
    const { info, served } = exchange;
    const version = info.query.get('resourceVersion') ?? '';
    const rules = scaleRules(served);
    const { json } = await reader
      .get(served.resource, info.namespace, info.name, version)
      .catch((error: unknown) => {
        const isMissing = error instanceof StatusError && error.reason === 'NotFound';
        throw isMissing && rules.missing !== undefined ? notFoundError(rules.missing, info.name) : error;
      });
    const scale = scaleOf(decodeServed(json), rules, kind);
    const { accept, request, response } = exchange;
    if (accept.as !== 'Table') return sendSubresource(exchange, 200, scale, kind.protobuf);
    const include = parseIncludeObject(info.query.get('includeObject'));
    const table = representations.scaleTable(served, scale, accept.version, include);
    sendValue(request, response, 200, table, accept);
  };
}

/** PUT of the subresource `scale`: changes the number of replicas of the object, and nothing else. */
export function updateScaleHandler({ updater, kind }: ScaleWriteDependencies): Handler {
  return async (exchange) => {
    const { info, served } = exchange;
    const rules = scaleRules(served);
    const options = parseWriteOptions(exchange, 'UpdateOptions');
    const scale = (await decodeFor(
      exchange,
      await readBody(exchange),
      options.fieldValidation,
      served.custom === undefined ? kind : { ...kind, readAs: 'v1.Scale' },
    )) as Scale;
    checkScale(exchange, scale, kind);
    const change = {
      ...mainRules(served.resource),
      mayCreate: false,
      object: (stored: (() => ApiObject) | undefined) => withReplicas(exchange, rules, stored!(), scale),
    };
    const { json } = await updater.update({
      resource: served.resource,
      namespace: info.namespace,
      name: info.name,
      change,
      options: {
        ...options,
        writer: fieldOwnerOf(exchange, options.fieldManager),
        admission: scaleAdmission(exchange, options, kind),
      },
    });
    sendWrittenSubresource(exchange, 200, scaleOf(decodeServed(json), rules, kind), kind.protobuf);
  };
}

/** PATCH of the subresource `scale`: of the Scale that a GET shows. */
export function patchScaleHandler({ updater, kind }: ScaleWriteDependencies): Handler {
  return async (exchange) => {
    const { info, served, state } = exchange;
    const rules = scaleRules(served);
    const { patch, options } = await readPatch(exchange);
    const change = {
      ...mainRules(served.resource),
      mayCreate: false,
      object: async (stored: (() => ApiObject) | undefined): Promise<ApiObject> => {
        const old = stored!();
        const base = scaleOf(
          old,
          { ...rules, specReplicas: rules.patch?.replicas ?? rules.specReplicas },
          kind,
        );
        const { object, problems } = await patchedObject(base, patch, kind, {
          validation: options.fieldValidation,
          known: exchange.api.writes.namesUnknownKinds ? exchange.api.known : undefined,
        });
        state.warnings.push(...problems);
        rules.patch?.check((object as Scale).spec.replicas ?? 0);
        checkScale(exchange, object as Scale, kind);
        return withReplicas(exchange, rules, old, object as Scale);
      },
    };
    const { json } = await updater.update({
      resource: served.resource,
      namespace: info.namespace,
      name: info.name,
      change,
      options: {
        ...options,
        writer: fieldOwnerOf(exchange, options.fieldManager),
        admission: scaleAdmission(exchange, options, kind),
      },
    });
    sendWrittenSubresource(exchange, 200, scaleOf(decodeServed(json), rules, kind), kind.protobuf);
  };
}

export function scaleRules({ resource }: Exchange['served']): ScaleRules<ApiObject> {
  const { scale } = resource.rules;
  if (scale === undefined) throw noSuchResource();
  return scale;
}

/** Plugins see the scale, not the object of which it is a view. */
export function scaleAdmission(exchange: Exchange, options: AdmittedRequest, kind: ScaleKind): Admission {
  const rules = scaleRules(exchange.served);
  const admission = admissionOf(exchange, { ...options, kind });
  const shown = { ...rules, specReplicas: rules.patch?.replicas ?? rules.specReplicas };
  const scale = (object: ApiObject | undefined): Scale | undefined =>
    object === undefined ? undefined : (scaleOf(object, shown, kind) as Scale);
  return {
    async admit(object, old) {
      const admitted = scale(object)!;
      await admission.admit(admitted, scale(old));
      rules.setSpecReplicas(object!, admitted.spec.replicas ?? 0);
    },
    ignoresUnchanged: (old) => admission.ignoresUnchanged(scale(old)),
    validate: (object, old) => admission.validate(scale(object), scale(old)),
  };
}

export function checkScale({ info, served }: Exchange, scale: Scale, kind: ScaleKind): void {
  const name = scale.metadata.name ?? '';
  if (name !== info.name) {
    throw badRequest(`the name of the object (${name}) does not match the name on the URL (${info.name})`);
  }
  const namespace = scale.metadata.namespace || info.namespace;
  if (namespace !== info.namespace) {
    throw badRequest(
      `the namespace of the object (${namespace}) does not match the namespace on the request (${info.namespace})`,
    );
  }
  const replicas = scale.spec.replicas ?? 0;
  // That of a custom resource is looked at by the rules of the object itself.
  if (replicas >= 0 || served.custom !== undefined) return;
  const error = invalid(FieldPath.of('spec', 'replicas'), replicas, 'must be greater than or equal to 0');
  throw invalidObject({ group: kind.group, kind: kind.kind }, name, [error]);
}

/** The stored object with the replicas of the scale; its uid and resourceVersion, if given, have to fit. */
function withReplicas(
  { served }: Exchange,
  rules: ScaleRules<ApiObject>,
  object: ApiObject,
  scale: Scale,
): ApiObject {
  const { uid, resourceVersion } = scale.metadata;
  if (uid && uid !== object.metadata.uid) {
    const cause = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${object.metadata.uid}`;
    throw conflict(served.resource.type, object.metadata.name!, cause);
  }
  // The stored resourceVersion stays when none is given: the change then applies to whatever is stored.
  if (resourceVersion) object.metadata.resourceVersion = resourceVersion;
  rules.setSpecReplicas(object, scale.spec.replicas ?? 0);
  return object;
}

export function scaleOf(
  object: ApiObject,
  rules: ScaleRules<ApiObject>,
  { kind, group, version }: ScaleKind,
): ApiObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const replicas = rules.specReplicas(object);
  const selector = rules.selector(object);
  return {
    kind,
    apiVersion: `${group}/${version}`,
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: replicas === 0 ? {} : { replicas },
    status: { replicas: rules.statusReplicas(object), ...(selector === '' ? {} : { selector }) },
  };
}
