import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { AuthenticationRequest } from '../../access/authentication/authenticator.ts';
import { attachConnection, Connection, connectionOf } from '../../server/http/connection.ts';
import type { Identity } from '../../util/x509.ts';
import type { DelegatedAccess } from './delegated-access.ts';

/** Milliseconds in which a request has to have been sent. */
const requestTimeout = 10_000;

export interface Page {
  contentType: string;
  text: string;
}

export interface Pages {
  /** By path. An error is answered with 500 and its text. */
  get(path: string): ((query: URLSearchParams) => Page | Promise<Page>) | undefined;
}

export interface ServingDependencies {
  identity: Identity;
  pages: Pages;
  /** Paths that everybody may read: those below them where one ends with `*`. */
  openPaths: readonly string[];
  access: DelegatedAccess;
}

/** Serves health, metrics and the like over TLS: to everybody, or to those whom the API server lets read the path. */
export class Serving {
  readonly #dependencies: ServingDependencies;
  readonly #server: Server;

  constructor(dependencies: ServingDependencies) {
    this.#dependencies = dependencies;
    const { certificate, privateKey } = dependencies.identity;
    this.#server = createServer(
      {
        cert: certificate,
        key: privateKey,
        minVersion: 'TLSv1.2',
        requestTimeout,
        // Whom a certificate makes a caller is found out with the request.
        requestCert: true,
        rejectUnauthorized: false,
      },
      (request, response) => void this.#answer(request, response),
    );
    this.#server.on('secureConnection', (socket: TLSSocket) =>
      attachConnection(socket, new Connection(socket)),
    );
  }

  /** Port 0 takes a free one. Rejects when the address cannot be had. */
  listen(port: number, host: string): Promise<AddressInfo> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ port, host }, () => resolve(this.#server.address() as AddressInfo));
    });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const plain = 'text/plain; charset=utf-8';
    const send = (code: number, text: string, contentType = plain): void => {
      response.writeHead(code, { 'content-type': contentType, 'x-content-type-options': 'nosniff' });
      response.end(text);
    };
    try {
      const { pathname, searchParams } = new URL(`https://localhost${request.url}`);
      const page = this.#dependencies.pages.get(pathname);
      const refusal = this.#isOpen(pathname)
        ? undefined
        : await this.#dependencies.access.refusal(sentBy(request), pathname);
      if (refusal !== undefined) return send(refusal.code, `${refusal.text}\n`);
      if (page === undefined) return send(404, '404 page not found\n');
      const { text, contentType } = await page(searchParams);
      send(200, text, contentType);
    } catch (error) {
      send(500, `${(error as Error).message}\n`);
    }
  }

  #isOpen(path: string): boolean {
    return this.#dependencies.openPaths.some((open) =>
      open.endsWith('*') ? path.startsWith(open.slice(0, -1)) : path === open,
    );
  }
}

const sentBy = (request: IncomingMessage): AuthenticationRequest => ({
  headers: request.headers,
  rawHeaders: request.rawHeaders,
  connection: connectionOf(request.socket),
});
