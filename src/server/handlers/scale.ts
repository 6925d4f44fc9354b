import { FieldPath, invalid } from '../../api/machinery/field-errors.ts';
import type { ApiObject } from '../../api/machinery/metadata.ts';
import { badRequest, conflict, invalidObject, noSuchResource } from '../../api/machinery/status.ts';
import type { KindDefinition } from '../../api/schema/schema.ts';
import type { ScaleRules } from '../../registry/kind-rules.ts';
import { decodeServed } from '../../registry/object-codec.ts';
import type { Reader } from '../../registry/reader.ts';
import type { Writer } from '../../registry/writer.ts';
import { readBody } from '../bodies.ts';
import { decodeFor } from '../decode-request.ts';
import type { Exchange, Handler } from '../exchange.ts';
import { patchedObject } from '../patched-object.ts';
import { sendValue } from '../respond.ts';
import { parseWriteOptions } from '../write-options.ts';
import { readPatch } from './patch.ts';
import { mainRules } from './update.ts';

/** The kind that the sub-resource `scale` takes and gives. */
export type ScaleKind = Pick<KindDefinition, 'group' | 'version' | 'kind' | 'schema'>;

interface Scale extends ApiObject {
  spec: { replicas?: number };
}

/** GET of the sub-resource `scale`. */
export function getScaleHandler(reader: Reader, kind: ScaleKind): Handler {
  return async ({ request, response, info, served, accept }) => {
    const version = info.query.get('resourceVersion') ?? '';
    const { json } = await reader.get(served.resource, info.namespace, info.name, version);
    sendValue(request, response, 200, scaleOf(decodeServed(json), scaleRules(served), kind), accept);
  };
}

/** PUT of the sub-resource `scale`: changes the number of replicas of the object, and nothing else. */
export function updateScaleHandler(writer: Writer, kind: ScaleKind, metaGroup: string): Handler {
  return async (exchange) => {
    const { request, response, info, served, accept } = exchange;
    const rules = scaleRules(served);
    const options = parseWriteOptions(info.query, 'UpdateOptions', metaGroup);
    const scale = decodeFor(exchange, await readBody(request), options.fieldValidation, kind) as Scale;
    checkScale(exchange, scale, kind);
    const change = {
      ...mainRules(served.resource),
      mayCreate: false,
      object: (stored: (() => ApiObject) | undefined) => withReplicas(exchange, rules, stored!(), scale),
    };
    const { json } = await writer.update(served.resource, info.namespace, info.name, change, options);
    sendValue(request, response, 200, scaleOf(decodeServed(json), rules, kind), accept);
  };
}

/** PATCH of the sub-resource `scale`: of the Scale that a GET shows. */
export function patchScaleHandler(writer: Writer, kind: ScaleKind, metaGroup: string): Handler {
  return async (exchange) => {
    const { request, response, info, served, state, accept } = exchange;
    const rules = scaleRules(served);
    const { patch, options } = await readPatch(exchange, metaGroup);
    const change = {
      ...mainRules(served.resource),
      mayCreate: false,
      object: (stored: (() => ApiObject) | undefined): ApiObject => {
        const old = stored!();
        const base = scaleOf(old, rules, kind) as Scale;
        const { object, faults } = patchedObject(base, patch, kind, options.fieldValidation);
        state.warnings.push(...faults);
        checkScale(exchange, object as Scale, kind);
        return withReplicas(exchange, rules, old, object as Scale);
      },
    };
    const { json } = await writer.update(served.resource, info.namespace, info.name, change, options);
    sendValue(request, response, 200, scaleOf(decodeServed(json), rules, kind), accept);
  };
}

function scaleRules({ resource }: Exchange['served']): ScaleRules<ApiObject> {
  const { scale } = resource.rules;
  if (scale === undefined) throw noSuchResource();
  return scale;
}

function checkScale({ info }: Exchange, scale: Scale, kind: ScaleKind): void {
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
  if (replicas >= 0) return;
  const error = invalid(FieldPath.of('spec', 'replicas'), replicas, 'must be greater than or equal to 0');
  throw invalidObject({ group: kind.group, kind: kind.kind }, name, [error]);
}

/** The stored object with the replicas of the scale; its uid and resourceVersion, if given, have to fit. */
function withReplicas({ served }: Exchange, rules: ScaleRules<ApiObject>, object: ApiObject, scale: Scale): ApiObject {
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

function scaleOf(object: ApiObject, rules: ScaleRules<ApiObject>, { kind, group, version }: ScaleKind): object {
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
