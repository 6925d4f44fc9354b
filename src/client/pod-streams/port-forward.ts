import type { Duplex } from 'node:stream';
import { createWebSocketStream } from 'ws';
import { dialects } from '../../api/meta/dialect.ts';
import { CallError } from '../call-error.ts';
import { SpdyClient } from '../spdy/spdy-client.ts';
import { upgradeToSpdy } from '../upgrade/spdy-upgrade.ts';
import type { UpgradeTarget } from '../upgrade/upgrade-target.ts';
import { openWebSocket } from '../upgrade/web-socket.ts';
import { orRefused } from './container-streams.ts';

const protocols = dialects.map(({ api }) => `portforward.${api}`).reverse();

/** Bytes that wait for one local connection before all of them are held up: SPDY has one stream of bytes for all. */
const maxWaiting = 1_048_576;
/** Bytes of what is said about a connection that failed. */
const maxError = 65_536;
/** Milliseconds in which the other side must have agreed to a connection. */
const agreementTimeout = 30_000;

interface Forwarded {
  socket: Duplex;
  data: number;
  error: number;
  errorText: Buffer[];
  errorLength: number;
  isDataOver: boolean;
  isErrorOver: boolean;
  done: (error: Error | undefined) => void;
}

/** Carries local connections to the ports of one pod. */
export class PortForwarding {
  readonly #client: SpdyClient;
  readonly #socket: Duplex;
  readonly #byStream = new Map<number, Forwarded>();
  readonly #full = new Set<Forwarded>();
  readonly #closed = Promise.withResolvers<void>();
  readonly #waitingForRoom = new Set<Duplex>();
  #requestId = 0;

  private constructor(socket: Duplex, head: Buffer) {
    this.#socket = socket;
    this.#client = new SpdyClient(socket, {
      data: (stream, bytes) => this.#data(stream, bytes),
      ended: (stream) => this.#ended(stream),
      closed: () => this.#lost(),
      drained: () => this.#drained(),
    });
    this.#client.start(head);
  }

  /** At the path of `portforward`. Rejects with StatusError, CallError or the signal's reason. */
  static async open(target: UpgradeTarget, path: string, signal: AbortSignal): Promise<PortForwarding> {
    const tunnels = protocols.map((protocol) => `SPDY/3.1+${protocol}`);
    const webSocket = await orRefused(openWebSocket(target, path, tunnels, signal));
    if (webSocket !== undefined) {
      const stream = createWebSocketStream(webSocket);
      webSocket.resume();
      return new PortForwarding(stream, Buffer.alloc(0));
    }
    const { socket, head } = await upgradeToSpdy(target, path, protocols, signal);
    return new PortForwarding(socket, head);
  }

  /** Resolves when the connection to the pod is over. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }

  /** Resolves when the connection has ended; rejects with what the pod's node says about it when that failed. */
  async forward(socket: Duplex, port: number): Promise<void> {
    const shared = { port: String(port), requestid: String(this.#requestId++) };
    const error = this.#client.open({ streamtype: 'error', ...shared });
    // Nothing is ever said on it from this side.
    this.#client.send(error.stream, Buffer.alloc(0), true);
    const data = this.#client.open({ streamtype: 'data', ...shared });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const forwarded: Forwarded = {
      socket,
      data: data.stream,
      error: error.stream,
      errorText: [],
      errorLength: 0,
      isDataOver: false,
      isErrorOver: false,
      done: (failed) => (failed === undefined ? resolve() : reject(failed)),
    };
    this.#byStream.set(error.stream, forwarded).set(data.stream, forwarded);
    // It may fail before it is waited for.
    promise.catch(() => {});
    socket.on('error', () => {});
    socket.once('close', () => this.#localClosed(forwarded));
    try {
      await this.#agreement([error.agreed, data.agreed]);
      this.#sendFrom(forwarded);
      await promise;
    } finally {
      if (this.#byStream.has(data.stream)) socket.destroy();
    }
  }

  async #agreement(agreed: Promise<void>[]): Promise<void> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(new CallError('timeout', 'timeout waiting for a stream of the pod')),
      agreementTimeout,
    );
    try {
      await Promise.race([Promise.all(agreed), this.closed, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #sendFrom({ socket, data }: Forwarded): void {
    socket.on('data', (bytes: Buffer) => {
      if (this.#client.send(data, bytes)) return;
      socket.pause();
      this.#waitingForRoom.add(socket);
    });
    socket.once('end', () => this.#client.send(data, Buffer.alloc(0), true));
  }

  #data(stream: number, bytes: Buffer): void {
    const forwarded = this.#byStream.get(stream);
    if (forwarded === undefined) return;
    if (stream === forwarded.error) {
      forwarded.errorLength += bytes.length;
      if (forwarded.errorLength <= maxError) forwarded.errorText.push(bytes);
      return;
    }
    const { socket } = forwarded;
    if (socket.destroyed || !socket.writable) return;
    socket.write(bytes);
    if (socket.writableLength <= maxWaiting || this.#full.has(forwarded)) return;
    this.#full.add(forwarded);
    this.#client.pause();
    socket.once('drain', () => this.#freed(forwarded));
  }

  #freed(forwarded: Forwarded): void {
    if (this.#full.delete(forwarded) && this.#full.size === 0) this.#client.resume();
  }

  #drained(): void {
    for (const socket of this.#waitingForRoom) socket.resume();
    this.#waitingForRoom.clear();
  }

  #ended(stream: number): void {
    const forwarded = this.#byStream.get(stream);
    if (forwarded === undefined) return;
    if (stream === forwarded.data) {
      forwarded.isDataOver = true;
      forwarded.socket.end();
    } else forwarded.isErrorOver = true;
    const failed = forwarded.errorText.length > 0 && forwarded.isErrorOver;
    if (failed || (forwarded.isDataOver && forwarded.isErrorOver)) this.#finish(forwarded);
  }

  #localClosed(forwarded: Forwarded): void {
    this.#freed(forwarded);
    this.#waitingForRoom.delete(forwarded.socket);
    if (!this.#byStream.has(forwarded.data)) return;
    this.#client.reset(forwarded.data);
    this.#client.reset(forwarded.error);
    this.#finish(forwarded);
  }

  #finish(forwarded: Forwarded): void {
    this.#byStream.delete(forwarded.data);
    this.#byStream.delete(forwarded.error);
    const text = Buffer.concat(forwarded.errorText).toString();
    if (text !== '') forwarded.socket.destroy();
    forwarded.done(text === '' ? undefined : new Error(text));
  }

  #lost(): void {
    for (const forwarded of new Set(this.#byStream.values())) {
      forwarded.socket.destroy();
      this.#finish(forwarded);
    }
    this.#closed.resolve();
  }
}
