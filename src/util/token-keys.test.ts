import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { distinctKeys, readSigningKey, readVerificationKeys, webKeyOf } from './token-keys.ts';
import { issueClient, makeAuthority, makeKeyPair } from './x509.ts';

const pem = (key: ReturnType<typeof generateKeyPairSync>['privateKey'], type: 'pkcs1' | 'pkcs8' | 'sec1') =>
  (key as unknown as import('node:crypto').KeyObject).export({ type, format: 'pem' }) as string;
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const curve = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });

test('a file may hold several keys, of every form', async () => {
  const [a, b, c] = [curve('prime256v1'), curve('secp384r1'), curve('secp521r1')];
  const publicPem = rsa.publicKey.export({ type: 'pkcs1', format: 'pem' });
  const file = `some text\n${pem(a.privateKey, 'sec1')}${pem(b.privateKey, 'pkcs8')}\n# more\n${c.publicKey.export({ type: 'spki', format: 'pem' })}${publicPem}`;
  expect(readVerificationKeys(file).map(({ algorithms }) => algorithms.join(' '))).toEqual([
    'ES256',
    'ES384',
    'ES512',
    'RS256 RS384 RS512',
  ]);
});

test('a private key, its public half and its certificate are one key', async () => {
  const validity = { notBefore: new Date(0), notAfter: new Date(4e12) };
  const client = await issueClient(await makeAuthority('root', validity), { commonName: 'a' }, validity);
  const keys = readVerificationKeys(client.privateKey + client.certificate);
  expect(keys).toHaveLength(2);
  expect(distinctKeys(keys)).toHaveLength(1);
  expect(readSigningKey(client.privateKey).verification.id).toBe(keys[1]!.id);
});

test('only public parts are shown', async () => {
  const keys = readVerificationKeys(
    pem(rsa.privateKey, 'pkcs1') + pem(curve('prime256v1').privateKey, 'sec1'),
  );
  const [first, second] = keys.map((key) => JSON.parse(JSON.stringify(webKeyOf(key))));
  expect(Object.keys(first)).toEqual(['use', 'kty', 'kid', 'alg', 'n', 'e']);
  expect(first).toMatchObject({
    use: 'sig',
    kty: 'RSA',
    alg: 'RS256',
    kid: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(Object.keys(second)).toEqual(['use', 'kty', 'kid', 'crv', 'alg', 'x', 'y']);
  expect(second).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256' });
});

test.each([
  ['nothing', () => '', 'holds no key in PEM'],
  ['no key', () => '-----BEGIN X-----\nAA==\n-----END X-----', 'holds no key in PEM'],
  ['a broken key', () => '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----', 'that cannot be read'],
  [
    'a key of another type',
    () => pem(generateKeyPairSync('ed25519').privateKey, 'pkcs8'),
    'neither RSA nor ECDSA',
  ],
  ['another curve', () => pem(curve('secp256k1').privateKey, 'sec1'), 'neither RSA nor ECDSA'],
])('%s is nothing to verify with', (_, file, message) => {
  expect(() => readVerificationKeys(file())).toThrow(message);
});

test('what signs is a private key, and a strong one', async () => {
  const { publicKey } = await makeKeyPair('rsa');
  expect(() => readSigningKey(publicKey)).toThrow('holds no private key');
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
  expect(() => readSigningKey(pem(weak.privateKey, 'pkcs8'))).toThrow('less than 2048 bits');
});
