import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import type { Lane } from './closed-loop.ts';
import { ConnectionLost, type Endpoint } from './http-client.ts';

export interface Http2Request {
  readonly method: string;
  readonly target: string;
  /** Media types of the body and of the answer. */
  readonly type?: string;
  readonly accept: string;
  readonly body?: Buffer;
}

/** One connection of HTTP/2, as an agent or a controller has it, with one request at a time beside its watches. */
export class Http2Lane implements Lane {
  readonly #session: ClientHttp2Session;
  readonly #authorization: string | undefined;

  private constructor(session: ClientHttp2Session, authorization: string | undefined) {
    this.#session = session;
    this.#authorization = authorization;
  }

  static async open({ host, port, authorization, cert, key }: Endpoint): Promise<Http2Lane> {
    const client = { ...(cert && { cert }), ...(key && { key }) };
    const session = connect(`https://${host}:${port}`, { ...client, rejectUnauthorized: false });
    session.on('error', () => {});
    await once(session, 'connect');
    return new Http2Lane(session, authorization);
  }

  /** The status; the body is read and dropped. Rejects with ConnectionLost. */
  async send(request: Http2Request): Promise<number> {
    const stream = this.#open(request);
    stream.end(request.body);
    const status = await statusOf(stream);
    stream.resume();
    if (!stream.closed) await once(stream, 'close');
    return status;
  }

  /** Opens a watch, and calls `receive` with what comes. Rejects unless it is answered with 200. */
  async watch(target: string, accept: string, receive: (chunk: Buffer) => void): Promise<void> {
    const stream = this.#open({ method: 'GET', target, accept });
    stream.end();
    const status = await statusOf(stream);
    if (status !== 200) throw new Error(`a watch is answered with ${status}`);
    stream.on('data', receive);
  }

  close(): void {
    this.#session.destroy();
  }

  #open({ method, target, type, accept }: Http2Request): ClientHttp2Stream {
    if (this.#session.destroyed) throw new ConnectionLost('the connection is closed');
    const stream = this.#session.request({
      [constants.HTTP2_HEADER_METHOD]: method,
      [constants.HTTP2_HEADER_PATH]: target,
      accept,
      'user-agent': 'bench',
      ...(type && { 'content-type': type }),
      ...(this.#authorization && { authorization: this.#authorization }),
    });
    stream.on('error', () => {});
    return stream;
  }
}

async function statusOf(stream: ClientHttp2Stream): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  stream.once('response', (fields) => resolve(Number(fields[':status'])));
  stream.once('close', () => reject(new ConnectionLost('the stream was closed')));
  return promise;
}
