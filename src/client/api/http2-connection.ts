import type { IncomingHttpHeaders } from 'node:http';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import type { Socket } from 'node:net';
import { CallError } from '../call-error.ts';
import { failure } from './http1-request.ts';
import { Http2Body } from './http2-body.ts';
import type { WireAnswer, WireCall } from './wire.ts';

/** Finds out that a server is gone which did not say so. */
export interface Pings {
  /** Milliseconds without a byte of the server after which it is asked for a sign of life. */
  after: number;
  /** Milliseconds that it has for the answer. */
  timeout: number;
}

const usualPings: Pings = { after: 30_000, timeout: 15_000 };

/** Bytes that may be on their way unread: of one answer, and of all. A reader that is slow must not stop the others. */
const streamWindow = 4 * 1024 * 1024;
const connectionWindow = 1024 * 1024 * 1024;

/** Requests at a time as long as the server has not said how many it takes. */
const cautiousStreams = 100;

/** The server has certainly not begun to work on the request: it may be sent again, whatever it is. */
export class NotProcessedError extends Error {}

/** Many requests at a time over one connection. */
export class Http2Connection {
  readonly #session: ClientHttp2Session;
  readonly #socket: Socket;
  readonly #host: string;
  #streams = 0;
  #maxStreams = cautiousStreams;

  /** `socket` is connected, and both sides have agreed on HTTP/2. `host`: what requests call the server. */
  constructor(socket: Socket, host: string, pings: Pings = usualPings) {
    this.#socket = socket;
    this.#host = host;
    this.#session = connect(`https://${host}`, {
      createConnection: () => socket,
      maxSessionMemory: Number.MAX_SAFE_INTEGER,
      settings: { initialWindowSize: streamWindow, enablePush: false },
    });
    this.#session.once('connect', () => {
      // The wire may have been closed in the meantime.
      if (!this.#session.destroyed) this.#session.setLocalWindowSize(connectionWindow);
    });
    this.#session.on('remoteSettings', ({ maxConcurrentStreams = cautiousStreams }) => {
      this.#maxStreams = maxConcurrentStreams;
    });
    // Streams that it ends have errors of their own.
    this.#session.on('error', () => {});
    this.#keepWatch(pings);
  }

  /** False once the server or the caller has ended it: it serves what is under way and takes nothing new. */
  get isOpen(): boolean {
    return !this.#session.closed && !this.#session.destroyed;
  }

  get hasRoom(): boolean {
    return this.isOpen && this.#streams < this.#maxStreams;
  }

  /** Called once, when nothing more can come over it. */
  onClose(listener: () => void): void {
    this.#session.once('close', listener);
  }

  /** Rejects with NotProcessedError, or as Wire says. */
  async send(call: WireCall): Promise<WireAnswer> {
    const { method, path, headers, body, signal, mayGo } = call;
    signal.throwIfAborted();
    mayGo?.();
    const stream = this.#open({ ':method': method, ':path': path, ...headers }, call);
    this.#streams++;
    stream.once('close', () => this.#streams--);
    stream.end(body);
    return new Promise((resolve, reject) => {
      let cause: Error | undefined;
      const fail = (): void => reject(this.#broken(call, stream, cause));
      stream.once('close', fail);
      // Of an answer that is being read, its reader hears.
      stream.on('error', (error) => (cause = error));
      stream.once('response', ({ ':status': status, ...rest }) => {
        stream.off('close', fail);
        const body = new Http2Body(stream, () => this.#broken(call, stream, cause));
        resolve({ status: status!, headers: rest as IncomingHttpHeaders, body });
      });
    });
  }

  /** Ends it when what is under way is over. */
  [Symbol.dispose](): void {
    this.#session.close();
  }

  destroy(): void {
    this.#session.destroy();
  }

  #open(headers: Record<string, string | string[]>, { body, signal }: WireCall): ClientHttp2Stream {
    try {
      return this.#session.request(headers, { endStream: body === undefined, signal });
    } catch (error) {
      // The session ended meanwhile: nothing was sent.
      throw new NotProcessedError((error as Error).message, { cause: error });
    }
  }

  #broken({ method, path, signal }: WireCall, { rstCode }: ClientHttp2Stream, cause?: Error): Error {
    if (signal.aborted) return signal.reason as Error;
    const unsent = (cause as NodeJS.ErrnoException | undefined)?.code ?? '';
    if (rstCode === constants.NGHTTP2_REFUSED_STREAM || notSent.has(unsent)) {
      return new NotProcessedError('the server refused the stream', { cause });
    }
    const what = `${method} ${path}`;
    if (cause !== undefined) return failure(what, this.#host, cause);
    return new CallError('reset', `${what}: http2: the stream was closed before the end of the answer`);
  }

  /** A server that is gone without a word would keep requests waiting for ever. */
  #keepWatch({ after, timeout }: Pings): void {
    let seen = 0;
    let since = performance.now();
    let deadline: NodeJS.Timeout | undefined;
    const look = setInterval(() => {
      const { bytesRead } = this.#socket;
      const now = performance.now();
      if (bytesRead !== seen) [seen, since] = [bytesRead, now];
      if (now - since < after || deadline !== undefined || this.#session.destroyed) return;
      deadline = setTimeout(() => this.#session.destroy(lost()), timeout).unref();
      this.#session.ping(() => {
        clearTimeout(deadline);
        deadline = undefined;
      });
    }, after / 6).unref();
    this.#session.once('close', () => {
      clearInterval(look);
      clearTimeout(deadline);
    });
  }
}

const notSent = new Set(['ERR_HTTP2_GOAWAY_SESSION', 'ERR_HTTP2_INVALID_SESSION']);

const lost = (): Error => Object.assign(new Error('http2: client connection lost'), { code: 'ECONNRESET' });
