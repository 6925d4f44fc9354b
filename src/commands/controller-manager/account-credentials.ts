import type { ApiClient } from '../../client/api/api-client.ts';
import { isAlreadyExists, isForbidden, isNotFound } from '../../client/api/api-error.ts';
import { CallError } from '../../client/call-error.ts';
import type { Credentials } from '../../client/config/credentials.ts';
import type { Clock } from '../../util/clock.ts';

/** Seconds for which tokens are asked. */
const lifetime = 3_600;
/** The part of its life after which a token is replaced. */
const renewAt = 0.8;

interface TokenRequest {
  status: { token: string; expirationTimestamp: string };
}

export interface AccountDependencies {
  /** Acts as the manager. */
  client: ApiClient;
  namespace: string;
  account: string;
  /** apiVersion of TokenRequests. */
  apiVersion: string;
  clock: Clock;
}

/** Acts as a service account by tokens that are asked for as they are needed. The account is created if it is missing. */
export class AccountCredentials implements Credentials {
  readonly #dependencies: AccountDependencies;
  #current: { header: string; until: number } | undefined;
  #asking: Promise<string> | undefined;

  constructor(dependencies: AccountDependencies) {
    this.#dependencies = dependencies;
  }

  async authorization(): Promise<string> {
    if (this.#current !== undefined && this.#dependencies.clock.now() < this.#current.until) {
      return this.#current.header;
    }
    this.#asking ??= this.#renew().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  rejected(authorization: string | undefined): void {
    if (this.#current?.header === authorization) this.#current = undefined;
  }

  async #renew(): Promise<string> {
    const { token, expirationTimestamp } = (await this.#token().catch(this.#failed)).status;
    const now = this.#dependencies.clock.now();
    const until = now + (Date.parse(expirationTimestamp) - now) * renewAt;
    this.#current = { header: `Bearer ${token}`, until };
    return this.#current.header;
  }

  /** Throws an error that is no answer of the server: a caller would take a 404 for one to its own request. */
  readonly #failed = (error: Error): never => {
    const { namespace, account } = this.#dependencies;
    const message = `token of ${namespace}/${account}: ${error.message}`;
    throw new CallError('unreachable', message, { cause: error });
  };

  async #token(): Promise<TokenRequest> {
    try {
      return await this.#ask();
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    const { namespace, account } = this.#dependencies;
    // The role of the manager lets it create accounts, but no namespaces; the servers make that of the accounts.
    await this.#create('', 'namespaces', 'Namespace', namespace).catch((error: unknown) => {
      if (!isForbidden(error)) throw error;
    });
    await this.#create(namespace, 'serviceaccounts', 'ServiceAccount', account);
    return this.#ask();
  }

  #ask(): Promise<TokenRequest> {
    const { client, namespace, account, apiVersion } = this.#dependencies;
    const body = { apiVersion, kind: 'TokenRequest', spec: { expirationSeconds: lifetime } };
    const accounts = client.resource<TokenRequest>({ group: '', version: 'v1', resource: 'serviceaccounts' });
    return accounts.create(namespace, body, account, 'token');
  }

  async #create(namespace: string, resource: string, kind: string, name: string): Promise<void> {
    const object = { apiVersion: 'v1', kind, metadata: { name } };
    const objects = this.#dependencies.client.resource({ group: '', version: 'v1', resource });
    await objects.create(namespace, object).catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error;
    });
  }
}
