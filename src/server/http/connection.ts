import type { ServerResponse } from 'node:http';
import type { Http2Session } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { FieldBudget } from './field-budget.ts';
import type { RequestSource } from './request-turns.ts';

/** No real chain is longer; a client may send any number of certificates. */
const maxChainLength = 10;

/** One TLS connection: its client's certificates and address, and the state of its requests. */
export class Connection implements RequestSource {
  readonly socket: TLSSocket;
  readonly remoteAddress: string;
  /**
   * DER: the client's certificate, then the intermediates that it sent. Not verified, but for the client's possession of
   * the first one's key. Empty when the client presented none; only the first one after TLS resumption.
   */
  readonly peerCertificates: readonly Buffer[];
  /** HTTP/2 only. */
  session: Http2Session | undefined;
  /** Time at which it was opened, in milliseconds of the monotonic clock. */
  readonly opened = performance.now();
  /** The name of the user of its last request that was authenticated. */
  user = '';
  /** Requests that have come. */
  requests = 0;
  /** Requests that are not closed yet. */
  openRequests = 0;
  turn = -1;
  begunInTurn = 0;
  /** HTTP/2: header fields beyond those that requests usually have. */
  readonly fieldBudget = new FieldBudget();
  /** HTTP/2: DATA frames with only a few bytes, of all bodies. */
  smallChunks = 0;
  /** HTTP/1.1: the response to the request that arrived last. */
  latestResponse: ServerResponse | undefined;

  constructor(socket: TLSSocket) {
    this.socket = socket;
    this.remoteAddress = socket.remoteAddress ?? '';
    // Read at once: Node drops the certificate when the connection closes.
    this.peerCertificates = presentedCertificates(socket);
  }

  /**
   * Stops reading at once. Otherwise up to two megabytes are read before the next turn of the event loop, which may be
   * hundreds of requests. Node's parsers read from the handle, not from the socket: `socket.pause` has no effect.
   */
  pauseReading(): void {
    handleOf(this.socket)?.readStop();
  }

  resumeReading(): void {
    handleOf(this.socket)?.readStart();
  }

  /** Whether a request of HTTP/1.1 is not answered yet. */
  get busy(): boolean {
    return this.latestResponse !== undefined && !this.latestResponse.closed;
  }
}

interface Handle {
  readStart(): void;
  readStop(): void;
}

/** Null when the connection is closed. */
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

/** Makes `connectionOf` find the connection of a socket, session or request. */
export function attachConnection(carrier: object, connection: Connection): void {
  (carrier as OnConnection)[connectionKey] = connection;
}

/** The connection of a request, socket or session: the same object for all of them. */
export function connectionOf(carrier: object): Connection {
  const connection = (carrier as OnConnection)[connectionKey];
  if (connection === undefined) throw new Error('not something that came through the listener');
  return connection;
}
