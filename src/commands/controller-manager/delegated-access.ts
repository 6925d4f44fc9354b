import { LRUCache } from 'lru-cache';
import type { AuthenticationRequest, Authenticator } from '../../access/authentication/authenticator.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { User } from '../../api/meta/user.ts';
import type { ApiClient } from '../../client/api/api-client.ts';

/** Milliseconds for which an answer of the API server is believed. */
const believedFor = 10_000;
const maxKept = 1_000;

export interface Refusal {
  code: 401 | 403;
  text: string;
}

interface TokenReview {
  status?: {
    authenticated?: boolean;
    user?: { username?: string; uid?: string; groups?: string[]; extra?: Record<string, string[]> };
  };
}

interface AccessReview {
  status?: { allowed?: boolean };
}

export interface DelegatedAccessOptions {
  /** For TokenReviews, and for what a user may do. */
  authentication: ApiClient;
  authorization: ApiClient;
  /** Knows callers by their certificates. */
  certificates: Authenticator;
  dialect: Dialect;
}

/** Caller of the manager: a user as reviews have it. */
interface Caller {
  user: string;
  uid?: string;
  groups?: readonly string[];
  extra?: Readonly<Record<string, readonly string[]>>;
}

/** Finds out who sends a request, and asks the API server whether they may read its path. */
export class DelegatedAccess {
  readonly #options: DelegatedAccessOptions;
  readonly #kept = new LRUCache<string, { refusal: Refusal | undefined }>({ max: maxKept, ttl: believedFor });

  constructor(options: DelegatedAccessOptions) {
    this.#options = options;
  }

  /** Undefined when the request may go on. Rejects when there is no answer. */
  async refusal(request: AuthenticationRequest, path: string): Promise<Refusal | undefined> {
    const decision = await this.#options.certificates.authenticate(request);
    if (typeof decision !== 'string') {
      const caller = callerOf(decision);
      return this.#known(`${path} ${JSON.stringify(caller)}`, () => this.#authorize(caller, path));
    }
    const token = /^bearer\s+(\S+)/i.exec(request.headers.authorization ?? '')?.[1];
    if (token !== undefined) return this.#known(`${path} ${token}`, () => this.#ask(token, path));
    return decision === 'invalid' ? unauthorized : forbidden('system:anonymous', path);
  }

  async #known(key: string, ask: () => Promise<Refusal | undefined>): Promise<Refusal | undefined> {
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept.refusal;
    const refusal = await ask();
    this.#kept.set(key, { refusal });
    return refusal;
  }

  async #ask(token: string, path: string): Promise<Refusal | undefined> {
    const reviews = this.#options.authentication;
    const review = await this.#review<TokenReview>(reviews, 'authentication', 'TokenReview', { token });
    const { authenticated = false, user } = review.status ?? {};
    if (!authenticated || user?.username === undefined) return unauthorized;
    const { username, ...rest } = user;
    return this.#authorize({ user: username, ...rest }, path);
  }

  async #authorize(caller: Caller, path: string): Promise<Refusal | undefined> {
    const spec = { ...caller, nonResourceAttributes: { path, verb: 'get' } };
    const { authorization } = this.#options;
    const kind = 'SubjectAccessReview';
    const access = await this.#review<AccessReview>(authorization, 'authorization', kind, spec);
    return access.status?.allowed === true ? undefined : forbidden(caller.user, path);
  }

  #review<T>(client: ApiClient, api: string, kind: string, spec: object): Promise<T> {
    const group = `${api}.${this.#options.dialect.api}`;
    const type = { group, version: 'v1', resource: `${kind.toLowerCase()}s` };
    return client.resource<T>(type).create('', { kind, apiVersion: `${group}/v1`, spec });
  }
}

const callerOf = ({ name, uid, groups, extra }: User): Caller => ({ user: name, uid, groups, extra });

const unauthorized: Refusal = { code: 401, text: 'Unauthorized' };

const forbidden = (user: string, path: string): Refusal => ({
  code: 403,
  text: `forbidden: User ${JSON.stringify(user)} cannot get path ${JSON.stringify(path)}`,
});
