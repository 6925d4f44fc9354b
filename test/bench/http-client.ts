import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { type BodySink, ResponseParser } from './http-parser.ts';

/** Where a server is and what opens it. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
  /** The value of the header Authorization. */
  readonly authorization: string | undefined;
  /** PEM. */
  readonly cert: Buffer | undefined;
  readonly key: Buffer | undefined;
}

export interface Answer {
  status: number;
  /** Status line and header fields, without the empty line. */
  head: string;
  /** Bytes of the body as they came, still compressed where they are. */
  length: number;
  /** As much of the beginning of the body as was asked for. */
  body: string;
}

/**
 * What is read goes through one buffer for all connections: Node fills it and calls back at once, so nothing is
 * allocated for bodies that are only counted.
 */
const shared = Buffer.allocUnsafeSlow(64 * 1024);

/** A connection with a certificate that is not checked; `receive` sees every byte. */
export async function openSocket(
  endpoint: Endpoint,
  receive: (buffer: Buffer, length: number) => void,
): Promise<TLSSocket> {
  const { host, port, cert, key } = endpoint;
  const onread = {
    buffer: shared,
    callback: (length: number) => {
      receive(shared, length);
      return true;
    },
  };
  const client = { ...(cert && { cert }), ...(key && { key }) };
  const options = { host, port, ...client, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'], onread };
  const socket = connect(options);
  socket.setNoDelay(true);
  await once(socket, 'secureConnect');
  return socket;
}

/** The connection ended, or what came was no HTTP. */
export class ConnectionLost extends Error {}

/** One keep-alive connection with one request at a time. */
export class Connection implements BodySink {
  readonly #parser = new ResponseParser(this);
  #socket: TLSSocket | undefined;
  #answer: Answer | undefined;
  #kept: Buffer[] = [];
  #keep = 0;
  #resolve: ((answer: Answer) => void) | undefined;
  #reject: ((error: Error) => void) | undefined;

  static async open(endpoint: Endpoint): Promise<Connection> {
    const connection = new Connection();
    const socket = await openSocket(endpoint, (buffer, length) => connection.#receive(buffer, length));
    connection.#socket = socket;
    socket.on('error', (error) => connection.#fail(error.message));
    socket.on('close', () => connection.#fail('the connection was closed'));
    return connection;
  }

  /** Sends a whole request. Keeps so many bytes of the answer's body. Rejects with ConnectionLost. */
  send(request: string | Buffer, keep = 0): Promise<Answer> {
    this.#keep = keep;
    return new Promise((resolve, reject) => {
      if (this.#socket!.destroyed) return reject(new ConnectionLost('the connection is closed'));
      this.#resolve = resolve;
      this.#reject = reject;
      this.#socket!.write(request);
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  head(status: number, head: string): void {
    this.#answer = { status, head, length: 0, body: '' };
    this.#kept = [];
  }

  body(buffer: Buffer, start: number, end: number): void {
    const answer = this.#answer!;
    const wanted = Math.min(end - start, this.#keep - answer.length);
    if (wanted > 0) this.#kept.push(Buffer.from(buffer.subarray(start, start + wanted)));
    answer.length += end - start;
  }

  done(): void {
    const answer = this.#answer!;
    if (this.#kept.length > 0) answer.body = Buffer.concat(this.#kept).toString('latin1');
    const resolve = this.#resolve;
    this.#resolve = this.#reject = undefined;
    resolve?.(answer);
  }

  #receive(buffer: Buffer, length: number): void {
    try {
      this.#parser.push(buffer, length);
    } catch (error) {
      this.#fail((error as Error).message);
      this.close();
    }
  }

  #fail(why: string): void {
    const reject = this.#reject;
    this.#resolve = this.#reject = undefined;
    reject?.(new ConnectionLost(why));
  }
}

/** Writes requests for one server: the header fields that are the same in all of them are put together once. */
export class RequestWriter {
  readonly #common: string;

  constructor({ host, port, authorization }: Endpoint, accept = 'application/json') {
    const fields = [`Host: ${host}:${port}`, 'User-Agent: bench', `Accept: ${accept}`];
    if (authorization !== undefined) fields.push(`Authorization: ${authorization}`);
    this.#common = fields.join('\r\n');
  }

  /** `fields`: further ones, `Name: value`. */
  read(target: string, ...fields: string[]): string {
    return `GET ${target} HTTP/1.1\r\n${[this.#common, ...fields].join('\r\n')}\r\n\r\n`;
  }

  write(method: string, target: string, body: string | object, type = 'application/json'): Buffer {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const fields = `${this.#common}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(text)}`;
    return Buffer.from(`${method} ${target} HTTP/1.1\r\n${fields}\r\n\r\n${text}`);
  }

  delete(target: string): string {
    return `DELETE ${target} HTTP/1.1\r\n${this.#common}\r\n\r\n`;
  }
}
