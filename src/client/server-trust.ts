import {
  checkServerIdentity,
  createSecureContext,
  getCACertificates,
  type PeerCertificate,
  type SecureContext,
} from 'node:tls';
import type { Identity } from '../util/x509.ts';
import { CallError } from './call-error.ts';

/** A common name alone is no name of a server. */
export function checkName(host: string, certificate: PeerCertificate): Error | undefined {
  if (certificate.subjectaltname) return checkServerIdentity(host, certificate);
  return new CallError('unreachable', `the certificate of ${host} has no subject alternative names`);
}

/** Made once for many connections: to read what the system trusts takes long. */
export function secureContext(
  authority: string | undefined,
  insecure: boolean,
  identity: Identity | undefined,
): SecureContext {
  const keys = identity === undefined ? {} : { cert: identity.certificate, key: identity.privateKey };
  return createSecureContext({ ...keys, ca: authority ?? (insecure ? [] : systemAuthorities()) });
}

function systemAuthorities(): string[] {
  const ofSystem = getCACertificates('system');
  return ofSystem.length > 0 ? ofSystem : getCACertificates('bundled');
}
