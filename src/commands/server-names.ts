import type { X509Certificate } from 'node:crypto';
import { hostname } from 'node:os';
import type { Dialect } from '../api/meta/dialect.ts';
import type { ServerNames } from '../util/x509.ts';

/** The first address of the default range of Services, which is that of the Service of the API itself. */
const serviceAddress = '10.0.0.1';

/** Listening on one of these is listening on every address. */
const unspecified: readonly string[] = ['0.0.0.0', '::'];

/** The names for the serving certificate of a server on these addresses: the addresses, localhost, and its Service. */
export function serverNames(dialect: Dialect, addresses: readonly string[]): ServerNames {
  const { service } = dialect;
  const inCluster = [
    service,
    `${service}.default`,
    `${service}.default.svc`,
    `${service}.default.svc.cluster.local`,
  ];
  const known = addresses.filter((address) => !unspecified.includes(address));
  return {
    dnsNames: [...new Set(['localhost', hostname().toLowerCase(), ...inCluster])],
    addresses: [...new Set(['127.0.0.1', '::1', serviceAddress, ...known])],
  };
}

/** Whether a certificate has all the names; it may have more. */
export function answersTo(certificate: X509Certificate, { dnsNames, addresses }: ServerNames): boolean {
  return (
    dnsNames.every((name) => certificate.checkHost(name) !== undefined) &&
    addresses.every((address) => certificate.checkIP(address) !== undefined)
  );
}

/** By an address that the server listens on; the local one when that is every address. */
export function serverUrl(addresses: readonly string[], port: number): string {
  const everywhere = addresses.some((address) => unspecified.includes(address));
  const address = (everywhere ? undefined : addresses[0]) ?? '127.0.0.1';
  return `https://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
