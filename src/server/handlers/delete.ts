import { badRequest, forbiddenError, type Status, StatusError } from '../../api/meta/status.ts';
import type { StructSchema } from '../../api/schema/schema.ts';
import { invalidObject } from '../../api/validation/invalid-object.ts';
import type { Reader } from '../../registry/read/reader.ts';
import { isStatus } from '../../registry/storage-errors.ts';
import {
  type DeleteOptions,
  type Deletion,
  validateDeleteOptions,
} from '../../registry/write/delete-options.ts';
import type { DeleteOutcome, Deleter } from '../../registry/write/deleter.ts';
import type { ApiContext } from '../api-context.ts';
import type { Exchange, Handler } from '../exchange.ts';
import type { Representations } from '../representation/representations.ts';
import { type Decoded, decodeBody } from '../request/decode-body.ts';
import { type ListOptions, parseListOptions } from '../request/list-options.ts';
import { type Body, readBody } from '../request/read-body.ts';
import { type AdmittedRequest, admissionOf } from '../request/request-admission.ts';
import { ignoresReadErrors, type UnsafeDeletion } from '../request/unsafe-deletion.ts';
import { dryRunOf } from '../request/write-options.ts';
import type { ListResponder } from '../response/list-responder.ts';
import { sendStatus } from '../response/respond.ts';
import { sendWritten } from '../response/send-object.ts';
import type { WriteRules } from '../write-rules.ts';

export interface DeleteDependencies {
  reader: Reader;
  deleter: Deleter;
  representations: Representations;
  responder: ListResponder;
  /** meta.v1.DeleteOptions. */
  optionsSchema: StructSchema;
  /** Removes what cannot be read; undefined where clients may not ask for that. */
  unsafe: UnsafeDeletion | undefined;
  /** Objects of a collection that are deleted at a time. */
  collectionWorkers: number;
}

/** DELETE of one object. */
export function deleteHandler(dependencies: DeleteDependencies): Handler {
  const { deleter, representations, optionsSchema } = dependencies;
  return async (exchange) => {
    const { request, response, info, served, accept } = exchange;
    const { [ignoresReadErrors]: isUnsafe, ...options } = await readOptions(exchange, optionsSchema);
    const dryRun = (options.dryRun ?? []).length > 0;
    const refusal = served.resource.rules.deletion?.refuses?.(info.name);
    if (refusal !== undefined) throw forbiddenError(served.resource.type, info.name, refusal);
    warnOfDefault(exchange, options);
    const namespace = served.definition.namespaced ? info.namespace : '';
    if (isUnsafe && dependencies.unsafe !== undefined) {
      await dependencies.unsafe.run(exchange, options);
      return sendStatus(request, response, 200, successStatus(exchange, { uid: '' }), accept);
    }
    const outcome = await deleter.delete(
      served.resource,
      namespace,
      info.name,
      deletionOf(exchange, options),
      dryRun,
      admissionOf(exchange, admittedDeletion(exchange, options, dryRun)),
    );
    const code = !outcome.removed && options.orphanDependents === false ? 202 : 200;
    if (answersWithObject(exchange, outcome)) {
      return sendWritten(exchange, representations, code, outcome);
    }
    sendStatus(request, response, code, successStatus(exchange, outcome), accept);
  };
}

/** Warns of what becomes of dependents when the client does not say it. */
function warnOfDefault({ served, state }: Exchange, options: DeleteOptions): void {
  const warning = served.resource.rules.deletion?.defaultWarning;
  const isChosen = options.propagationPolicy !== undefined || options.orphanDependents !== undefined;
  if (warning !== undefined && !isChosen) state.warnings.push(warning);
}

/** A deletion, as admission plugins and webhooks see it. */
const admittedDeletion = ({ api }: Exchange, options: DeleteOptions, dryRun: boolean): AdmittedRequest => ({
  dryRun,
  options: { kind: 'DeleteOptions', apiVersion: `${api.metaGroup}/v1`, ...options },
});

const deletionOf = ({ served }: Exchange, options: DeleteOptions): Deletion => ({
  ...options,
  byDefault: served.resource.rules.versions?.[served.apiVersion]?.defaultPropagation,
});

function answersWithObject({ served }: Exchange, { removed, pending }: DeleteOutcome): boolean {
  return (!removed && !pending) || (served.resource.rules.deletion?.answersWithObject ?? false);
}

function successStatus({ info, served }: Exchange, { uid }: Pick<DeleteOutcome, 'uid'>): Status {
  const { group, plural } = served.definition;
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { name: info.name, ...(group === '' ? {} : { group }), kind: plural, uid },
  };
}

/** DELETE of a collection: of each object as by itself. The answer is the list as it was. */
export function deleteCollectionHandler(dependencies: DeleteDependencies): Handler {
  const { reader, deleter, responder, optionsSchema } = dependencies;
  return async (exchange) => {
    const { served, state, api } = exchange;
    const listOptions = pagedOptions(parseListOptions(exchange), api.writes);
    const { [ignoresReadErrors]: isUnsafe, ...options } = await readOptions(exchange, optionsSchema);
    if (isUnsafe && dependencies.unsafe !== undefined) throw dependencies.unsafe.ofCollection();
    const dryRun = (options.dryRun ?? []).length > 0;
    warnOfDefault(exchange, options);
    const result = await reader.list(served.resource, { ...listOptions, pacer: state.pacer });
    const deletion = { ...deletionOf(exchange, options), isOfCollection: true };
    const request = { ...admittedDeletion(exchange, options, dryRun), isOfCollection: true };
    const waiting = result.entries.values();
    const worker = async (): Promise<void> => {
      for (const { namespace, name } of waiting) {
        const admission = admissionOf(exchange, request);
        await deleter
          .delete(served.resource, namespace, name, deletion, dryRun, admission)
          .catch((error: unknown) => {
            if (!isStatus(error, 404)) throw error;
          });
      }
    };
    await Promise.all(Array.from({ length: dependencies.collectionWorkers }, worker));
    await responder.send(exchange, listOptions.selection, result);
  };
}

/** The state that a version means where the collection is read in pages: exactly that one. */
function pagedOptions(options: ListOptions, { deletesInPages }: WriteRules): ListOptions {
  const { resourceVersion, match, continueToken } = options;
  const isOfVersion = resourceVersion !== '' && resourceVersion !== '0';
  if (!deletesInPages || !isOfVersion || match !== undefined || continueToken !== '') return options;
  return { ...options, match: 'Exact' };
}

/** From the body if there is one, else from the query. */
async function readOptions(exchange: Exchange, schema: StructSchema): Promise<DeleteOptions> {
  const { request, info, state, api } = exchange;
  const body = await readBody(exchange);
  let options: DeleteOptions;
  if (body.length > 0) {
    const decoded = await decodeOptions(body, request.headers['content-type'], schema, api);
    options = decoded.object as DeleteOptions;
    state.audit?.requested({
      ...options,
      kind: 'DeleteOptions',
      apiVersion: auditedVersion(decoded, exchange),
    });
  } else options = optionsFromQuery(info.query, api.writes);
  const errors = validateDeleteOptions(options);
  if (errors.length > 0) throw invalidObject({ group: api.metaGroup, kind: 'DeleteOptions' }, '', errors);
  return options;
}

/** Options that name no version are in none, as those know them who read events. */
function auditedVersion({ givenVersion }: Decoded, { served, api }: Exchange): string {
  if (!api.writes.auditsGivenVersion) return served.apiVersion;
  return givenVersion === `${api.metaGroup}/v1` ? `${api.metaGroup}/__internal` : givenVersion;
}

/** DeleteOptions may come in the version of any group: only their kind and shape count. */
async function decodeOptions(
  body: Body,
  contentType: string | undefined,
  schema: StructSchema,
  { metaGroup, known, writes }: ApiContext,
): Promise<Decoded> {
  const expected = { group: metaGroup, version: 'v1', kind: 'DeleteOptions', schema, anyVersion: true };
  try {
    return await decodeBody(body, contentType, expected, 'Ignore', known);
  } catch (error) {
    const isUnread = error instanceof StatusError && error.code === 500 && error.reason === undefined;
    throw isUnread && writes.blamesDeleteOptions ? badRequest(error.message) : error;
  }
}

function optionsFromQuery(query: Exchange['info']['query'], writes: WriteRules): DeleteOptions {
  const text = (name: string): string | undefined => query.get(name) || undefined;
  const uid = text('uid');
  const resourceVersion = text('resourceVersion');
  const gracePeriodSeconds = query.integer('gracePeriodSeconds');
  return {
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(uid === undefined && resourceVersion === undefined
      ? {}
      : { preconditions: { ...(uid ? { uid } : {}), ...(resourceVersion ? { resourceVersion } : {}) } }),
    ...(query.has('orphanDependents') ? { orphanDependents: query.boolean('orphanDependents') } : {}),
    ...(query.has('propagationPolicy') ? { propagationPolicy: query.get('propagationPolicy')! } : {}),
    ...(query.has('dryRun') ? { dryRun: dryRunOf(query, writes) } : {}),
    ...(query.boolean(ignoresReadErrors) ? { [ignoresReadErrors]: true } : {}),
  };
}
