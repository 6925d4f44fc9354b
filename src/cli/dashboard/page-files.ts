import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';

/** The page as it is built. The place is the same from the sources and from the build. */
const folder = new URL('../../../dist/dashboard/', import.meta.url);

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** Sends a file of the page. Names have no folders, so that none leads elsewhere. */
export function sendPageFile({ method }: IncomingMessage, response: ServerResponse, path: string): void {
  const [, name] = /^\/([\w-]+\.[a-z]+)?(?:\?.*)?$/.exec(path) ?? [];
  const file = path === '/' ? 'index.html' : name;
  const type = types[extname(file ?? '')];
  const content = file === undefined || type === undefined || method !== 'GET' ? undefined : read(file);
  if (content === undefined) {
    const text = path === '/' ? 'The page was not built: run "make build".\n' : 'There is no such file.\n';
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
    return;
  }
  // Styles that a terminal makes for itself show the nonce; there is no other inline style, and no inline script.
  const nonce = randomBytes(16).toString('base64');
  const isPage = file === 'index.html';
  response.writeHead(200, { 'content-type': type, ...securityHeaders(nonce) });
  response.end(isPage ? content.toString().replaceAll('{nonce}', nonce) : content);
}

function securityHeaders(nonce: string): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

function read(name: string): Buffer | undefined {
  try {
    return readFileSync(new URL(name, folder));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
