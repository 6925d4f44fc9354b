const certificateBlock = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]*)-----END CERTIFICATE-----/g;

/** DER of every certificate in a PEM file, in order; skips other blocks and text between blocks. */
export function parseBundle(pem: string): Buffer[] {
  return Array.from(pem.matchAll(certificateBlock), ([, body]) => Buffer.from(body!, 'base64'));
}
