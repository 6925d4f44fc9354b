import { X509Certificate } from 'node:crypto';
import { maxPemBytes, type PemBlock, pemBlocks } from '../../../util/pem.ts';
import { goQuote } from '../../../util/quote.ts';
import { derValues } from './der.ts';

/** What is wrong with status.certificate, base64 of a PEM text. None is fine. */
export function certificateFault(base64: string | undefined): string | undefined {
  if (!base64) return undefined;
  const pem = Buffer.from(base64, 'base64');
  if (pem.length > maxPemBytes) return `must have at most ${maxPemBytes} bytes`;
  const blocks = pemBlocks(pem.toString('latin1'));
  if (blocks.length === 0) return 'must contain one or more PEM blocks';
  for (const block of blocks) {
    const fault = blockFault(block);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function blockFault({ label, headers, bytes }: PemBlock): string | undefined {
  if (label !== 'CERTIFICATE') return `only CERTIFICATE PEM blocks are allowed, found ${goQuote(label)}`;
  if (headers) return 'no PEM block headers are permitted';
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
