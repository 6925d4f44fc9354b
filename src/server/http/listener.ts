import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  constants,
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type Http2Session,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Express } from 'express';
import { answerClientError } from './client-errors.ts';
import { attachConnection, Connection, connectionOf } from './connection.ts';
import { drain } from './drain.ts';
import { type ExpressClasses, expressClasses, type RequestSink } from './express-classes.ts';
import { type ListenerLimits, methodRefusal, refusalOf } from './limits.ts';
import { guardPieces } from './piece-guard.ts';
import { abortResponse, refuse } from './refusal.ts';
import { RequestTurns } from './request-turns.ts';
import { serverOptions, serverSettings } from './server-options.ts';
import { endIdleConnection, watchStream } from './stalls.ts';
import { type ListenerTls, secureContextOptions } from './tls-options.ts';
import { upgradableResponse } from './upgrade.ts';

/** An application behind one TLS port, in HTTP/1.1 and HTTP/2. */
export interface Listener {
  /** Port 0 takes a free one. Rejects when the address cannot be had. */
  listen(port: number, address: string): Promise<AddressInfo>;
  /** For connections from now on; those that are open keep what they were opened with. */
  replaceCertificates(tls: ListenerTls): void;
  /** Takes no more connections, lets open requests finish for so long, then cuts what is left. */
  close(graceMs: number): Promise<void>;
  /** Cuts everything. */
  destroy(): Promise<void>;
}

export interface ListenerOptions {
  application: Express;
  tls: ListenerTls;
  limits: ListenerLimits;
  /** Told of errors that no handler answered and of failures to accept. Standard error when absent. */
  report?: (error: unknown) => void;
}

export function createListener(options: ListenerOptions): Listener {
  return new TlsListener(options);
}

class TlsListener implements Listener {
  readonly #server: Http2SecureServer;
  readonly #classes: ExpressClasses;
  readonly #limits: ListenerLimits;
  readonly #report: (error: unknown) => void;
  /** Sockets before their TLS handshake is done, by the address of the peer. */
  readonly #handshaking = new Map<string, Socket>();
  readonly #connections = new Set<Connection>();
  readonly #turns = new RequestTurns();
  #draining = false;

  constructor({ application, tls, limits, report = (error) => console.error(error) }: ListenerOptions) {
    this.#limits = limits;
    this.#report = report;
    this.#classes = expressClasses(application);
    this.#server = createSecureServer(serverOptions(tls, limits, this.#classes));
    Object.assign(this.#server, serverSettings(limits));
    this.#trackConnections();
    this.#acceptRequests();
  }

  listen(port: number, address: string): Promise<AddressInfo> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ port, host: address }, () => {
        this.#server.off('error', reject);
        this.#server.on('error', this.#report);
        resolve(this.#server.address() as AddressInfo);
      });
    });
  }

  replaceCertificates(tls: ListenerTls): void {
    this.#server.setSecureContext(secureContextOptions(tls));
  }

  async close(graceMs: number): Promise<void> {
    this.#draining = true;
    // Repeated: connections are still accepted while the open ones are drained.
    const cut = setInterval(() => this.#cut(), Math.max(graceMs, 1));
    await drain(this.#server, this.#handshaking.values(), this.#connections);
    clearInterval(cut);
  }

  async destroy(): Promise<void> {
    await this.close(0);
  }

  #cut(): void {
    for (const { socket } of this.#connections) socket.destroy();
    for (const socket of this.#handshaking.values()) socket.destroy();
  }

  #trackConnections(): void {
    const server = this.#server;
    server.on('connection', (socket: Socket) => {
      const peer = peerOf(socket);
      this.#handshaking.set(peer, socket);
      socket.once('close', () => {
        if (this.#handshaking.get(peer) === socket) this.#handshaking.delete(peer);
      });
    });
    // Before Node's own listener, which emits 'session' and may emit the first request.
    server.prependListener('secureConnection', (socket: TLSSocket) => {
      this.#handshaking.delete(peerOf(socket));
      const connection = new Connection(socket);
      attachConnection(socket, connection);
      this.#connections.add(connection);
      socket.once('close', () => this.#connections.delete(connection));
    });
    server.on('session', (session) => {
      const connection = connectionOf(session.socket);
      connection.session = session;
      attachConnection(session, connection);
    });
    // Of HTTP/1.1 the socket comes, of HTTP/2 the session; the declared type has neither.
    server.on('timeout', ((idle: TLSSocket | Http2Session) => {
      endIdleConnection(idle, this.#limits.idleTimeout);
    }) as () => void);
    server.on('clientError', answerClientError);
  }

  #acceptRequests(): void {
    const server = this.#server;
    server.on('request', (request, response) => {
      if (request.httpVersionMajor === 2) this.#accept2(request, response);
      // The declared type knows only HTTP/2.
      else this.#accept1(request as unknown as IncomingMessage, response as unknown as ServerResponse);
    });
    server.on('upgrade', (request: IncomingMessage, socket: TLSSocket, head: Buffer) => {
      this.#accept1(request, upgradableResponse(request, socket, head, this.#classes.Http1Response));
    });
  }

  /** Requests that come before the one ahead of them is answered wait for that: so much, and no more, is kept of them. */
  #accept1(request: IncomingMessage, response: ServerResponse): void {
    const connection = connectionOf(request.socket);
    const ahead = connection.busy ? connection.latestResponse : undefined;
    connection.latestResponse = response;
    if (this.#draining) response.shouldKeepAlive = false;
    if (++connection.openRequests > this.#limits.concurrentStreams) {
      request.socket.destroy();
      return;
    }
    response.once('close', () => connection.openRequests--);
    const begin = (): void => this.#begin(this.#classes.http1, connection, request, response);
    if (ahead === undefined) begin();
    else ahead.once('close', begin);
  }

  #accept2(request: Http2ServerRequest, response: Http2ServerResponse): void {
    const { session } = request.stream;
    // Gone between the arrival of its header and now.
    if (session === undefined) return;
    const connection = connectionOf(session);
    if (!connection.fieldBudget.spend(request.rawHeaders.length / 2)) {
      session.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM);
      return;
    }
    connection.openRequests++;
    request.stream.once('close', () => connection.openRequests--);
    watchStream(request, response, this.#limits.idleTimeout);
    if (!request.stream.endAfterHeaders) guardPieces(request.stream, connection);
    this.#begin(this.#classes.http2, connection, request as never, response as never);
  }

  #begin(
    sink: RequestSink,
    connection: Connection,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    this.#turns.begin(connection, () => {
      // Its client may have gone while it waited for its turn.
      if (!response.destroyed) this.#handle(sink, connection, request, response);
    });
  }

  #handle(
    sink: RequestSink,
    connection: Connection,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const refusal = methodRefusal(request.method!) ?? refusalOf(request.rawHeaders, this.#limits);
    if (refusal !== undefined) {
      refuse(request, response, refusal);
      return;
    }
    attachConnection(request, connection);
    sink.handle(request, response, (error) => this.#answerUnhandled(request, response, error));
  }

  /** No handler took the request, or one failed without an answer. */
  #answerUnhandled(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (error) this.#report(error);
    if (response.headersSent) {
      if (error) abortResponse(response);
      return;
    }
    refuse(request, response, error ? internalError : notFound);
  }
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

const internalError = { code: 500, reason: 'Internal Server Error' };
const notFound = { code: 404, reason: 'Not Found' };
