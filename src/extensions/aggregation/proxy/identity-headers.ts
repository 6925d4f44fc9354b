import type { User } from '../../../api/meta/user.ts';

/** Characters that header names may have, without `%`, which escapes all other bytes. */
const legal = /[!#$&'*+.^_`|~0-9A-Za-z-]/;
const control = /[\x00-\x08\x0a-\x1f\x7f]/;

/**
 * The headers that name the caller to an extension server, names and values by turns. It trusts them because of the
 * client certificate of this server. Throws for a name that no header can hold.
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
export function headerValue(header: string, text: string): string {
  if (control.test(text)) throw new Error(`net/http: invalid header field value for "${header}"`);
  return Buffer.from(text).toString('latin1');
}
