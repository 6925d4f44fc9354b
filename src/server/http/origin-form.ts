import type { IncomingMessage } from 'node:http';

/** Scheme and authority before path and query: what clients send that take a server for a proxy. */
const absoluteForm = /^https?:\/\/([^/?#@\\]+)((?:[/?].*)?)$/i;

/**
 * Makes a target in absolute form one of path and query: HTTP/1.1 obliges every server to accept both, and to take the
 * authority instead of the header Host. What is neither stays, and is refused with the paths that are not in normal form.
 */
export function toOriginForm(request: Pick<IncomingMessage, 'url' | 'headers'>): void {
  const target = request.url ?? '';
  if (target.startsWith('/')) return;
  const [, authority, rest = ''] = absoluteForm.exec(target) ?? [];
  if (authority === undefined) return;
  request.headers.host = authority;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
}
