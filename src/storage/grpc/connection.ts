import { type ClientHttp2Session, connect } from 'node:http2';
import type { Duplex } from 'node:stream';

export interface ConnectionOptions {
  /** `http://10.0.0.1:2379`; calls name its host as their authority. */
  url: string;
  /** Opens a socket. Rejects with the reason for which there is none. Absent: TCP, to the host of the URL. */
  dial?: (timeout: number, signal: AbortSignal) => Duplex | Promise<Duplex>;
  /** The event after which calls are made: with `remoteSettings` the peer has spoken. */
  readyOn: 'connect' | 'remoteSettings';
  /** Called with each HTTP/2 connection that is ready. */
  onOpen(session: ClientHttp2Session): void;
}

/** Bytes that may be on their way unread: a page of a list is megabytes. */
const windowSize = 8 * 1024 * 1024;

/** One connection of HTTP/2 to a server of gRPC, opened when it is needed, and again when it has ended. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #closing = new AbortController();
  /** The newest connection, on its way or open. */
  #session: ClientHttp2Session | undefined;
  #opening: Promise<ClientHttp2Session> | undefined;
  #isOpen = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** The connection that is open now, if any. */
  get current(): ClientHttp2Session | undefined {
    return this.#isOpen ? this.#session : undefined;
  }

  /** Opens one if none is open or on its way, in so many milliseconds. Rejects with the reason for which there is none. */
  async open(timeout: number): Promise<ClientHttp2Session> {
    if (this.isClosed) throw new Error('closed');
    this.#opening ??= this.#open(timeout);
    return this.#opening;
  }

  [Symbol.dispose](): void {
    this.#closing.abort(new Error('closed'));
    this.#session?.destroy();
  }

  async #open(timeout: number): Promise<ClientHttp2Session> {
    const { dial } = this.#options;
    if (dial === undefined) return this.#begin(timeout);
    const began = performance.now();
    try {
      const socket = await dial(timeout, this.#closing.signal);
      return this.#begin(timeout - (performance.now() - began), socket);
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  #begin(timeout: number, socket?: Duplex): Promise<ClientHttp2Session> {
    const { promise, resolve, reject } = Promise.withResolvers<ClientHttp2Session>();
    const session = connect(this.#options.url, {
      ...(socket && { createConnection: () => socket }),
      // Callers bound their calls in flight; a call that is refused here looks like a lost connection.
      maxSessionMemory: Number.MAX_SAFE_INTEGER,
      settings: { initialWindowSize: windowSize, enablePush: false },
    });
    this.#session = session;
    if (this.isClosed) session.destroy();
    const fail = (reason: string): void => {
      clearTimeout(timer);
      this.#forget(session);
      reject(new Error(reason));
      session.destroy();
    };
    const timer = setTimeout(fail, timeout, 'it takes too long');
    session.once(this.#options.readyOn, () => {
      // The event comes also when the connection was given up in the same moment.
      if (session.destroyed || this.#session !== session) return;
      clearTimeout(timer);
      session.setLocalWindowSize(windowSize);
      this.#options.onOpen(session);
      this.#isOpen = true;
      resolve(session);
    });
    session.on('error', (error) => fail(error.message));
    session.once('close', () => fail('closed'));
    // Calls that are on their way have it until they end.
    session.once('goaway', () => this.#forget(session));
    return promise;
  }

  /** The next call makes another connection. */
  #forget(session: ClientHttp2Session): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    this.#opening = undefined;
    this.#isOpen = false;
  }
}
