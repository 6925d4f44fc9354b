import { isUtf8 } from 'node:buffer';

const ascii = /^[\x00-\x7f]*$/;

/** A header's value decoded as UTF-8, of which Node makes one character a byte. Undefined for invalid UTF-8. */
export function headerText(value: string): string | undefined {
  if (ascii.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : undefined;
}
