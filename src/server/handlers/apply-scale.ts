import { isMap, type JsonMap } from '../../api/json/json-values.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { StatusError } from '../../api/meta/status.ts';
import { configFields } from '../../api/patch/apply/config-fields.ts';
import { TypedSchemas } from '../../api/patch/apply/typed-schema.ts';
import { apiVersionOf } from '../../api/schema/schema.ts';
import { decodeServed } from '../../registry/conversion/object-codec.ts';
import type { ScaleRules } from '../../registry/kind-rules.ts';
import type { Applier } from '../../registry/ownership/applier.ts';
import type { UpdateFunc } from '../../registry/write/update-func.ts';
import { mainRules } from '../../registry/write/update-rules.ts';
import type { Updater } from '../../registry/write/updater.ts';
import type { Exchange, Handler } from '../exchange.ts';
import { parseApplyBody } from '../request/apply-body.ts';
import { fieldOwnerOf } from '../request/field-owner.ts';
import { readBody } from '../request/read-body.ts';
import { sendWrittenSubresource } from '../response/send-object.ts';
import { applied, configStatus, parseApplyOptions } from './apply.ts';
import { checkScale, type Scale, type ScaleKind, scaleAdmission, scaleOf, scaleRules } from './scale.ts';

export interface ApplyScaleDependencies {
  updater: Updater;
  applier: Applier;
  kind: ScaleKind;
}

/**
 * Apply to the subresource `scale`. It is an apply to the object of which the scale is a view: the one field that
 * it can change is owned under its path in the object, `.spec.replicas`.
 */
export function applyScaleHandler({ updater, applier, kind }: ApplyScaleDependencies): Handler {
  const schemas = new TypedSchemas();
  return async (exchange) => {
    const { info, served, state } = exchange;
    const rules = scaleRules(served);
    const { options, force } = parseApplyOptions(exchange);
    const body = await readBody(exchange);
    state.audit?.patched(body.toString(), () => body.yaml());
    const { config, problems, strictError } = parseApplyBody(
      body,
      kind,
      options.fieldValidation,
      exchange.api.writes,
    );
    state.warnings.push(...problems);
    try {
      configFields(config, kind.schema, schemas, () => true);
    } catch (error) {
      throw configStatus(error, config, served.definition);
    }
    const ofObject = configOfObject(exchange, config, kind, rules);
    const who = fieldOwnerOf(exchange, options.fieldManager);
    const change: UpdateFunc = {
      ...mainRules(served.resource),
      mayCreate: false,
      object: async (_copy, stored) => {
        const application = { stored, config: ofObject, writer: who, force };
        const object = await applied(exchange, applier, application).catch((error: unknown) => {
          throw exchange.api.writes.ownsScales ? withScaleVersion(error, exchange, kind) : error;
        });
        if (strictError !== undefined) throw strictError;
        return object;
      },
    };
    const { json } = await updater.update({
      resource: served.resource,
      namespace: info.namespace,
      name: info.name,
      change,
      options: {
        ...options,
        writer: who,
        skipsManagedFields: true,
        pacer: state.pacer,
        admission: scaleAdmission(exchange, options, kind),
      },
    });
    sendWrittenSubresource(exchange, 200, scaleOf(decodeServed(json), rules, kind), kind.protobuf);
  };
}

/** The one field that a scale can change. */
const replicas = '.spec.replicas';

/** A conflict about the object as one about its scale, which managers own in the version of the scale. */
function withScaleVersion(error: unknown, { served }: Exchange, kind: ScaleKind): unknown {
  if (!(error instanceof StatusError) || error.reason !== 'Conflict') return error;
  const inScale = (text: string): string =>
    text.replaceAll(` using ${served.apiVersion}`, ` using ${apiVersionOf(kind)}`);
  const causes = error.details?.causes ?? [];
  const message = causes.reduce(
    (text, { field = replicas }) => text.replaceAll(field, replicas),
    error.message,
  );
  return new StatusError(error.code, error.reason, inScale(message), {
    ...error.details,
    causes: causes.map((cause) => ({ ...cause, field: replicas, message: inScale(cause.message ?? '') })),
  });
}

/** The applied scale as a configuration of the scaled object. */
function configOfObject(
  exchange: Exchange,
  config: JsonMap,
  kind: ScaleKind,
  rules: ScaleRules<ApiObject>,
): JsonMap {
  const { served, info } = exchange;
  const { metadata, spec } = config;
  const given = isMap(metadata) ? metadata : {};
  const replicas = isMap(spec) ? spec['replicas'] : undefined;
  const scale = { metadata: { name: info.name, ...given }, spec: { replicas } } as Scale;
  checkScale(exchange, scale, kind);
  const object = {
    kind: served.definition.kind,
    apiVersion: served.apiVersion,
    metadata: ownOnly(scale.metadata as JsonMap),
    ...(replicas === undefined ? {} : { spec: {} }),
  } as ApiObject;
  if (replicas !== undefined) rules.setSpecReplicas(object, replicas as number);
  return object;
}

/** Preconditions and the name; the rest of a scale's metadata cannot be changed. */
function ownOnly({ name, uid, resourceVersion }: JsonMap): JsonMap {
  return { name, ...(uid ? { uid } : {}), ...(resourceVersion ? { resourceVersion } : {}) };
}
