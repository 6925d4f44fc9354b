import { maxValueLength } from '../../util/truncate.ts';
import { GoText } from './go-syntax.ts';

const digits = Buffer.from('0123456789abcdef');
const separator = Buffer.from(', ');
const maxLength = '0xff, '.length;
const minLength = '0x0, '.length;

/** `[]byte{0x2d, 0xa}`; at most as many bytes as a message shows. */
export function goBytes(all: Uint8Array): GoText {
  if (all.length === 0) return new GoText('[]byte(nil)', 'null');
  const bytes = all.subarray(0, maxValueLength / minLength);
  const text = Buffer.allocUnsafe(bytes.length * maxLength);
  let end = 0;
  for (const byte of bytes) {
    text[end++] = digits[0]!;
    text[end++] = 0x78; // x
    if (byte > 15) text[end++] = digits[byte >> 4]!;
    text[end++] = digits[byte & 15]!;
    text[end++] = separator[0]!;
    text[end++] = separator[1]!;
  }
  const json = JSON.stringify(Buffer.from(all).toString('base64'));
  return new GoText(`[]byte{${text.toString('latin1', 0, end - separator.length)}}`, json);
}
