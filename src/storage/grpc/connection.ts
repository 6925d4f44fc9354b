import type { Socket } from 'node:net';
import { dialTcp } from './dial-tcp.ts';
import { ClientSession } from './http2/session.ts';

export interface ConnectionOptions {
  /** `http://10.0.0.1:2379`; calls name its host as their authority. */
  url: string;
  /** Opens a socket. Rejects with the reason for which there is none. Absent: TCP, to the host of the URL. */
  dial?: (timeout: number, signal: AbortSignal) => Socket | Promise<Socket>;
  /** Whether calls are made when the peer has spoken, instead of as soon as there is a socket. */
  waitsForPeer?: boolean;
  /** Called with each HTTP/2 connection that is ready. */
  onOpen(session: ClientSession): void;
}

/** Bytes that may be on their way unread: a page of a list is megabytes. */
const receiveWindow = 8 * 1024 * 1024;

/** One connection of HTTP/2 to a server of gRPC, opened when it is needed, and again when it has ended. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #url: URL;
  readonly #closing = new AbortController();
  /** The newest connection, on its way or open. */
  #session: ClientSession | undefined;
  #opening: Promise<ClientSession> | undefined;
  #isOpen = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#url = new URL(options.url);
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** The connection that is open now, if any. */
  get current(): ClientSession | undefined {
    return this.#isOpen ? this.#session : undefined;
  }

  /** Opens one if none is open or on its way, in so many milliseconds. Rejects with the reason for which there is none. */
  async open(timeout: number): Promise<ClientSession> {
    if (this.isClosed) throw new Error('closed');
    this.#opening ??= this.#open(timeout);
    return this.#opening;
  }

  [Symbol.dispose](): void {
    this.#closing.abort(new Error('closed'));
    this.#session?.destroy();
  }

  async #open(timeout: number): Promise<ClientSession> {
    const { dial } = this.#options;
    const { signal } = this.#closing;
    const began = performance.now();
    try {
      const socket = await (dial?.(timeout, signal) ?? dialTcp(this.#url, timeout, signal));
      return await this.#begin(timeout - (performance.now() - began), socket);
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  #begin(timeout: number, socket: Socket): Promise<ClientSession> {
    const { promise, resolve, reject } = Promise.withResolvers<ClientSession>();
    const { protocol, host } = this.#url;
    const session = new ClientSession(socket.setNoDelay(true), {
      scheme: protocol.slice(0, -1),
      authority: host,
      receiveWindow,
    });
    this.#session = session;
    const fail = (reason: string): void => {
      clearTimeout(timer);
      this.#forget(session);
      reject(new Error(reason));
      session.destroy();
    };
    const timer = setTimeout(fail, timeout, 'it takes too long');
    const ready = (): void => {
      // The peer may speak when the connection was given up.
      if (session.isClosed || this.#session !== session) return;
      clearTimeout(timer);
      this.#options.onOpen(session);
      this.#isOpen = true;
      resolve(session);
    };
    session.on('error', (error) => fail(error.message));
    session.once('close', () => fail('closed'));
    // Calls that are on their way have it until they end.
    session.once('leaving', () => this.#forget(session));
    if (this.isClosed) session.destroy();
    else if (this.#options.waitsForPeer) session.once('settings', ready);
    else ready();
    return promise;
  }

  /** The next call makes another connection. */
  #forget(session: ClientSession): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    this.#opening = undefined;
    this.#isOpen = false;
  }
}
