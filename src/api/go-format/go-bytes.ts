import { maxValueLength } from '../../util/truncate.ts';
import { GoText } from './go-syntax.ts';

const digits = Buffer.from('0123456789abcdef');
const separator = Buffer.from(', ');
const max = '0xff, '.length;
const shortest = '0x0, '.length;

/** Bytes as messages show them, `[]byte{0x2d, 0xa}`: of a million of them no more than a message takes. */
export function goBytes(all: Uint8Array): GoText {
  if (all.length === 0) return new GoText('[]byte(nil)');
  const bytes = all.subarray(0, maxValueLength / shortest);
  const text = Buffer.allocUnsafe(bytes.length * max);
  let end = 0;
  for (const byte of bytes) {
    text[end++] = digits[0]!;
    text[end++] = 0x78; // x
    if (byte > 15) text[end++] = digits[byte >> 4]!;
    text[end++] = digits[byte & 15]!;
    text[end++] = separator[0]!;
    text[end++] = separator[1]!;
  }
  return new GoText(`[]byte{${text.toString('latin1', 0, end - separator.length)}}`);
}
