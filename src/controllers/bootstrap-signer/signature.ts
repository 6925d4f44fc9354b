import { createHmac } from 'node:crypto';

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

/**
 * A JSON Web Signature of a text by a shared key, without the text: `<header>..<signature>`. Clients that verify it put
 * the text back in between. The members of the header are in this order, as the header is signed byte for byte.
 */
export function detachedSignature(text: string, id: string, key: string): string {
  const header = base64url(JSON.stringify({ alg: 'HS256', kid: id }));
  const signature = createHmac('sha256', key)
    .update(`${header}.${base64url(text)}`)
    .digest('base64url');
  return `${header}..${signature}`;
}
