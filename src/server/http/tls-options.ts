import { constants } from 'node:crypto';
import type { SecureContextOptions, SecureVersion } from 'node:tls';
import { authorityNames } from './authority-names.ts';

/** Versions as the flag `--tls-min-version` spells them. */
export type TlsVersion = 'VersionTLS10' | 'VersionTLS11' | 'VersionTLS12' | 'VersionTLS13';

/** A serving certificate for some names: lower case, perhaps with a wildcard, `*.example.com`. */
export interface NamedCertificate {
  readonly names: readonly string[];
  readonly key: string | Buffer;
  readonly cert: string | Buffer;
}

export interface ListenerTls {
  /** PEM. */
  readonly key: string | Buffer;
  /** PEM: the serving certificate, then the intermediates that lead to its root. */
  readonly cert: string | Buffer;
  readonly minVersion: TlsVersion;
  /** In OpenSSL's words; undefined for the default. */
  readonly ciphers?: string | undefined;
  /** In OpenSSL's words; undefined for the default. */
  readonly curves?: string | undefined;
  /** Whether HTTP/2 is not offered. */
  readonly isHttp1Only?: boolean;
  /** For clients that ask for one of these names; the first certificate that has the name is shown. */
  readonly byName?: readonly NamedCertificate[];
  /** DER: their names are sent to clients in the handshake, which choose a certificate by them. */
  readonly clientAuthorities?: readonly Buffer[];
}

const versions: Record<TlsVersion, SecureVersion> = {
  VersionTLS10: 'TLSv1',
  VersionTLS11: 'TLSv1.1',
  VersionTLS12: 'TLSv1.2',
  VersionTLS13: 'TLSv1.3',
};

export function secureContextOptions({
  key,
  cert,
  minVersion,
  ciphers,
  curves,
  clientAuthorities = [],
}: ListenerTls): SecureContextOptions {
  const old = minVersion === 'VersionTLS10' || minVersion === 'VersionTLS11';
  return {
    key,
    cert,
    minVersion: versions[minVersion],
    // The authentication filter verifies client certificates. Verified here, Node would lose the intermediates
    // (nodejs/node#65579). These carry only the names.
    ca: authorityNames(clientAuthorities),
    // OpenSSL enables the two old versions only at the level that allows their weak signatures.
    ...cipherOptions(ciphers, old),
    ...(curves === undefined ? {} : { ecdhCurve: curves }),
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  };
}

function cipherOptions(ciphers: string | undefined, old: boolean): SecureContextOptions {
  if (ciphers === undefined) return old ? { ciphers: 'DEFAULT@SECLEVEL=0' } : {};
  return { ciphers: old ? `${ciphers}:@SECLEVEL=0` : ciphers };
}
