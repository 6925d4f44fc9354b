import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { Agent, request } from 'undici';
import { type Identity, issueServing, makeAuthority } from '../../src/util/x509.ts';
import { testValidity } from './unit/https-server.ts';

const client = { id: 'api', secret: 'a-secret-of-the-client', callback: 'https://127.0.0.1/callback' };

export interface OpenIdTokens {
  id_token: string;
  access_token: string;
}

/** A real OpenID provider on loopback, over TLS, with an authority of its own. Everybody may log in as anybody. */
export class OpenIdProvider {
  readonly authority: Identity;
  readonly clientId = client.id;
  readonly #server: Server;
  readonly #agent: Agent;
  #handle: ReturnType<Provider['callback']> = () => {};

  private constructor(authority: Identity, server: Server) {
    this.authority = authority;
    this.#server = server;
    this.#agent = new Agent({ connect: { ca: authority.certificate } });
    server.on('request', (incoming, outgoing) => this.#handle(incoming, outgoing));
  }

  /** `port`: one that was free; any if not given. */
  static async start(given: { authority?: Identity; port?: number } = {}): Promise<OpenIdProvider> {
    const authority = given.authority ?? (await makeAuthority('issuer-ca', testValidity()));
    const names = { dnsNames: [], addresses: ['127.0.0.1'] };
    const own = await issueServing(authority, 'issuer', names, testValidity());
    const server = createServer({ cert: own.certificate, key: own.privateKey });
    const made = new OpenIdProvider(authority, server);
    server.listen(given.port ?? 0, '127.0.0.1');
    await once(server, 'listening');
    made.rotate();
    return made;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on it signs with another key, and the one before is gone. */
  rotate(algorithm: 'RS256' | 'ES256' = 'RS256'): void {
    const { privateKey } =
      algorithm === 'RS256'
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: algorithm };
    this.#handle = new Provider(this.url, configuration(key, algorithm)).callback();
  }

  /** An id token, as somebody gets it who logs in with a browser. */
  async logIn(user: string): Promise<string> {
    return (await this.tokensFor(user)).id_token;
  }

  /** All that somebody gets who logs in. */
  async tokensFor(user: string): Promise<OpenIdTokens> {
    const cookies = new Map<string, string>();
    const query = new URLSearchParams({
      client_id: client.id,
      response_type: 'code',
      redirect_uri: client.callback,
      scope: 'openid',
    });
    let next = await this.#step(cookies, `/auth?${query}`);
    const forms: Record<string, string>[] = [
      { prompt: 'login', login: user, password: 'any' },
      { prompt: 'consent' },
    ];
    for (const form of forms) {
      next = await this.#step(cookies, next, form);
      next = await this.#step(cookies, next);
    }
    const code = new URL(next).searchParams.get('code');
    return this.#exchange(code!);
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  /** Where the answer leads. */
  async #step(
    cookies: Map<string, string>,
    location: string,
    form?: Record<string, string>,
  ): Promise<string> {
    const { statusCode, headers, body } = await request(new URL(location, this.url), {
      dispatcher: this.#agent,
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body: form === undefined ? null : String(new URLSearchParams(form)),
    });
    const text = await body.text();
    const to = headers['location'];
    if (typeof to !== 'string') throw new Error(`${location}: ${statusCode} ${text}`);
    for (const cookie of [headers['set-cookie'] ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      cookies.set(name!, value!);
    }
    return to;
  }

  async #exchange(code: string): Promise<OpenIdTokens> {
    const { body } = await request(`${this.url}/token`, {
      dispatcher: this.#agent,
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`,
      },
      body: String(
        new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: client.callback }),
      ),
    });
    return (await body.json()) as OpenIdTokens;
  }
}

function configuration(key: object, algorithm: string): object {
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.callback],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: algorithm,
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['a-key-for-cookies'] },
    pkce: { required: () => false },
    conformIdTokenClaims: false,
    claims: { openid: ['sub', 'email', 'email_verified', 'groups'] },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@a.example`,
        email_verified: id !== 'joe',
        groups: ['developers', 'testers'],
      }),
    }),
  };
}
