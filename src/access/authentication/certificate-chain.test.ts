import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  type Identity,
  issueClient,
  issueServing,
  makeAuthority,
  makeKeyPair,
  parseBundle,
} from '../../util/x509.ts';
import * as x509 from '../../util/x509-library.ts';
import { ChainCertificate, chainExpiry } from './certificate-chain.ts';

const day = 86_400_000;
const now = Date.parse('2030-01-01T00:00:00Z');
const valid = (from: number, to: number) => ({
  notBefore: new Date(now + from * day),
  notAfter: new Date(now + to * day),
});
const usual = valid(-1, 100);

const read = (identity: Identity) => new ChainCertificate(parseBundle(identity.certificate)[0]!);
const expiry = (leaf: Identity, intermediates: Identity[], roots: Identity[], at = now) =>
  chainExpiry(read(leaf), intermediates.map(read), roots.map(read), at);

/** A certificate that no authority should issue. */
async function forge(
  issuer: Identity,
  extensions: x509.Extension[],
  { hash = 'SHA-256', subject = 'forged', privateKey = '' } = {},
): Promise<Identity> {
  const key = privateKey === '' ? (await makeKeyPair('ec')).privateKey : privateKey;
  const certificate = await x509.X509CertificateGenerator.create({
    issuer: new x509.X509Certificate(issuer.certificate).subjectName,
    subject: [{ CN: [subject] }],
    ...usual,
    publicKey: createPublicKey(key).export({ type: 'spki', format: 'der' }),
    signingKey: createPrivateKey(issuer.privateKey).toCryptoKey(
      { name: 'ECDSA', namedCurve: 'P-256' },
      false,
      ['sign'],
    ),
    signingAlgorithm: { name: 'ECDSA', hash },
    extensions,
  });
  return { certificate: certificate.toString('pem'), privateKey: key };
}

const authority = (pathLength?: number) => new x509.BasicConstraintsExtension(true, pathLength, true);
const purposes = (...usages: x509.ExtendedKeyUsageType[]) => new x509.ExtendedKeyUsageExtension(usages);
const { clientAuth, serverAuth } = x509.ExtendedKeyUsage;

const root = await makeAuthority('root', usual);
const middle = await makeAuthority('middle', valid(-1, 50), root);
const lower = await makeAuthority('lower', usual, middle);
const jane = await issueClient(root, { commonName: 'jane' }, valid(-1, 10));

describe('there is a chain', () => {
  test('to the root itself, until its first certificate expires', () => {
    expect(expiry(jane, [], [root])).toBe(now + 10 * day);
  });

  test('through intermediate authorities, in any order and with others among them', async () => {
    const leaf = await issueClient(lower, { commonName: 'jane' }, usual);
    const other = await makeAuthority('other', usual);
    expect(expiry(leaf, [lower, middle], [root])).toBe(now + 50 * day);
    expect(expiry(leaf, [other, middle, lower, jane], [other, root])).toBe(now + 50 * day);
    expect(expiry(leaf, [], [lower])).toBe(now + 100 * day);
    expect(expiry(leaf, [lower], [root])).toBeUndefined();
    expect(expiry(leaf, [], [root])).toBeUndefined();
  });

  test('when the key of an authority was renewed under the same name', async () => {
    const renewed = await makeAuthority('root', usual);
    expect(expiry(jane, [], [renewed, root])).toBeDefined();
    expect(expiry(jane, [], [renewed])).toBeUndefined();
  });

  test('of one certificate that is trusted itself', () => {
    expect(expiry(jane, [], [jane])).toBe(now + 10 * day);
  });

  test('for clients, for any purpose, and when no purpose is given', async () => {
    const any = await forge(root, [purposes('2.5.29.37.0')]);
    const none = await forge(root, []);
    const both = await forge(root, [purposes(serverAuth, clientAuth)]);
    for (const leaf of [any, none, both]) expect(expiry(leaf, [], [root])).toBeDefined();
  });
});

describe('there is none', () => {
  test('outside the time of any of its certificates', async () => {
    expect(expiry(jane, [], [root], now - 2 * day)).toBeUndefined();
    expect(expiry(jane, [], [root], now + 11 * day)).toBeUndefined();
    const leaf = await issueClient(middle, { commonName: 'jane' }, valid(-1, 200));
    expect(expiry(leaf, [middle], [root], now + 49 * day)).toBeDefined();
    expect(expiry(leaf, [middle], [root], now + 51 * day)).toBeUndefined();
    expect(expiry(leaf, [], [root], now + 101 * day)).toBeUndefined();
  });

  test('for another purpose, of the client or of an authority above', async () => {
    const names = { dnsNames: ['a'], addresses: [] };
    expect(expiry(await issueServing(root, 'jane', names, usual), [], [root])).toBeUndefined();
    const servers = await forge(root, [authority(), purposes(serverAuth)], { subject: 'servers' });
    const leaf = await issueClient(servers, { commonName: 'jane' }, usual);
    expect(expiry(leaf, [servers], [root])).toBeUndefined();
  });

  test('through one that is no authority, or may not sign', async () => {
    const leaf = await issueClient(jane, { commonName: 'admin' }, usual);
    expect(expiry(leaf, [jane], [root])).toBeUndefined();
    const usage = new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true);
    const idle = await forge(root, [authority(), usage], { subject: 'idle' });
    expect(expiry(await issueClient(idle, { commonName: 'a' }, usual), [idle], [root])).toBeUndefined();
  });

  test('longer than an authority allows', async () => {
    const short = await forge(root, [authority(0)], { subject: 'short' });
    const below = await makeAuthority('below', usual, short);
    expect(expiry(await issueClient(short, { commonName: 'a' }, usual), [short], [root])).toBeDefined();
    expect(
      expiry(await issueClient(below, { commonName: 'a' }, usual), [short, below], [root]),
    ).toBeUndefined();
  });

  test('one way, which does not hide that there is another way', async () => {
    const short = await forge(root, [authority(0)], { subject: 'upper' });
    const free = await forge(root, [authority()], { subject: 'upper', privateKey: short.privateKey });
    const below = await makeAuthority('below', usual, short);
    const leaf = await issueClient(below, { commonName: 'a' }, usual);
    expect(expiry(leaf, [below, short], [root])).toBeUndefined();
    expect(expiry(leaf, [below, short, free], [root])).toBeDefined();
  });

  test('with what has to be understood and is not', async () => {
    const unknown = (critical: boolean) => new x509.Extension('1.2.3.4', critical, new Uint8Array([5, 0]));
    expect(expiry(await forge(root, [unknown(true)]), [], [root])).toBeUndefined();
    expect(expiry(await forge(root, [unknown(false)]), [], [root])).toBeDefined();
  });

  test('with constrained names where there are names', async () => {
    const constraints = new x509.Extension('2.5.29.30', true, Buffer.from('3009a00730058203612e62', 'hex'));
    const limited = await forge(root, [authority(), constraints], { subject: 'limited' });
    const names = new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'a.b' }]);
    expect(expiry(await forge(limited, [names]), [limited], [root])).toBeUndefined();
    expect(expiry(await forge(limited, []), [limited], [root])).toBeDefined();
  });

  test('with signatures that can be forged', async () => {
    expect(expiry(await forge(root, [], { hash: 'SHA-1' }), [], [root])).toBeUndefined();
    expect(expiry(await forge(root, [], { hash: 'SHA-512' }), [], [root])).toBeDefined();
    const { raw } = new X509Certificate(jane.certificate);
    raw[raw.length - 1]! ^= 1;
    expect(chainExpiry(new ChainCertificate(raw), [], [read(root)], now)).toBeUndefined();
  });

  test('through authorities that sign each other in a circle', async () => {
    const circle: Identity[] = [];
    for (let i = 0; i < 9; i++) circle.push(await makeAuthority('same', usual, circle.at(-1)));
    const leaf = await issueClient(circle.at(-1)!, { commonName: 'a' }, usual);
    const start = performance.now();
    expect(expiry(leaf, circle, [root])).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
