import { toBundle } from '../../util/x509.ts';
import * as x509 from '../../util/x509-library.ts';

/**
 * PEM of certificates that OpenSSL takes the names of accepted authorities from, to tell them to clients in the TLS
 * handshake. They have other keys than the real ones, so that OpenSSL verifies no client with them: that is done with the
 * request, and Node loses the intermediate certificates of clients that OpenSSL has verified (nodejs/node#65579). Each
 * name comes once.
 */
export function namesForClients(authorities: readonly Buffer[]): string[] {
  const named = new Map<string, Buffer>();
  for (const raw of authorities) {
    const { subjectName, publicKey } = new x509.X509Certificate(raw);
    const name = Buffer.from(subjectName.toArrayBuffer()).toString('base64');
    if (named.has(name)) continue;
    const bearer = withOtherKey(raw, Buffer.from(publicKey.rawData));
    if (bearer !== undefined) named.set(name, bearer);
  }
  return [...named.values()].map((raw) => toBundle([raw]));
}

/** The last byte belongs to the exponent of an RSA key, or to the point of the others. Undefined when no key is found. */
function withOtherKey(raw: Buffer, key: Buffer): Buffer | undefined {
  const at = raw.indexOf(key);
  if (at === -1) return undefined;
  const changed = Buffer.from(raw);
  changed[at + key.length - 1]! ^= 1;
  return changed;
}
