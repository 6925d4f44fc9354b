import type { User } from '../../../api/meta/user.ts';

/** Characters of header names, but for `%`, which marks the others. */
const legal = /[!#$&'*+.^_`|~0-9A-Za-z-]/;
const control = /[\x00-\x08\x0a-\x1f\x7f]/;

/**
 * Names and values by turns that tell a server which extends this one who the caller is: it believes them because of the
 * certificate of this server. Throws for a name that no header can hold.
 *
 *     X-Remote-User jane, X-Remote-Group devs, X-Remote-Extra-Example.com%2fscope read
 */
export function identityHeaders({ name, groups, extra }: User): string[] {
  const headers = ['X-Remote-User', headerValue('X-Remote-User', name)];
  for (const group of groups) headers.push('X-Remote-Group', headerValue('X-Remote-Group', group));
  for (const [key, values] of Object.entries(extra)) {
    const header = `X-Remote-Extra-${escapeKey(key)}`;
    for (const value of values) headers.push(header, headerValue(header, value));
  }
  return headers;
}

/** Bytes that a header name cannot have become `%2F`. */
function escapeKey(key: string): string {
  let escaped = '';
  for (const byte of Buffer.from(key)) {
    const character = String.fromCharCode(byte);
    escaped += legal.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return escaped;
}

/** The bytes of a text in UTF-8, as headers are written here. */
function headerValue(header: string, text: string): string {
  if (control.test(text)) throw new Error(`net/http: invalid header field value for "${header}"`);
  return Buffer.from(text).toString('latin1');
}
