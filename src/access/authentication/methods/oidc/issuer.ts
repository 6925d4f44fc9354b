import type { Algorithm } from 'jsonwebtoken';
import { Fields } from '../../../../client/fields.ts';
import type { Transport } from '../../../../client/transport.ts';
import type { Clock } from '../../../../util/clock.ts';
import type { Claims } from './claims.ts';
import { IssuerKeys } from './issuer-keys.ts';
import { OidcError } from './oidc-error.ts';

export interface IssuerOptions {
  transport: Transport;
  /** A token must be meant for one of them. */
  audiences: readonly string[];
  /** URL of the discovery document, if it is not below the issuer. */
  discoveryUrl?: string | undefined;
  algorithms: readonly Algorithm[];
  clock: Clock;
}

/** Milliseconds between two attempts to find out about an issuer. */
export const restBetweenAttempts = 10_000;
/** Milliseconds that the clocks of issuers may be ahead. */
const clockSkew = 300_000;
const callTimeout = 30_000;
const maxDocumentBytes = 1_048_576;

/** An issuer of tokens: what it publishes about itself, and what it has signed. */
export class Issuer {
  readonly #url: string;
  readonly #options: IssuerOptions;
  #keys: IssuerKeys | undefined;
  #attempt: Promise<void> | undefined;
  #attemptedAt = Number.NEGATIVE_INFINITY;

  constructor(url: string, options: IssuerOptions) {
    this.#url = url;
    this.#options = options;
  }

  /** Whether it was found out where its keys are. */
  get isKnown(): boolean {
    return this.#keys !== undefined;
  }

  /** Finds out where its keys are, unless that is known. Rejects with OidcError, also when it was tried just now. */
  async discover(): Promise<void> {
    if (this.#keys !== undefined) return;
    const now = this.#options.clock.now();
    if (this.#attempt === undefined) {
      if (now - this.#attemptedAt < restBetweenAttempts) throw this.#unknown();
      this.#attemptedAt = now;
      this.#attempt = this.#discover().finally(() => {
        this.#attempt = undefined;
      });
    }
    await this.#attempt;
  }

  /**
   * The claims of a token that this issuer signed for this client and for now. Rejects with OidcError or CallError
   * when it did not, or when that cannot be found out.
   */
  async verify(token: string): Promise<Claims> {
    if (this.#keys === undefined) throw this.#unknown();
    const claims = (await this.#keys.verify(token)) as Claims | undefined;
    if (claims === undefined) throw new OidcError('verify token: failed to verify signature');
    this.#check(claims);
    return claims;
  }

  #check({ iss, aud, exp, nbf }: Claims): void {
    const now = this.#options.clock.now();
    const { audiences } = this.#options;
    const refused = (problem: string): OidcError => new OidcError(`verify token: ${problem}`);
    if (iss !== this.#url) throw refused('issued by a different provider');
    if (!audiences.some((one) => aud === one || (Array.isArray(aud) && aud.includes(one)))) {
      const wanted = JSON.stringify(audiences.length === 1 ? audiences[0] : audiences);
      throw refused(`expected audience ${wanted} got ${JSON.stringify(aud)}`);
    }
    if (typeof exp !== 'number') throw refused('token does not say when it expires');
    if (now > exp * 1000) throw refused('token is expired');
    if (nbf === undefined) return;
    if (typeof nbf !== 'number' || now + clockSkew < nbf * 1000) {
      throw refused('current time before the nbf (not before) time');
    }
  }

  async #discover(): Promise<void> {
    const { transport, algorithms, clock, discoveryUrl } = this.#options;
    try {
      const { issuer, jwks_uri: url = '' } =
        discoveryUrl === undefined ? await this.#discoverBelow() : await documentAt(discoveryUrl, transport);
      if (issuer !== this.#url) throw new Error(`it calls itself ${JSON.stringify(issuer)}`);
      if (!url.startsWith('https://')) throw new Error('its keys are at no https URL');
      this.#keys = new IssuerKeys({ url, transport, algorithms, clock });
    } catch (error) {
      const { message, cause } = error as Error;
      const deeper = cause instanceof Error ? `: ${cause.message}` : '';
      throw new OidcError(`issuer ${JSON.stringify(this.#url)}: ${message}${deeper}`, error);
    }
  }

  async #discoverBelow(): Promise<DiscoveryDocument> {
    // Loaded when it is needed: it takes longer than the rest of a start.
    const { customFetch, discovery, None } = await import('openid-client');
    const { transport, audiences } = this.#options;
    const options = { timeout: callTimeout / 1000, [customFetch]: fetchThrough(transport) };
    const found = await discovery(new URL(this.#url), audiences[0]!, undefined, None(), options);
    return found.serverMetadata();
  }

  #unknown(): OidcError {
    return new OidcError(`authenticator not initialized: issuer ${JSON.stringify(this.#url)} was not found`);
  }
}

/** The document in which an issuer describes itself. */
interface DiscoveryDocument {
  issuer: string;
  jwks_uri?: string | undefined;
}

/** The discovery document at exactly this URL. Rejects with CallError or ShapeError. */
async function documentAt(url: string, transport: Transport): Promise<DiscoveryDocument> {
  const { body } = await transport.send({
    method: 'GET',
    url,
    headers: { accept: 'application/json' },
    timeout: callTimeout,
    maxBytes: maxDocumentBytes,
  });
  const fields = new Fields(JSON.parse(body.toString()), '');
  return { issuer: fields.text('issuer') ?? '', jwks_uri: fields.text('jwks_uri') };
}

/** Discovery through our own connections: with our authorities, without redirects, and of bounded length. */
function fetchThrough(transport: Transport) {
  return async (
    url: string,
    { headers, signal }: { headers?: Record<string, string>; signal?: AbortSignal | undefined },
  ): Promise<Response> => {
    const answer = await transport.send({
      method: 'GET',
      url,
      headers: { ...headers },
      timeout: callTimeout,
      maxBytes: maxDocumentBytes,
      signal,
    });
    const { 'content-type': type } = answer.headers;
    return new Response(answer.body.length === 0 ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: typeof type === 'string' ? { 'content-type': type } : {},
    });
  };
}
