import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Identity } from '../../util/x509.ts';
import { CallError } from '../call-error.ts';
import { type ConnectionOptions, Connections } from '../connections.ts';
import { dialServer } from './dial-server.ts';
import { Http1Connections } from './http1-connections.ts';
import { failure } from './http1-request.ts';
import { Http2Connection, NotProcessedError, type Pings } from './http2-connection.ts';
import { unlessAborted } from './unless-aborted.ts';
import type { Wire, WireAnswer, WireCall } from './wire.ts';

/** Number of times that a request that the server has not begun to work on is sent again at once. */
const maxResends = 5;
/** Milliseconds for which requests under way may go on with credentials that have been replaced. */
const oldIdentityTime = 60_000;

export interface HttpWireOptions extends ConnectionOptions {
  /** `https://a.example:6443/prefix`; the prefix comes before each path. */
  server: string;
  /** Does not offer HTTP/2. */
  disableHttp2?: boolean;
  pings?: Pings;
}

/**
 * Requests to a server over the network: over HTTP/2, and one connection as long as that takes them all; over HTTP/1.1
 * where the server speaks nothing else. Reconnects when there is something to ask.
 */
export class HttpWire implements Wire {
  readonly #options: HttpWireOptions;
  readonly #url: URL;
  /** Comes before each path: with the origin where a proxy has to know it. */
  readonly #prefix: string;
  /** The proxy passes on each request, and not a connection. */
  readonly #isForwarded: boolean;
  readonly #http2 = new Set<Http2Connection>();
  #http1: Http1Connections | undefined;
  #opening: Promise<void> | undefined;
  #identity: Identity | undefined;
  #isClosed = false;

  constructor(options: HttpWireOptions) {
    this.#options = options;
    this.#url = new URL(options.server);
    const prefix = this.#url.pathname.replace(/\/$/, '');
    const { proxy } = options;
    this.#isForwarded = proxy !== undefined && proxy.protocol !== 'socks5:' && this.#url.protocol === 'http:';
    this.#prefix = this.#isForwarded ? this.#url.origin + prefix : prefix;
    this.#identity = options.identity?.();
    if (options.disableHttp2 === true || this.#url.protocol === 'http:') this.#useHttp1();
  }

  async send(call: WireCall): Promise<WireAnswer> {
    const { signal } = call;
    const prefixed = { ...call, path: this.#prefix + call.path, headers: this.#headers(call) };
    for (let resends = 0; ; ) {
      signal.throwIfAborted();
      const connection = this.#free(prefixed);
      if (connection === undefined) {
        await this.#opened(prefixed);
        continue;
      }
      try {
        return await connection.send(prefixed);
      } catch (error) {
        if (!(error instanceof NotProcessedError)) throw error;
        const what = `${call.method} ${prefixed.path}`;
        if (resends++ === maxResends)
          throw new CallError('reset', `${what}: ${error.message}`, { cause: error });
      }
    }
  }

  #headers({ headers }: WireCall): WireCall['headers'] {
    const authorization = this.#isForwarded ? this.#options.proxy?.authorization : undefined;
    return authorization === undefined ? headers : { ...headers, 'proxy-authorization': authorization };
  }

  /** Cuts what is open, and opens nothing more. */
  [Symbol.dispose](): void {
    this.#isClosed = true;
    for (const connection of this.#http2) connection.destroy();
    this.#http1?.destroy();
  }

  /** Undefined when another connection is needed. */
  #free({ method, path }: WireCall): Http1Connections | Http2Connection | undefined {
    if (this.#isClosed) throw new CallError('unreachable', `${method} ${path}: the client is closed`);
    this.#followIdentity();
    return this.#http1 ?? this.#http2.values().find(({ hasRoom }) => hasRoom);
  }

  async #opened({ method, path, signal }: WireCall): Promise<void> {
    this.#opening ??= this.#open().finally(() => (this.#opening = undefined));
    try {
      await unlessAborted(this.#opening, signal);
    } catch (error) {
      throw signal.aborted ? error : failure(`${method} ${path}`, this.#url.host, error as Error);
    }
  }

  async #open(): Promise<void> {
    const socket = await this.#connect(true);
    if (this.#isClosed) return void socket.destroy();
    if ((socket as TLSSocket).alpnProtocol !== 'h2') {
      return this.#useHttp1(socket);
    }
    const connection = new Http2Connection(socket, this.#url.host, this.#options.pings);
    this.#http2.add(connection);
    connection.onClose(() => this.#http2.delete(connection));
  }

  #useHttp1(first?: Socket): void {
    this.#http1 = new Http1Connections(() => this.#connect(false), this.#url.host, first);
  }

  async #connect(allowH2: boolean): Promise<Socket> {
    return dialServer(await this.#connections(allowH2), this.#url);
  }

  readonly #made = new Map<boolean, Promise<Connections>>();

  /** Made once: they hold what the system trusts, and TLS sessions. */
  #connections(allowH2: boolean): Promise<Connections> {
    let made = this.#made.get(allowH2);
    if (made === undefined) {
      // Loaded when there is a server to call: it takes longer than the rest of a start.
      made = import('undici').then(
        ({ buildConnector }) => new Connections(this.#options, buildConnector, allowH2),
      );
      this.#made.set(allowH2, made);
    }
    return made;
  }

  /** Connections show the certificate with which they were opened: with another one there are others. */
  #followIdentity(): void {
    const identity = this.#options.identity?.();
    if (identity === this.#identity) return;
    this.#identity = identity;
    for (const connection of this.#http2) {
      connection[Symbol.dispose]();
      setTimeout(() => connection.destroy(), oldIdentityTime).unref();
    }
    if (this.#http1 === undefined) return;
    this.#http1.retire();
    this.#useHttp1();
  }
}
