import { unlessAborted } from '../api/unless-aborted.ts';
import type { Wire, WireAnswer, WireCall } from '../api/wire.ts';
import type { Impersonation } from './config-document.ts';
import type { Credentials } from './credentials.ts';

type Headers = WireCall['headers'];

/** Adds the credentials. Those that a request has already stay. */
export class CredentialWire implements Wire {
  readonly #wire: Wire;
  readonly #credentials: Credentials;
  readonly #impersonation: Headers;

  /** The wire is its own. */
  constructor(wire: Wire, credentials: Credentials, impersonation: Impersonation) {
    this.#wire = wire;
    this.#credentials = credentials;
    this.#impersonation = impersonationHeaders(impersonation);
  }

  async send(call: WireCall): Promise<WireAnswer> {
    const isImpersonating = 'impersonate-user' in call.headers;
    const headers = { ...(isImpersonating ? {} : this.#impersonation), ...call.headers };
    if ('authorization' in headers) return this.#wire.send({ ...call, headers });
    const authorization = await unlessAborted(this.#credentials.authorization(), call.signal);
    const shown = authorization === undefined ? headers : { ...headers, authorization };
    const answer = await this.#wire.send({ ...call, headers: shown });
    if (answer.status === 401) this.#credentials.rejected?.(authorization);
    return answer;
  }

  [Symbol.dispose](): void {
    this.#wire[Symbol.dispose]();
  }
}

/** The headers that ask to act as this user; none for no user. */
export function impersonationHeaders({ user, uid, groups, extra }: Impersonation): Headers {
  if (user === '') return {};
  const headers: Record<string, string | string[]> = { 'impersonate-user': user };
  if (uid !== '') headers['impersonate-uid'] = uid;
  if (groups.length > 0) headers['impersonate-group'] = [...groups];
  for (const [key, values] of extra) {
    headers[`impersonate-extra-${escapeKey(key)}`] = [...values];
  }
  return headers;
}

/** Header names cannot hold everything: `example.com/a` becomes `example.com%2fa`. */
const escapeKey = (key: string): string =>
  Array.from(Buffer.from(key.toLowerCase()), (byte) => {
    const character = String.fromCharCode(byte);
    return /[!#$&'*+.^_`|~0-9a-z-]/.test(character) ? character : `%${byte.toString(16).padStart(2, '0')}`;
  }).join('');
