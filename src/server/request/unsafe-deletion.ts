import type { Authorizer } from '../../access/authorization/authorizer.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import { type GroupResource, internalError, type StatusError } from '../../api/meta/status.ts';
import type { StructSchema } from '../../api/schema/schema.ts';
import { invalid } from '../../api/validation/field-errors.ts';
import { invalidObject } from '../../api/validation/invalid-object.ts';
import type { DeleteOptions } from '../../registry/write/delete-options.ts';
import type { Deleter } from '../../registry/write/deleter.ts';
import type { Exchange } from '../exchange.ts';
import { authorizeExplained } from '../explanation/explanation.ts';
import { forbiddenRequest } from './forbidden.ts';
import { attributesOf } from './request-attributes.ts';

/** The delete option by which a client removes an object that cannot be read. */
export const ignoresReadErrors = 'ignoreStoreReadErrorWithClusterBreakingPotential';
/** Whoever uses it needs this verb on the object besides `delete`. */
const verb = 'unsafe-delete-ignore-read-errors';

/** Options that ask something of the object, of which nothing is known. */
const others = [
  'dryRun',
  'propagationPolicy',
  'orphanDependents',
  'gracePeriodSeconds',
  'preconditions',
] as const;

/** The schema of DeleteOptions with this option, which releases before 1.32 do not publish. */
export function withUnsafeOption(schema: StructSchema): StructSchema {
  if (schema.byName.get(ignoresReadErrors) !== undefined) return schema;
  const sample = schema.byName.get('orphanDependents')!;
  const option = { ...sample, name: ignoresReadErrors, number: 6 };
  const fields = [...schema.fields, option];
  return { ...schema, fields, byName: new Map(fields.map((field) => [field.name, field])) };
}

/** The refusal for an object that can be read, or is not there. */
const notCorrupt = ({ group, resource }: GroupResource, name: string): StatusError =>
  invalidObject({ group, kind: resource }, name, [
    invalid(
      ignoresReadErrors,
      true,
      'is exclusively used to delete corrupt object(s), try again by removing this option',
    ),
  ]);

/**
 * The removal of one object that cannot be read from the store, as it is: no admission, finalizer or precondition of it
 * is known. Dependents, and whatever else the object stood for, may be left behind.
 */
export class UnsafeDeletion {
  readonly #deleter: Pick<Deleter, 'removeUnreadable'>;
  readonly #authorizer: Authorizer;
  readonly #dialect: Dialect;

  constructor(deleter: Pick<Deleter, 'removeUnreadable'>, authorizer: Authorizer, dialect: Dialect) {
    this.#deleter = deleter;
    this.#authorizer = authorizer;
    this.#dialect = dialect;
  }

  /** Rejects with Invalid for other options beside it and where nothing is there that cannot be read, and with Forbidden. */
  async run(exchange: Exchange, options: DeleteOptions): Promise<void> {
    const { info, served, state } = exchange;
    const set = others.filter((name) => options[name] !== undefined);
    if (set.length > 0) throw this.#refusal(...set.map((name) => `cannot be set together with .${name}`));
    await this.#authorize(exchange);
    const namespace = served.definition.namespaced ? info.namespace : '';
    state.auditAnnotations.set(`apiserver.${this.#dialect.api}/unsafe-delete-ignore-read-error`, '');
    const outcome = await this.#deleter.removeUnreadable(served.resource, namespace, info.name);
    if (outcome !== 'removed') throw notCorrupt(served.resource.type, info.name);
  }

  /** The refusal of the option for all objects of a collection. */
  ofCollection(): StatusError {
    return this.#refusal('is not allowed with DELETECOLLECTION, try again after removing the option');
  }

  async #authorize({ state }: Exchange): Promise<void> {
    const attributes = { ...attributesOf(state), verb };
    const { verdict, error, reason } = await authorizeExplained(
      state.explanation,
      this.#authorizer,
      attributes,
      'request',
    );
    if (verdict === 'allow') return;
    throw error === undefined ? forbiddenRequest(attributes, reason) : internalError(error);
  }

  #refusal(...details: string[]): StatusError {
    const errors = details.map((detail) => invalid(ignoresReadErrors, true, detail));
    return invalidObject({ group: `meta.${this.#dialect.api}`, kind: 'DeleteOptions' }, '', errors);
  }
}
