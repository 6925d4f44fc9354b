import { generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Identity } from '../../../src/util/x509.ts';
import { type ReceivedCall, type TestAnswer, TestHttpsServer } from './https-server.ts';

export interface TestKey {
  kid: string;
  algorithm: jwt.Algorithm;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

const curves: Readonly<Record<string, string>> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' };

export function makeTestKey(kid: string, algorithm: jwt.Algorithm = 'RS256'): TestKey {
  const namedCurve = curves[algorithm];
  const keys =
    namedCurve === undefined
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve });
  return { kid, algorithm, ...keys };
}

/** For tests: an issuer that publishes what it is told to, over TLS. */
export class TestIssuer {
  readonly server: TestHttpsServer;
  keys: TestKey[];
  /** In place of the discovery document, and of others by their paths. */
  readonly documents: Record<string, (call: ReceivedCall) => TestAnswer> = {};

  private constructor(server: TestHttpsServer, keys: TestKey[]) {
    this.server = server;
    this.keys = keys;
    server.answer((call) => this.documents[call.path]?.(call) ?? this.#document(call.path));
  }

  static async start(keys: TestKey[], authority?: Identity): Promise<TestIssuer> {
    const options = authority === undefined ? {} : { authority };
    return new TestIssuer(await TestHttpsServer.start(undefined, options), keys);
  }

  get url(): string {
    return this.server.url;
  }

  /** How often the key set was fetched. */
  get looks(): number {
    return this.server.calls.filter(({ path }) => path === '/keys').length;
  }

  sign(
    claims: object,
    { algorithm, kid, privateKey }: TestKey = this.keys[0]!,
    header: object = { kid },
  ): string {
    return jwt.sign(claims, privateKey, {
      algorithm,
      header: { alg: algorithm, ...header },
      noTimestamp: true,
    });
  }

  #document(path: string): TestAnswer {
    const { url } = this;
    if (path === '/.well-known/openid-configuration')
      return { body: { issuer: url, jwks_uri: `${url}/keys` } };
    if (path === '/keys') return { body: { keys: this.keys.map(webKey) } };
    return { status: 404 };
  }
}

function webKey({ kid, algorithm, publicKey }: TestKey): JsonWebKey {
  return { ...publicKey.export({ format: 'jwk' }), kid, alg: algorithm, use: 'sig' };
}
