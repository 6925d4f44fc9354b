import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { FlagValues } from '../../util/flags.ts';
import { makeAuthority, makeKeyPair } from '../../util/x509.ts';
import { accountSigningKey, privateKeyFlag, rootCa, rootCaFlag } from './cluster-identity.ts';

const directory = mkdtempSync(join(tmpdir(), 'identity-'));
afterAll(() => rmSync(directory, { recursive: true }));

const { privateKey, publicKey } = await makeKeyPair('ec');
const { certificate } = await makeAuthority('root', { notBefore: new Date(0), notAfter: new Date(4e12) });

function flagsWith(text: string | undefined): FlagValues {
  const path = join(directory, 'file');
  if (text !== undefined) writeFileSync(path, text);
  const given = text === undefined ? {} : { [privateKeyFlag.name]: path, [rootCaFlag.name]: path };
  return new FlagValues([privateKeyFlag, rootCaFlag], given);
}

it('without flags there is neither a key nor an authority', async () => {
  expect([
    await accountSigningKey(flagsWith(undefined)),
    await rootCa({ flags: flagsWith(undefined) }),
  ]).toEqual([undefined, undefined]);
});

it('an authority is what its file says, text around it included', async () => {
  expect(await rootCa({ flags: flagsWith(`# ours\n${certificate}`), authority: 'other' })).toBe(
    `# ours\n${certificate}`,
  );
});

it('without a file the authority is that of the own client', async () => {
  expect(await rootCa({ flags: flagsWith(undefined), authority: certificate })).toBe(certificate);
});

const rootCaOf = (flags: FlagValues): Promise<string | undefined> =>
  rootCa({ flags, authority: certificate });

it.each([
  ['an authority that is a key', rootCaOf, privateKey, /--root-ca-file: .*file: holds no certificate/],
  [
    'an authority that is none',
    rootCaOf,
    '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
    /--root-ca-file: /,
  ],
  [
    'a key that cannot sign',
    accountSigningKey,
    publicKey,
    /--service-account-private-key-file: .*file: holds no private key/,
  ],
])('%s is a problem', async (_, read, text, message) => {
  await expect(read(flagsWith(text))).rejects.toThrow(message);
});
