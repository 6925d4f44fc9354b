import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { UpgradeTarget } from '../../client/upgrade/upgrade-target.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { PassOn } from '../shared/local/pass-on.ts';
import { answerLocally, type LocalCalls } from './local-answer.ts';
import { sendPageFile } from './page-files.ts';
import { RequestGuard } from './request-guard.ts';

const loopback = '127.0.0.1';
/** Bytes of the token: nobody guesses 192 bits. */
const tokenLength = 24;
const cluster = '/cluster/';
/** Headers by which an answer would reach further than into the page: passwords, cookies, other origins. */
const unsafe = /^(set-cookie|www-authenticate|access-control-.*|clear-site-data|alt-svc)$/;

export interface PageServerOptions {
  /** The API server, and who asks it. */
  target: UpgradeTarget;
  calls: LocalCalls;
  /** 0 for one that is free. */
  port: number;
}

/** Serves the page, what it asks this machine, and the API with the user's credentials. On loopback, to one who has the URL. */
export class PageServer implements Disposable {
  readonly url: string;
  readonly #server: Server;
  readonly #passOn: PassOn;
  readonly #calls: LocalCalls;
  readonly #guard: RequestGuard;
  readonly #sockets = new Set<Duplex>();

  private constructor(server: Server, { target, calls }: PageServerOptions) {
    const { port } = server.address() as AddressInfo;
    const token = randomBytes(tokenLength).toString('base64url');
    this.#server = server;
    this.#calls = calls;
    this.#guard = new RequestGuard(token, port);
    this.#passOn = new PassOn(target, safeHeaders);
    this.url = `http://${loopback}:${port}/${token}/`;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.on('request', (request, response) => this.#request(request, response));
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  /** Rejects with CliError when it cannot listen. */
  static async start(options: PageServerOptions): Promise<PageServer> {
    const server = createServer({ requestTimeout: 0 });
    server.listen({ host: loopback, port: options.port });
    try {
      await once(server, 'listening');
    } catch (error) {
      throw new CliError((error as Error).message, 1, { cause: error });
    }
    return new PageServer(server, options);
  }

  [Symbol.dispose](): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#passOn[Symbol.dispose]();
  }

  #request(request: IncomingMessage, response: ServerResponse): void {
    const checked = this.#guard.check(request);
    if ('problem' in checked) return refuse(response, checked.problem);
    const { path } = checked;
    if (path.startsWith(cluster)) {
      withoutBrowser(request);
      return void this.#passOn.request(request, response, path.slice(cluster.length - 1));
    }
    if (path.startsWith('/local/')) return void answerLocally(this.#calls, request, response, path);
    sendPageFile(request, response, path);
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => {});
    const checked = this.#guard.check(request);
    // Browsers name the origin of every WebSocket; what does not is none.
    const isPage = 'path' in checked && request.headers.origin !== undefined;
    if (!isPage || !checked.path.startsWith(cluster)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    withoutBrowser(request);
    void this.#passOn.upgrade(request, socket, head, checked.path.slice(cluster.length - 1));
  }
}

function refuse(response: ServerResponse, problem: string): void {
  response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  response.end(`${problem}\n`);
}

/** The URL of the page, with its token, is nothing for the API server. */
function withoutBrowser({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers)) {
    if (['origin', 'referer', 'user-agent'].includes(name) || name.startsWith('sec-fetch-'))
      delete headers[name];
  }
}

/** Headers of the API's answers as the browser gets them: what pods serve through it must not run in the page. */
function safeHeaders(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => !unsafe.test(name));
  return {
    ...Object.fromEntries(kept),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  };
}
