import { X509Certificate } from 'node:crypto';
import { parseBundle } from '../util/certificate-bundle.ts';

/** The PEM of a CA bundle in base64; undefined without one: then whom the system trusts. Throws for what is no bundle. */
export function authorityOf(caBundle: string | undefined): string | undefined {
  if (!caBundle) return undefined;
  const authority = Buffer.from(caBundle, 'base64').toString();
  if (parseBundle(authority).some(isCertificate)) return authority;
  throw new Error('unable to load root certificates: unable to parse bytes as PEM block');
}

function isCertificate(raw: Buffer): boolean {
  try {
    return new X509Certificate(raw).raw.length > 0;
  } catch {
    return false;
  }
}
