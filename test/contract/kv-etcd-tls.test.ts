import type { webcrypto } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEtcd } from '../../src/storage/kv/etcd/open.ts';
import * as x509 from '../../src/util/x509-library.ts';
import { type Etcd, startEtcd } from '../support/etcd.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

interface Identity {
  cert: Buffer;
  key: Buffer;
}

/** A certificate authority for one test run. */
class Authority {
  readonly #keys: webcrypto.CryptoKeyPair;
  readonly #certificate: x509.X509Certificate;

  constructor(keys: webcrypto.CryptoKeyPair, certificate: x509.X509Certificate) {
    this.#keys = keys;
    this.#certificate = certificate;
  }

  static async make(name: string): Promise<Authority> {
    const keys = (await crypto.subtle.generateKey(algorithm, true, [
      'sign',
      'verify',
    ])) as webcrypto.CryptoKeyPair;
    const certificate = await x509.X509CertificateGenerator.createSelfSigned({
      name: `CN=${name}`,
      keys,
      signingAlgorithm: algorithm,
      extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
    });
    return new Authority(keys, certificate);
  }

  get ca(): Buffer {
    return Buffer.from(this.#certificate.toString('pem'));
  }

  async issue(name: string): Promise<Identity> {
    const keys = (await crypto.subtle.generateKey(algorithm, true, [
      'sign',
      'verify',
    ])) as webcrypto.CryptoKeyPair;
    const certificate = await x509.X509CertificateGenerator.create({
      subject: `CN=${name}`,
      issuer: this.#certificate.subject,
      publicKey: keys.publicKey,
      signingKey: this.#keys.privateKey,
      signingAlgorithm: algorithm,
      extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])],
    });
    const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
    return {
      cert: Buffer.from(certificate.toString('pem')),
      key: Buffer.from(x509.PemConverter.encode(key, 'PRIVATE KEY')),
    };
  }
}

describe('etcd with TLS', () => {
  let directory: string;
  let etcd: Etcd;
  let authority: Authority;
  let client: Identity;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'etcd-tls-'));
    authority = await Authority.make('etcd');
    client = await authority.issue('client');
    const server = await authority.issue('server');
    const write = (name: string, content: Buffer) => {
      writeFileSync(join(directory, name), content);
      return join(directory, name);
    };
    etcd = await startEtcd({
      members: 1,
      tls: {
        caFile: write('ca.crt', authority.ca),
        certFile: write('server.crt', server.cert),
        keyFile: write('server.key', server.key),
      },
    });
  });
  afterAll(async () => {
    await etcd?.stop();
    rmSync(directory, { recursive: true });
  });

  const open = (tls: { ca?: Buffer; cert?: Buffer; key?: Buffer }) =>
    openEtcd({ endpoints: etcd.endpoints, tls, connectTimeout: 1000 });

  test('serves a client with a certificate, watches included', async () => {
    const kv = await open({ ca: authority.ca, ...client });
    const { revision } = await kv.create('/a', Buffer.from('x'));
    const seen = new Promise((resolve) => {
      kv.watch(revision, { onEvents: (events) => resolve(events[0]!.key), onEnd: resolve });
    });
    expect(await seen).toBe('/a');
    await kv.close();
  });

  test('turns away a client without a certificate, and one that trusts another authority', async () => {
    await expect(open({ ca: authority.ca })).rejects.toMatchObject({ code: 'Unavailable' });
    const other = await Authority.make('other');
    const distrusting = open({ ca: other.ca, ...client });
    await expect(distrusting).rejects.toMatchObject({
      code: 'Unavailable',
      message: expect.stringMatching(/certificate/),
    });
  });
});
