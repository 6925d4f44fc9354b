import { ServerTrust } from '../../../util/server-trust/server-trust.ts';
import type { CallObserver } from '../../call-observer.ts';
import { Connection } from '../../grpc/connection.ts';
import type { ClientSession } from '../../grpc/http2/session.ts';
import { callOnce, type Method, Rpc, type RpcHandler, unconnected } from '../../grpc/rpc.ts';
import { RpcError } from '../../grpc/rpc-error.ts';
import { dialTls } from './dial-tls.ts';
import { KeepAlive } from './keep-alive.ts';

export interface TlsCredentials {
  ca?: Buffer;
  cert?: Buffer | string;
  key?: Buffer | string;
}

export interface Credentials {
  /** Or what says them, asked for each new connection: the same object as long as they are the same. */
  tls?: TlsCredentials | (() => TlsCredentials);
  observer?: CallObserver | undefined;
}

/** Counts what is sent. */
class ObservedRpc<Request, Response> extends Rpc<Request, Response> {
  onSent: (() => void) | undefined;

  override send(request: Request): void {
    this.onSent?.();
    super.send(request);
  }
}

/** Milliseconds that a connection may take. When it takes longer another member is tried. */
const connectTimeout = 2000;

/** gRPC with one member, over one connection. */
export class Channel {
  /** The text that the operator wrote. */
  readonly endpoint: string;
  readonly #tls: Credentials['tls'];
  readonly #connection: Connection;
  readonly #observer: CallObserver | undefined;
  #trusted: { credentials: TlsCredentials | undefined; trust: ServerTrust } | undefined;
  #keepAlive: KeepAlive | undefined;

  /** `endpoint`: `https://10.0.0.1:2379`; without a scheme it is `https` when there are TLS credentials. */
  constructor(endpoint: string, { tls, observer }: Credentials = {}) {
    this.#observer = observer;
    this.endpoint = endpoint;
    this.#tls = tls;
    const hasScheme = endpoint.includes('://');
    const url = hasScheme ? endpoint : `${tls === undefined ? 'http' : 'https'}://${endpoint}`;
    const isSecure = url.startsWith('https://');
    // Credentials that cannot be used are reported now.
    if (isSecure) this.#trust();
    this.#connection = new Connection({
      url,
      ...(isSecure && {
        dial: (timeout: number, signal: AbortSignal) => dialTls(new URL(url), this.#trust(), timeout, signal),
      }),
      onOpen: (session) => {
        this.#keepAlive = new KeepAlive(session);
      },
    });
  }

  /**
   * Calls once, and gives up after so many milliseconds. Rejects with an RpcError; its details begin with `No
   * connection established` or `Stream refused by server` where the call was certainly not executed.
   */
  async call<Request, Response>(
    method: Method<Request, Response>,
    request: Request,
    timeout: number,
  ): Promise<Response> {
    const began = performance.now();
    const session = this.#connection.current ?? (await this.#connect(Math.min(timeout, connectTimeout)));
    const rest = Math.ceil(timeout - (performance.now() - began));
    const call = callOnce(session, method, { request, timeout: rest });
    return this.#observer === undefined ? call : observed(call, method.path, this.#observer);
  }

  /** Opens a stream in both directions. Rejects with an RpcError. */
  async stream<Request, Response>(
    method: Method<Request, Response>,
    handler: RpcHandler<Response>,
  ): Promise<Rpc<Request, Response>> {
    const session = await this.#connect(connectTimeout);
    const observer = this.#observer;
    if (observer === undefined) return new Rpc(session, method, handler);
    const { path } = method;
    const rpc = new ObservedRpc<Request, Response>(session, method, {
      onMessage: (response) => {
        observer.received(path, true);
        handler.onMessage(response);
      },
      onEnd: (error) => {
        observer.ended(path, true, error?.codeName ?? 'OK');
        handler.onEnd(error);
      },
    });
    observer.started(path, true);
    rpc.onSent = () => observer.sent(path, true);
    return rpc;
  }

  /** Finds out whether the member is there: calls end soon if it is not. */
  suspect(): void {
    this.#keepAlive?.ping();
  }

  [Symbol.dispose](): void {
    this.#connection[Symbol.dispose]();
  }

  #trust(): ServerTrust {
    const credentials = typeof this.#tls === 'function' ? this.#tls() : this.#tls;
    if (this.#trusted === undefined || this.#trusted.credentials !== credentials)
      this.#trusted = { credentials, trust: trustOf(credentials) };
    return this.#trusted.trust;
  }

  #connect(timeout: number): Promise<ClientSession> {
    return this.#connection.open(timeout).catch((error: Error) => {
      throw unconnected(error.message);
    });
  }
}

async function observed<Response>(
  call: Promise<Response>,
  path: string,
  observer: CallObserver,
): Promise<Response> {
  observer.started(path, false);
  observer.sent(path, false);
  try {
    const response = await call;
    observer.received(path, false);
    observer.ended(path, false, 'OK');
    return response;
  } catch (error) {
    observer.ended(path, false, error instanceof RpcError ? error.codeName : 'Unknown');
    throw error;
  }
}

/** Throws for a certificate and a key that cannot be used. */
const trustOf = ({ ca, cert, key }: TlsCredentials = {}): ServerTrust =>
  new ServerTrust({
    authority: ca?.toString(),
    identity: { certificate: cert?.toString(), privateKey: key?.toString() },
  });
