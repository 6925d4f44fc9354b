import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Express } from 'express';
import { abortResponse } from './abort-response.ts';
import { attachConnection, Connection, connectionOf } from './connection.ts';
import { type ExpressClasses, expressClasses } from './express-classes.ts';

const loopback = '127.0.0.1';

/** Serves an application to callers in this process: HTTP/1.1 over pairs of streams, without sockets. */
export class InProcessListener {
  readonly #classes: ExpressClasses;
  readonly #server: Server;
  readonly #open = new Set<Duplex>();
  readonly #onError: (error: unknown) => void;

  /** `onError` is called with errors that no handler answered. */
  constructor(application: Express, onError: (error: unknown) => void) {
    this.#onError = onError;
    this.#classes = expressClasses(application);
    const { Http1Request, Http1Response } = this.#classes;
    const options = { IncomingMessage: Http1Request, ServerResponse: Http1Response, requestTimeout: 0 };
    this.#server = createServer(options, (request, response) => this.#handle(request, response));
    this.#server.on('clientError', (_error, socket) => socket.destroy());
  }

  /** The client's end of a new connection. */
  readonly connect = (): Duplex => {
    const [client, served] = duplexPair().map(asSocket) as [Duplex, Duplex];
    client.once('close', () => served.destroy());
    served.once('close', () => {
      this.#open.delete(served);
      client.destroy();
    });
    for (const end of [client, served]) end.on('error', () => {});
    this.#open.add(served);
    attachConnection(served, new Connection(served as TLSSocket));
    this.#server.emit('connection', served);
    return client;
  };

  /** Cuts all connections. */
  [Symbol.dispose](): void {
    for (const served of this.#open) served.destroy();
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    attachConnection(request, connectionOf(request.socket));
    this.#classes.http1.handle(request, response, (error) => {
      this.#onError(error ?? new Error(`no handler for ${request.method} ${request.url}`));
      abortResponse(response);
    });
  }
}

/** With the members that Node's HTTP asks of a socket, and those by which the server knows the other end. */
const asSocket = (stream: Duplex): Duplex => {
  const none = (): Duplex => stream;
  return Object.assign(stream, {
    remoteAddress: loopback,
    getPeerX509Certificate: () => undefined,
    setKeepAlive: none,
    setNoDelay: none,
    setTimeout: none,
    ref: none,
    unref: none,
  });
};
