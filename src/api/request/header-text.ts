import { isUtf8 } from 'node:buffer';

const ascii = /^[\x00-\x7f]*$/;

/** What a header's value says: Node gives its bytes as characters, one each. Undefined when they are not UTF-8. */
export function headerText(value: string): string | undefined {
  if (ascii.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : undefined;
}
