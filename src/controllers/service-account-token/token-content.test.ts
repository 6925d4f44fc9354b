import { generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { expect, it } from 'vitest';
import { dialects } from '../../api/meta/dialect.ts';
import { readSigningKey, readVerificationKeys } from '../../util/token-keys.ts';
import { TokenContent } from './token-content.ts';

const metadata = { namespace: 'shop', name: 'key', creationTimestamp: null };
const secret = { apiVersion: 'v1', kind: 'Secret', metadata };
const account = {
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { namespace: 'shop', name: 'builder', uid: 'a1', creationTimestamp: null },
};

it.each([
  ['RS256', () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ['ES256', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ['ES384', () => generateKeyPairSync('ec', { namedCurve: 'P-384' })],
  ['ES512', () => generateKeyPairSync('ec', { namedCurve: 'P-521' })],
] as const)('a token is signed with %s, names its key and has no end', (alg, generate) => {
  const { privateKey, publicKey } = generate();
  const key = readSigningKey(privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
  const [verification] = readVerificationKeys(publicKey.export({ type: 'spki', format: 'pem' }) as string);
  const { data } = new TokenContent(key, undefined, dialects[1]!).completed(secret, account);
  expect(Object.keys(data!)).toEqual(['namespace', 'token']);
  const token = Buffer.from(data!['token']!, 'base64').toString();
  expect(jwt.decode(token, { complete: true })!.header).toMatchObject({ alg, kid: verification!.id });
  expect(jwt.verify(token, publicKey, { algorithms: [alg] })).toEqual({
    iss: 'kubernetes/serviceaccount',
    'kubernetes.io/serviceaccount/namespace': 'shop',
    'kubernetes.io/serviceaccount/secret.name': 'key',
    'kubernetes.io/serviceaccount/service-account.name': 'builder',
    'kubernetes.io/serviceaccount/service-account.uid': 'a1',
    sub: 'system:serviceaccount:shop:builder',
  });
});
