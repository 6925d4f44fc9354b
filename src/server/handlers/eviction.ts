import type { ApiObject } from '../../api/meta/metadata.ts';
import { badRequest, type Status, StatusError } from '../../api/meta/status.ts';
import { invalid } from '../../api/validation/field-errors.ts';
import { invalidObject } from '../../api/validation/invalid-object.ts';
import { type DeleteOptions, validateDeleteOptions } from '../../registry/write/delete-options.ts';
import type { Exchange, Handler } from '../exchange.ts';
import type { Expected } from '../request/decode-body.ts';
import { decodeFor } from '../request/decode-request.ts';
import { readBody } from '../request/read-body.ts';
import { admitNow } from '../request/request-admission.ts';
import { ignoresReadErrors } from '../request/unsafe-deletion.ts';
import { parseWriteOptions } from '../request/write-options.ts';
import { sendStatus } from '../response/respond.ts';
import { checkNamespace } from './binding.ts';

export interface EvictionDependencies {
  /** policy.v1.Eviction. */
  kind: Expected;
  /** Whether the removal of what cannot be read is refused. */
  refusesUnreadable: boolean;
  /** Deletes the pod as far as budgets allow it. */
  evict(
    namespace: string,
    name: string,
    options: DeleteOptions,
    dryRun: boolean,
  ): Promise<'evicted' | 'several budgets'>;
}

interface Eviction extends ApiObject {
  deleteOptions?: DeleteOptions;
}

/** POST to the subresource `eviction` of a pod. */
export function evictionHandler({ kind, refusesUnreadable, evict }: EvictionDependencies): Handler {
  return async (exchange) => {
    const { request, response, info, accept, api } = exchange;
    const given = parseWriteOptions(exchange, 'CreateOptions');
    const body = await readBody(exchange);
    const eviction = (await decodeFor(exchange, body, given.fieldValidation, kind)) as Eviction;
    checkNamespace(info.namespace, eviction.metadata.namespace);
    const options = deleteOptionsOf(exchange, eviction);
    const dryRun = (options.dryRun ?? []).length > 0;
    await admitNow(exchange, { ...given, dryRun, kind, operation: 'CREATE' }, eviction);
    if ((eviction.metadata.name ?? '') !== info.name)
      throw badRequest('name in URL does not match name in Eviction object');
    const errors = validateDeleteOptions(options);
    if (refusesUnreadable && options[ignoresReadErrors])
      errors.push(
        invalid(ignoresReadErrors, true, 'can not be set for pod eviction, try after removing the option'),
      );
    if (errors.length > 0) throw invalidObject({ group: api.metaGroup, kind: 'DeleteOptions' }, '', errors);
    const outcome = await evict(info.namespace, info.name, options, dryRun);
    sendStatus(request, response, 201, statuses[outcome], accept);
  };
}

const common = { kind: 'Status', apiVersion: 'v1', metadata: {} } as const;

/** The answer to a pod under several budgets says one thing in its head and another in its body. */
const statuses: Readonly<Record<'evicted' | 'several budgets', Status>> = {
  evicted: { ...common, status: 'Success', code: 201 },
  'several budgets': {
    ...common,
    status: 'Failure',
    message:
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    code: 500,
  },
};

/** A dry run may be asked for in the query and in the body; when in both, alike. */
function deleteOptionsOf({ info }: Exchange, { deleteOptions = {} }: Eviction): DeleteOptions {
  const inQuery = info.query.has('dryRun') ? info.query.all('dryRun').map((value) => value || 'All') : [];
  const inBody = deleteOptions.dryRun ?? [];
  if (inBody.length === 0)
    return inQuery.length === 0 ? deleteOptions : { ...deleteOptions, dryRun: inQuery };
  if (inQuery.length === 0 || String(inQuery) === String(inBody)) return deleteOptions;
  const [query, body] = [inQuery, inBody].map((list) => `[${list.join(' ')}]`);
  throw new StatusError(
    500,
    undefined,
    `Non-matching dry-run options in request and content: ${query} and ${body}`,
  );
}
