import { toBundle } from '../../util/x509.ts';
import * as x509 from '../../util/x509-library.ts';

/**
 * PEM of certificates with the names of the accepted authorities, which OpenSSL sends to clients in the TLS handshake. Their
 * keys differ from the real ones, so that OpenSSL verifies no client with them: the authentication filter does, and Node
 * loses the intermediate certificates of clients that OpenSSL has verified (nodejs/node#65579). Each name comes once.
 */
export function authorityNames(authorities: readonly Buffer[]): string[] {
  const named = new Map<string, Buffer>();
  for (const raw of authorities) {
    const { subjectName, publicKey } = new x509.X509Certificate(raw);
    const name = Buffer.from(subjectName.toArrayBuffer()).toString('base64');
    if (named.has(name)) continue;
    const changed = withOtherKey(raw, Buffer.from(publicKey.rawData));
    if (changed !== undefined) named.set(name, changed);
  }
  return [...named.values()].map((raw) => toBundle([raw]));
}

/** Changes the last byte of the key: of an RSA key's exponent, or of a point. Undefined when `raw` has no such key. */
function withOtherKey(raw: Buffer, key: Buffer): Buffer | undefined {
  const at = raw.indexOf(key);
  if (at === -1) return undefined;
  const changed = Buffer.from(raw);
  changed[at + key.length - 1]! ^= 1;
  return changed;
}
