import { X509Certificate } from 'node:crypto';
import { derValues } from '../../../util/der.ts';
import { maxPemBytes, type PemBlock, pemBlocks } from '../../../util/pem.ts';
import { goQuote } from '../../../util/quote.ts';

/** The first error of status.certificate, which is base64 of PEM; undefined if it is valid or absent. */
export function certificateError(base64: string | undefined): string | undefined {
  if (!base64) return undefined;
  const pem = Buffer.from(base64, 'base64');
  if (pem.length > maxPemBytes) return `must have at most ${maxPemBytes} bytes`;
  const blocks = pemBlocks(pem.toString('latin1'));
  if (blocks.length === 0) return 'must contain at least one CERTIFICATE PEM block';
  for (const block of blocks) {
    const error = blockError(block);
    if (error !== undefined) return error;
  }
  return undefined;
}

function blockError({ label, hasHeaders, bytes }: PemBlock): string | undefined {
  if (label !== 'CERTIFICATE') return `only CERTIFICATE PEM blocks are allowed, found ${goQuote(label)}`;
  if (hasHeaders) return 'no PEM block headers are permitted';
  try {
    const values = derValues(bytes, 2);
    if (values.length === 0) return 'found CERTIFICATE PEM block containing 0 certificates';
    if (values.length > 1) return 'found CERTIFICATE PEM block containing more than 1 certificate';
    new X509Certificate(bytes);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
