import { hash } from 'node:crypto';
import { DecodeError } from '../../api/codec/json.ts';
import { checkDefaultedSize } from '../../api/codec/object-size.ts';
import { goValue } from '../../api/go-format/go-value.ts';
import { isMap, type JsonMap } from '../../api/json/json-values.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { conflict, StatusError } from '../../api/meta/status.ts';
import { ConfigError } from '../../api/patch/apply/config-fields.ts';
import type { KindDefinition } from '../../api/schema/schema.ts';
import { type FieldError, FieldPath, invalid, required } from '../../api/validation/field-errors.ts';
import { invalidObject } from '../../api/validation/invalid-object.ts';
import type { Applier } from '../../registry/ownership/applier.ts';
import type { FieldOwner } from '../../registry/ownership/field-manager.ts';
import type { StoredResource } from '../../registry/resource.ts';
import type { UpdateFunc } from '../../registry/write/update-func.ts';
import type { UpdateRules } from '../../registry/write/update-rules.ts';
import type { Updater } from '../../registry/write/updater.ts';
import type { Exchange, Handler } from '../exchange.ts';
import type { Representations } from '../representation/representations.ts';
import { isApply, parseApplyBody } from '../request/apply-body.ts';
import { redacted } from '../request/check-gvk.ts';
import type { CreationCheck } from '../request/creation-check.ts';
import { checkCustomCreation } from '../request/custom-creation.ts';
import { fieldOwnerOf } from '../request/field-owner.ts';
import { bodyOf, readBytes } from '../request/read-body.ts';
import { admissionOf } from '../request/request-admission.ts';
import { parseWriteOptions, type WriteRequest, type WriteRequestOptions } from '../request/write-options.ts';
import { sendWritten } from '../response/send-object.ts';
import { checkIdentity } from './update.ts';

/** PATCH goes to apply when its body is a configuration, else to what the other patches are done by. */
export function patchOrApply(patch: Handler, apply: Handler): Handler {
  return (exchange) => (isApply(exchange.request.headers['content-type']) ? apply : patch)(exchange);
}

export interface ApplyDependencies {
  updater: Updater;
  applier: Applier;
  representations: Representations;
  rulesFor: (resource: StoredResource) => UpdateRules;
  /** Refuses creations; undefined where an apply never creates. */
  mayCreate?: CreationCheck;
}

/** Apply to an object, or to a subresource that takes the whole object. Creates as well where `mayCreate` says who may. */
export function applyHandler({
  updater,
  applier,
  representations,
  rulesFor,
  mayCreate,
}: ApplyDependencies): Handler {
  return async (exchange) => {
    const { info, served, state } = exchange;
    const { options, force } = parseApplyOptions(exchange);
    const namespace = served.definition.namespaced ? info.namespace : '';
    const place = { resource: served.resource, namespace, name: info.name };
    const admission = admissionOf(exchange, options);
    const bytes = await readBytes(exchange);
    const signature = signatureOf(exchange, bytes);
    const settled = await updater.repeated(place, signature, { dryRun: options.dryRun, admission });
    if (settled !== undefined && !state.audit?.wantsRequest) {
      return sendWritten(exchange, representations, 200, settled);
    }
    const body = await bodyOf(exchange, bytes);
    await state.pacer.step();
    state.audit?.patched(body.toString(), () => body.yaml());
    if (settled !== undefined) return sendWritten(exchange, representations, 200, settled);
    const { config, problems, strictError } = parseApplyBody(
      body,
      served.definition,
      options.fieldValidation,
      exchange.api.writes,
    );
    state.warnings.push(...problems);
    await state.pacer.step();
    const rules = rulesFor(served.resource);
    const who = fieldOwnerOf(exchange, options.fieldManager, rules.filter);
    const change: UpdateFunc = {
      ...rules,
      mayCreate: mayCreate !== undefined,
      // A repeated apply gets its warnings again.
      ...(problems.length === 0 && strictError === undefined ? { signature } : {}),
      object: async (_copy, stored) => {
        const object = await applied(exchange, applier, { stored, config, writer: who, force });
        if (strictError !== undefined) throw strictError;
        if (object !== stored) {
          checkDefaultedSize(object, body.length, served.definition);
          checkIdentity(exchange, object);
        }
        if (stored === undefined) {
          await mayCreate!(exchange);
          checkCustomCreation(served, info.name);
        }
        return object;
      },
    };
    const written = await updater.update({
      ...place,
      change,
      options: { ...options, writer: who, skipsManagedFields: true, pacer: state.pacer, admission },
    });
    sendWritten(exchange, representations, written.created ? 201 : 200, written);
  };
}

/**
 * All that an apply depends on beside the object: it is the same again when the client sends the same again. As short
 * for a long URL as for any, for it is kept with the object.
 */
export function signatureOf({ request }: Pick<Exchange, 'request'>, body: Buffer): string {
  const content = hash('sha256', body, 'base64');
  return hash('sha256', `${request.originalUrl} ${request.headers['content-type']} ${content}`, 'base64');
}

/** Parses the query of an apply. Throws Invalid. */
export function parseApplyOptions(exchange: WriteRequest): { options: WriteRequestOptions; force: boolean } {
  const { query } = exchange.info;
  const missing: FieldError[] = query.get('fieldManager')
    ? []
    : [required(FieldPath.of('fieldManager'), 'is required for apply patch')];
  return {
    options: parseWriteOptions(exchange, 'PatchOptions', missing),
    force: query.boolean('force'),
  };
}

export interface Application {
  stored: ApiObject | undefined;
  config: JsonMap;
  writer: FieldOwner;
  force: boolean;
}

/** The object that an apply makes, in the stored version; the stored one itself when it changes nothing. Throws StatusError. */
export async function applied(
  { served, info, state }: Exchange,
  applier: Applier,
  application: Application,
): Promise<ApiObject> {
  const { stored, config } = application;
  const uid = isMap(config['metadata']) ? config['metadata']['uid'] : undefined;
  if (stored === undefined && uid) {
    const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
    throw conflict(served.resource.type, info.name, why);
  }
  const input = { ...application, kind: served.definition.kind, pacer: state.pacer };
  return applier.apply(served.resource, input).catch(async (error) => {
    await state.pacer.step();
    throw configStatus(error, config, served.definition);
  });
}

/** The answer for a problem of a configuration; any other error is itself. */
export function configStatus(
  error: unknown,
  config: JsonMap,
  { confidential, ...type }: AppliedType,
): unknown {
  // A problem of the client, and yet what clients know.
  if (error instanceof ConfigError) {
    const why = confidential ? redacted : error.message;
    const what = `${placeOf(config)}; ${apiVersionText(type)}, Kind=${type.kind}`;
    return new StatusError(500, undefined, `failed to create typed patch object (${what}): ${why}`);
  }
  if (!(error instanceof DecodeError)) return error;
  const shown = confidential ? redacted : goValue(config);
  return invalidObject({ group: '', kind: '' }, '', [invalid('patch', shown, error.message)]);
}

/** Parts of the kind of a configuration that a message shows. */
type AppliedType = Pick<KindDefinition, 'confidential' | 'group' | 'version' | 'kind'>;

/** `/v1`, `apps/v1`. */
const apiVersionText = ({ group, version }: AppliedType): string => `${group}/${version}`;

/** The namespace and name that a configuration gives: `/web` without a namespace. */
function placeOf({ metadata }: JsonMap): string {
  const { namespace = '', name = '' } = isMap(metadata) ? metadata : {};
  return `${namespace}/${name}`;
}
