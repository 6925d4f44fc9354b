import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerResponse, Http2Session } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { FieldBudget } from './field-budget.ts';
import type { RequestSource } from './request-turns.ts';

/** More certificates than any sane chain has; a peer may send what it likes. */
const maxChainLength = 10;

/** One TLS connection: what its peer said about itself, and what is going on on it. */
export class Connection implements RequestSource {
  readonly socket: TLSSocket;
  readonly remoteAddress: string;
  /**
   * DER: the peer's certificate, then what it sent to lead to its root. Empty when it presented none, and not
   * verified: that it owns the first one's key is all that is known. After TLS resumption only the first one.
   */
  readonly peerCertificates: readonly Buffer[];
  /** HTTP/2 only. */
  session: Http2Session | undefined;
  /** Requests not yet done with. */
  openRequests = 0;
  turn = -1;
  begunInTurn = 0;
  /** HTTP/2: pieces of bodies with only a few bytes. */
  smallPieces = 0;
  /** HTTP/2: header fields beyond those that requests usually have. */
  readonly fieldBudget = new FieldBudget();
  /** HTTP/1.1: the answer to the request that arrived last. */
  latestResponse: ServerResponse | undefined;

  constructor(socket: TLSSocket) {
    this.socket = socket;
    this.remoteAddress = socket.remoteAddress ?? '';
    // Read now: when the peer is gone, so is its certificate.
    this.peerCertificates = presentedCertificates(socket);
  }

  /**
   * Takes nothing more from the peer, at once: it takes up to two megabytes otherwise before anything else has its turn,
   * which may be hundreds of requests. Node's parsers read from the handle itself, past the socket.
   */
  pauseReading(): void {
    handleOf(this.socket)?.readStop();
  }

  resumeReading(): void {
    handleOf(this.socket)?.readStart();
  }

  /** Whether requests of HTTP/1.1 are on their way. */
  get busy(): boolean {
    return this.latestResponse !== undefined && !this.latestResponse.closed;
  }
}

interface Handle {
  readStart(): void;
  readStop(): void;
}

/** Null when the connection is gone. */
const handleOf = (socket: TLSSocket) => (socket as unknown as { _handle: Handle | null })._handle;

function presentedCertificates(socket: TLSSocket): Buffer[] {
  const chain: Buffer[] = [];
  let certificate = socket.getPeerX509Certificate();
  while (certificate !== undefined && chain.length < maxChainLength) {
    chain.push(certificate.raw);
    certificate = certificate.issuerCertificate;
  }
  return chain;
}

const connectionKey = Symbol('connection');

interface OnConnection {
  [connectionKey]?: Connection;
}

/** Lets a socket, a session or a request know its connection. */
export function attachConnection(carrier: object, connection: Connection): void {
  (carrier as OnConnection)[connectionKey] = connection;
}

/** The connection that a request came on; the same object for all requests of the connection. */
export function connectionOf(carrier: object): Connection {
  const connection = (carrier as OnConnection)[connectionKey];
  if (connection === undefined) throw new Error('not something that came through the listener');
  return connection;
}

/**
 * Lets no further request follow on the connection, without harm to those that are open: `Connection: close`
 * with this answer, or GOAWAY. Makes clients spread anew over the servers behind a load balancer.
 */
export function retireConnection(
  request: IncomingMessage,
  response: ServerResponse | Http2ServerResponse,
): void {
  const { session } = connectionOf(request);
  if (session !== undefined) session.close();
  else (response as ServerResponse).shouldKeepAlive = false;
}
