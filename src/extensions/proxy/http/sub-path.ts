import { posix } from 'node:path';
import { badRequest } from '../../../api/meta/status.ts';

/**
 * The path that a backend is asked for: what stands behind `proxy`, decoded, in normal form, a slash at its end kept.
 * `/a/%2Fb//../c/` gives `/a/c/`. Throws BadRequest for what cannot be decoded.
 */
export function subPath(tail: string): string {
  const decoded = decode(tail);
  const normal = posix.join('/', decoded);
  return escapePath(decoded.endsWith('/') && !normal.endsWith('/') ? `${normal}/` : normal);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw badRequest('the path of the request is not properly encoded');
  }
}

/** Characters that a path may have as they are. */
const plain = /[^A-Za-z0-9\-_.~$&+,/:;=@]+/gu;
/** Characters that encodeURIComponent leaves and Go escapes in paths. */
const left = /[!'()*]/g;

const escapePath = (path: string): string =>
  path.replace(plain, (text) =>
    encodeURIComponent(text).replace(left, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
  );
