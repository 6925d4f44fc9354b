import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** A request that may pass: its path behind the token, with its query. */
export interface GuardedRequest {
  path: string;
}

/** The reason why a request is refused, as a sentence. */
export interface Refused {
  problem: string;
}

type Asking = Pick<IncomingMessage, 'method' | 'headers' | 'url'>;

/** Prefixes of paths that scripts of the page call, and nobody else. */
const called = ['/cluster/', '/local/'];

/**
 * Lets those pass who know the token, and of browsers the page itself alone. The token is the first part of the path, so
 * that files, calls and connections need nothing else: no cookie, which other ports of this machine would be sent too.
 *
 *     http://127.0.0.1:41234/6Zr…/cluster/api/v1/pods
 */
export class RequestGuard {
  readonly #token: Buffer;
  readonly #hosts: readonly string[];

  constructor(token: string, port: number) {
    this.#token = Buffer.from(token);
    this.#hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  }

  check(request: Asking): GuardedRequest | Refused {
    const { headers, url = '/' } = request;
    const host = headers.host ?? '';
    // A name of another site may lead to this machine.
    if (!this.#hosts.includes(host)) return { problem: 'This page is not served under that host name.' };
    if (headers.origin !== undefined && headers.origin !== `http://${host}`)
      return { problem: 'Pages of other sites may not use the dashboard.' };
    const [, token = '', path = ''] = /^\/([^/?#]*)(.*)$/s.exec(url) ?? [];
    if (!this.#isToken(token))
      return { problem: 'The URL lacks the token of this dashboard: use the URL that orchctl printed.' };
    if (!isOfPage(request, path)) return { problem: 'Pages of other sites may not use the dashboard.' };
    return { path };
  }

  #isToken(text: string): boolean {
    const given = Buffer.from(text);
    return given.length === this.#token.length && timingSafeEqual(given, this.#token);
  }
}

/** Whether the page asks, or somebody opens it; programs that are no browsers do not say. */
function isOfPage({ method, headers }: Asking, path: string): boolean {
  const site = headers['sec-fetch-site'] ?? 'none';
  const purpose = headers['sec-fetch-dest'] ?? 'empty';
  if (called.some((prefix) => path.startsWith(prefix))) {
    // Content of the cluster must never be opened as a page of this origin.
    return (site === 'same-origin' || site === 'none') && ['empty', 'websocket'].includes(String(purpose));
  }
  return site === 'same-origin' || site === 'none' || (method === 'GET' && purpose === 'document');
}
