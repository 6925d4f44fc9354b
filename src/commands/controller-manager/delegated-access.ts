import { LRUCache } from 'lru-cache';
import type { Dialect } from '../../api/meta/dialect.ts';
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

/** Asks the API server who sends a request and whether they may read its path. */
export class DelegatedAccess {
  readonly #authentication: ApiClient;
  readonly #authorization: ApiClient;
  readonly #dialect: Dialect;
  readonly #kept = new LRUCache<string, { refusal: Refusal | undefined }>({ max: maxKept, ttl: believedFor });

  /** Two clients: for TokenReviews, and for what a user may do. */
  constructor(authentication: ApiClient, authorization: ApiClient, dialect: Dialect) {
    this.#authentication = authentication;
    this.#authorization = authorization;
    this.#dialect = dialect;
  }

  /** Undefined when the request may go on. `authorization`: the header of that name. Rejects when there is no answer. */
  async refusal(authorization: string | undefined, path: string): Promise<Refusal | undefined> {
    const token = /^bearer\s+(\S+)/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return forbidden('system:anonymous', path);
    const key = `${path} ${token}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept.refusal;
    const refusal = await this.#ask(token, path);
    this.#kept.set(key, { refusal });
    return refusal;
  }

  async #ask(token: string, path: string): Promise<Refusal | undefined> {
    const reviews = this.#authentication;
    const review = await this.#review<TokenReview>(reviews, 'authentication', 'TokenReview', { token });
    const { authenticated = false, user } = review.status ?? {};
    if (!authenticated || user?.username === undefined) return { code: 401, text: 'Unauthorized' };
    const { username, ...rest } = user;
    const spec = { user: username, ...rest, nonResourceAttributes: { path, verb: 'get' } };
    const kind = 'SubjectAccessReview';
    const access = await this.#review<AccessReview>(this.#authorization, 'authorization', kind, spec);
    return access.status?.allowed === true ? undefined : forbidden(username, path);
  }

  #review<T>(client: ApiClient, api: string, kind: string, spec: object): Promise<T> {
    const group = `${api}.${this.#dialect.api}`;
    const type = { group, version: 'v1', resource: `${kind.toLowerCase()}s` };
    return client.resource<T>(type).create('', { kind, apiVersion: `${group}/v1`, spec });
  }
}

const forbidden = (user: string, path: string): Refusal => ({
  code: 403,
  text: `forbidden: User ${JSON.stringify(user)} cannot get path ${JSON.stringify(path)}`,
});
