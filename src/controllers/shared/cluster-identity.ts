import { readFile } from 'node:fs/promises';
import { type Flag, FlagError, type FlagValues } from '../../util/flags.ts';
import { readSigningKey, type SigningKey } from '../../util/token-keys.ts';
import { parseBundle } from '../../util/x509.ts';
import { X509Certificate } from '../../util/x509-library.ts';
import type { ControllerDependencies } from '../controller.ts';

export const privateKeyFlag: Flag = {
  name: 'service-account-private-key-file',
  type: 'text',
  value: 'file',
  description: 'private key, in PEM, that tokens in Secrets of service accounts are signed with',
};

export const rootCaFlag: Flag = {
  name: 'root-ca-file',
  type: 'text',
  value: 'file',
  description:
    'certificates, in PEM, that those inside the cluster verify the API with: published in every namespace, and beside each token; those of the own client configuration when not given',
};

/** Undefined when none is given. Rejects with a start-up error. */
export async function accountSigningKey(flags: FlagValues): Promise<SigningKey | undefined> {
  const path = flags.text(privateKeyFlag.name);
  if (!path) return undefined;
  try {
    return readSigningKey(await readFile(path, 'utf8'));
  } catch (error) {
    throw new FlagError(privateKeyFlag.name, `${path}: ${(error as Error).message}`);
  }
}

/**
 * The certificates as the file has them; without a file those by which the manager itself trusts the API server, if any.
 * Rejects with a start-up error.
 */
export async function rootCa({
  flags,
  authority,
}: Pick<ControllerDependencies, 'authority' | 'flags'>): Promise<string | undefined> {
  const path = flags.text(rootCaFlag.name);
  if (!path) return authority;
  try {
    const bundle = await readFile(path, 'utf8');
    const certificates = parseBundle(bundle).map((raw) => new X509Certificate(raw));
    if (certificates.length === 0) throw new Error('holds no certificate in PEM');
    return bundle;
  } catch (error) {
    throw new FlagError(rootCaFlag.name, `${path}: ${(error as Error).message}`);
  }
}
