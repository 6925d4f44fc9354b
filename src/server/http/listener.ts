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
import { abortResponse } from './abort-response.ts';
import { guardChunks } from './chunk-guard.ts';
import { onClientError } from './client-errors.ts';
import { attachConnection, Connection, connectionOf } from './connection.ts';
import { drain } from './drain.ts';
import { type ExpressClasses, expressClasses, type RequestSink } from './express-classes.ts';
import { sendHttpError } from './http-error.ts';
import { checkHeader, checkMethod, type ListenerLimits } from './limits.ts';
import { NamedContexts } from './named-contexts.ts';
import { toOriginForm } from './origin-form.ts';
import { RequestTurns } from './request-turns.ts';
import { serverOptions, serverSettings, tcpProbeDelay } from './server-options.ts';
import { endIdleConnection, endIdleStream } from './stalls.ts';
import { type ListenerTls, secureContextOptions } from './tls-options.ts';
import { upgradableResponse } from './upgrade.ts';

/** Source of connections for a process without a listening socket of its own. */
export interface ConnectionSource {
  /** Begins to hand over accepted connections, of which nothing has been read. Rejects when the address cannot be bound. */
  open(port: number, address: string, take: (socket: Socket) => void): Promise<ListenerAddress>;
  /** No connection is handed over from now on. */
  close(): void;
}

export type ListenerAddress = Pick<AddressInfo, 'address' | 'port'>;

/** Serves an application on one TLS port, over HTTP/1.1 and HTTP/2. */
export interface Listener {
  /** Port 0 takes a free one. Rejects when the address cannot be bound. */
  listen(port: number, address: string): Promise<ListenerAddress>;
  /** Applies to connections from now on. */
  replaceCertificates(tls: ListenerTls): void;
  /** Takes connections still, but of HTTP/1.1 only for one request. */
  retire(): void;
  /** Accepts no more connections, lets open requests finish for `graceMs`, then cuts all connections. */
  close(graceMs: number): Promise<void>;
  /** Cuts the connections that are open. */
  cut(): void;
  /** Open connections. */
  readonly connections: Iterable<Connection>;
  /** Accepts no more connections, and cuts all at once. */
  destroy(): Promise<void>;
}

export interface ListenerOptions {
  application: Express;
  tls: ListenerTls;
  limits: ListenerLimits;
  /** Whether other servers may listen on the same port. */
  sharesPort?: boolean;
  /** A listening socket of its own when absent. */
  source?: ConnectionSource | undefined;
  /** Called with errors that no handler answered and errors of accepting. Standard error when absent. */
  onError?: (error: unknown) => void;
  /** Called for each connection that was given up before TLS was agreed on. */
  onHandshakeError?: () => void;
}

export function createListener(options: ListenerOptions): Listener {
  return new TlsListener(options);
}

class TlsListener implements Listener {
  readonly #server: Http2SecureServer;
  readonly #classes: ExpressClasses;
  readonly #limits: ListenerLimits;
  readonly #onError: (error: unknown) => void;
  readonly #onHandshakeError: () => void;
  /** Sockets before their TLS handshake is done, by the address of the peer. */
  readonly #handshaking = new Map<string, Socket>();
  readonly #connections = new Set<Connection>();
  readonly #turns = new RequestTurns();
  readonly #named: NamedContexts;
  readonly #sharesPort: boolean;
  readonly #source: ConnectionSource | undefined;
  /** No connection of HTTP/1.1 is for more than the request that is on it. */
  #isRetired = false;

  constructor({
    application,
    tls,
    limits,
    sharesPort = false,
    source,
    onError = (error) => console.error(error),
    onHandshakeError = () => {},
  }: ListenerOptions) {
    this.#limits = limits;
    this.#sharesPort = sharesPort;
    this.#source = source;
    this.#named = new NamedContexts(tls);
    this.#onError = onError;
    this.#onHandshakeError = onHandshakeError;
    this.#classes = expressClasses(application);
    this.#server = createSecureServer(serverOptions(tls, this.#named, limits, this.#classes));
    Object.assign(this.#server, serverSettings(limits));
    this.#trackConnections();
    this.#acceptRequests();
  }

  listen(port: number, address: string): Promise<ListenerAddress> {
    if (this.#source !== undefined) {
      this.#server.on('error', this.#onError);
      return this.#source.open(port, address, (socket) => this.#take(socket));
    }
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ port, host: address, reusePort: this.#sharesPort }, () => {
        this.#server.off('error', reject);
        this.#server.on('error', this.#onError);
        resolve(this.#server.address() as AddressInfo);
      });
    });
  }

  /** Does with a connection what Node does with those that it accepts itself. */
  #take(socket: Socket): void {
    socket.setNoDelay(true);
    socket.setKeepAlive(true, tcpProbeDelay);
    this.#server.emit('connection', socket);
  }

  replaceCertificates(tls: ListenerTls): void {
    this.#named.replace(tls);
    this.#server.setSecureContext(secureContextOptions(tls));
  }

  retire(): void {
    this.#isRetired = true;
  }

  async close(graceMs: number): Promise<void> {
    this.retire();
    this.#source?.close();
    // Repeatedly: connections are still accepted while the HTTP/2 notices are under way.
    const cut = setInterval(() => this.cut(), Math.max(graceMs, 1));
    await drain(this.#server, this.#handshaking.values(), this.#connections);
    clearInterval(cut);
  }

  get connections(): Iterable<Connection> {
    return this.#connections;
  }

  async destroy(): Promise<void> {
    await this.close(0);
  }

  cut(): void {
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
    // The argument is the socket (HTTP/1.1) or the session (HTTP/2); the declared type has neither.
    server.on('timeout', ((idle: TLSSocket | Http2Session) => {
      endIdleConnection(idle, this.#limits.idleTimeout);
    }) as () => void);
    server.on('clientError', onClientError);
    server.on('tlsClientError', this.#onHandshakeError);
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

  /** A pipelined request waits until the one before it is answered. */
  #accept1(request: IncomingMessage, response: ServerResponse): void {
    const connection = connectionOf(request.socket);
    const ahead = connection.busy ? connection.latestResponse : undefined;
    connection.latestResponse = response;
    if (this.#isRetired) response.shouldKeepAlive = false;
    toOriginForm(request);
    connection.requests++;
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
    // The session has closed since the header arrived.
    if (session === undefined) return;
    const connection = connectionOf(session);
    if (!connection.fieldBudget.spend(request.rawHeaders.length / 2)) {
      session.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM);
      return;
    }
    connection.requests++;
    connection.openRequests++;
    request.stream.once('close', () => connection.openRequests--);
    endIdleStream(request, response, this.#limits.idleTimeout);
    if (!request.stream.endAfterHeaders) guardChunks(request.stream, connection);
    this.#begin(this.#classes.http2, connection, request as never, response as never);
  }

  #begin(
    sink: RequestSink,
    connection: Connection,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    this.#turns.begin(connection, () => {
      // The client may have gone while the request waited for its turn.
      if (!response.destroyed) this.#handle(sink, connection, request, response);
    });
  }

  #handle(
    sink: RequestSink,
    connection: Connection,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const httpError = checkMethod(request.method!) ?? checkHeader(request.rawHeaders, this.#limits);
    if (httpError !== undefined) {
      sendHttpError(request, response, httpError);
      return;
    }
    attachConnection(request, connection);
    sink.handle(request, response, (error) => this.#answerUnhandled(request, response, error));
  }

  /** No handler took the request, or one threw before it answered. */
  #answerUnhandled(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (error) this.#onError(error);
    if (response.headersSent) {
      if (error) abortResponse(response);
      return;
    }
    sendHttpError(request, response, error ? internalError : notFound);
  }
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

const internalError = { code: 500, reason: 'Internal Server Error' };
const notFound = { code: 404, reason: 'Not Found' };
