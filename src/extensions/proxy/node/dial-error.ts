import { StatusError } from '../../../api/meta/status.ts';
import type { Address } from '../../../client/connections.ts';

/** `10.0.0.1:10250`; an IPv6 address stands in brackets. */
export const hostPort = ({ host, port }: Address): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** Why there was no answer, in the words that clients know. A Status says that for itself. */
export function dialErrorText(error: NodeJS.ErrnoException, address: Address): string {
  const { code = '', message } = error;
  const refused = refusals[code];
  if (refused !== undefined) return `dial tcp ${hostPort(address)}: ${refused}`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `dial tcp: lookup ${address.host}: no such host`;
  if (untrusted.has(code)) return 'x509: certificate signed by unknown authority';
  if (code === 'CERT_HAS_EXPIRED') return 'x509: certificate has expired or is not yet valid';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `x509: certificate is not valid for ${address.host}`;
  if (code.startsWith('HPE_')) return 'malformed HTTP response';
  return code === 'ECONNRESET' || message === '' ? 'EOF' : message;
}

const refusals: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connect: connection refused',
  EHOSTUNREACH: 'connect: no route to host',
  ENETUNREACH: 'connect: network is unreachable',
  ETIMEDOUT: 'i/o timeout',
};

const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** A connection that ended before there was an answer, or with one that nobody asked for, such as a 101. */
export const noAnswer = (): Error => Object.assign(new Error('EOF'), { code: 'ECONNRESET' });

/** An error that has no reason of its own. */
export const proxyError = (message: string): StatusError => new StatusError(500, undefined, message);
