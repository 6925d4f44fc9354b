import { type Dialect, fillPlaceholders } from '../../api/meta/dialect.ts';
import type { CoordinationV1Lease, CoordinationV1LeaseSpec } from '../../api/schema/types.gen.ts';
import type { ApiCall, ApiCaller } from '../api/api-call.ts';
import { isNotFound } from '../api/api-error.ts';
import { pathOf, type ResourceType } from '../api/resource-client.ts';

export interface LeaseLockOptions {
  client: ApiCaller;
  dialect: Dialect;
  namespace: string;
  name: string;
}

/** The Lease that says who leads. Requests reject as `ApiCaller.json` does; `timeout` in milliseconds. */
export class LeaseLock {
  readonly namespace: string;
  readonly name: string;
  readonly #client: ApiCaller;
  readonly #type: ResourceType;

  constructor({ client, dialect, namespace, name }: LeaseLockOptions) {
    this.#client = client;
    this.namespace = namespace;
    this.name = name;
    const group = fillPlaceholders(dialect, 'coordination.{api}');
    this.#type = { group, version: 'v1', resource: 'leases' };
  }

  async read(timeout: number, signal: AbortSignal): Promise<CoordinationV1Lease | undefined> {
    try {
      return await this.#ask({ method: 'GET', path: this.#path(this.name), timeout, signal });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  create(spec: CoordinationV1LeaseSpec, timeout: number, signal: AbortSignal): Promise<CoordinationV1Lease> {
    const { namespace, name } = this;
    const body = { metadata: { namespace, name }, spec };
    return this.#ask({ method: 'POST', path: this.#path(''), body, timeout, signal });
  }

  /** Rejects with a conflict when another candidate has written it since `lease` was read. */
  update(
    lease: CoordinationV1Lease,
    spec: CoordinationV1LeaseSpec,
    timeout: number,
    signal: AbortSignal,
  ): Promise<CoordinationV1Lease> {
    return this.#ask({
      method: 'PUT',
      path: this.#path(this.name),
      body: { ...lease, spec },
      timeout,
      signal,
    });
  }

  #ask(call: ApiCall): Promise<CoordinationV1Lease> {
    return this.#client.json<CoordinationV1Lease>(call);
  }

  #path(name: string): string {
    return pathOf(this.#type, this.namespace, name);
  }
}
