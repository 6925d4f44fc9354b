import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Identity } from '../util/x509.ts';

/** Files of a certificate and its key. */
export interface IdentityPaths {
  certificate: string;
  privateKey: string;
}

/** The text of a file; empty when there is none. */
export async function readIdentity({ certificate, privateKey }: IdentityPaths): Promise<Identity> {
  return { certificate: await readIfThere(certificate), privateKey: await readIfThere(privateKey) };
}

export async function writeIdentity(
  paths: IdentityPaths,
  { certificate, privateKey }: Identity,
): Promise<void> {
  await writePrivate(paths.privateKey, privateKey);
  await writePublic(paths.certificate, certificate);
}

export const writePrivate = (path: string, text: string): Promise<void> => replaceFile(path, text, 0o600);
export const writePublic = (path: string, text: string): Promise<void> => replaceFile(path, text, 0o644);

/** Never half a file, and never readable for more than it shall be. */
async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, text, { mode });
    // The mode above is what the process' mask leaves of it.
    await chmod(temporary, mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

export async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
