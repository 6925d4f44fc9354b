import { readFile } from 'node:fs/promises';
import { systemClock } from '../../util/clock.ts';
import type { FlagValues } from '../../util/flags.ts';
import { type Identity, issueServing, makeAuthority } from '../../util/x509.ts';
import { StartError } from '../start-error.ts';

/** Milliseconds: of a certificate that is made in memory. */
const lifetime = 365 * 86_400_000;
/** Clocks of clients may be behind. */
const clockSkew = 300_000;

/** The serving certificate that the flags name, or one that is made for this process. */
export async function servingIdentity(flags: FlagValues): Promise<Identity> {
  const [certificate, key] = ['tls-cert-file', 'tls-private-key-file'].map((name) => flags.text(name));
  if ((certificate === undefined) !== (key === undefined)) {
    throw new StartError('--tls-cert-file and --tls-private-key-file go together');
  }
  if (certificate !== undefined && key !== undefined) {
    try {
      return { certificate: await readFile(certificate, 'utf8'), privateKey: await readFile(key, 'utf8') };
    } catch (error) {
      throw new StartError(`--tls-cert-file: ${(error as Error).message}`, { cause: error });
    }
  }
  const now = systemClock.now();
  const validity = { notBefore: new Date(now - clockSkew), notAfter: new Date(now + lifetime) };
  const authority = await makeAuthority('controller-manager-ca', validity);
  const names = { dnsNames: ['localhost'], addresses: ['127.0.0.1'] };
  return issueServing(authority, 'localhost', names, validity);
}
