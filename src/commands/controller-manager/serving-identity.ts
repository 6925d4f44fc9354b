import { identityFromFlags } from '../../client/identity-files.ts';
import { systemClock } from '../../util/clock.ts';
import { FlagError, type FlagValues } from '../../util/flags.ts';
import { type Identity, issueServing, makeAuthority } from '../../util/x509.ts';
import { StartError } from '../start-error.ts';

/** Milliseconds: of a certificate that is made in memory. */
const lifetime = 365 * 86_400_000;
/** Clocks of clients may be behind. */
const clockSkew = 300_000;

/** The serving certificate that the flags name, or one that is made for this process. Rejects with StartError. */
export async function servingIdentity(flags: FlagValues): Promise<Identity> {
  const given = identityGiven(flags);
  if (given !== undefined) return given;
  const now = systemClock.now();
  const validity = { notBefore: new Date(now - clockSkew), notAfter: new Date(now + lifetime) };
  const authority = await makeAuthority('controller-manager-ca', validity);
  const names = { dnsNames: ['localhost'], addresses: ['127.0.0.1'] };
  return issueServing(authority, 'localhost', names, validity);
}

function identityGiven(flags: FlagValues): Identity | undefined {
  try {
    return identityFromFlags(flags, systemClock, 'tls-cert-file', 'tls-private-key-file')?.();
  } catch (error) {
    throw error instanceof FlagError ? new StartError(error.message, { cause: error }) : error;
  }
}
