import { type ClientHttp2Session, type ClientHttp2Stream, constants } from 'node:http2';
import { GrpcCode, RpcError } from './rpc-error.ts';

/** How a call is written, and its answer read: what a gRPC library makes of a service definition. */
export interface Method<Request, Response> {
  /** `/etcdserverpb.KV/Txn`. */
  readonly path: string;
  readonly requestSerialize: (request: Request) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => Response;
}

/** Of a call that was certainly not executed. */
export const unconnected = (what: string): RpcError =>
  new RpcError(GrpcCode.unavailable, `No connection established: ${what}`);

const prefix = 5;

/** A message as it travels: whether it is compressed (not here), its length, itself. */
function framed(message: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(prefix + message.length);
  bytes[0] = 0;
  bytes.writeUInt32BE(message.length, 1);
  message.copy(bytes, prefix);
  return bytes;
}

/** One call, from the request to its answer. The promise rejects with an RpcError. */
export class UnaryCall {
  readonly answer: Promise<Buffer>;
  readonly #parts: Buffer[] = [];
  #isDone = false;
  #status: unknown;
  #details: unknown = '';
  readonly #resolve: (message: Buffer) => void;
  readonly #reject: (error: RpcError) => void;

  constructor(
    session: ClientHttp2Session | undefined,
    path: string,
    headers: Readonly<Record<string, string>>,
    message: Buffer,
    timeout: number,
  ) {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    this.answer = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    // The connection may have ended since it was looked at.
    const stream = started(() => session?.request({ ...protocolHeaders, ...headers, ':path': path }));
    if (stream === undefined) {
      reject(unconnected('closed'));
      return;
    }
    const timer = setTimeout(() => {
      this.#fail(GrpcCode.deadlineExceeded, 'Deadline exceeded');
      stream.close(constants.NGHTTP2_CANCEL);
    }, timeout);
    stream.on('response', (fields) => this.#read(fields));
    stream.on('trailers', (fields) => this.#read(fields));
    stream.on('data', (part: Buffer) => this.#parts.push(part));
    stream.on('end', () => this.#finish());
    // The cause is known when the stream has closed.
    stream.on('error', () => {});
    stream.on('close', () => {
      clearTimeout(timer);
      if (this.#isDone) return;
      const isRefused = stream.rstCode === constants.NGHTTP2_REFUSED_STREAM;
      this.#fail(GrpcCode.unavailable, isRefused ? 'Stream refused by server' : 'Connection dropped');
    });
    stream.end(framed(message));
  }

  /** The status comes after the message, or instead of everything. */
  #read(fields: Readonly<Record<string, unknown>>): void {
    this.#status = fields['grpc-status'] ?? this.#status;
    this.#details = fields['grpc-message'] ?? this.#details;
    const http = fields[':status'] ?? 200;
    if (http !== 200) this.#fail(GrpcCode.unavailable, `HTTP status ${http}`);
  }

  #finish(): void {
    // A stream that was cut off ends as well.
    if (this.#status === undefined) return;
    if (this.#status !== '0') return this.#fail(Number(this.#status), decoded(String(this.#details)));
    const bytes = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    if (bytes.length < prefix || bytes.readUInt32BE(1) !== bytes.length - prefix)
      this.#fail(GrpcCode.dataLoss, 'an answer that is not one message');
    else this.#succeed(bytes.subarray(prefix));
  }

  #succeed(message: Buffer): void {
    this.#isDone = true;
    this.#resolve(message);
  }

  #fail(code: number, details: string): void {
    this.#isDone = true;
    this.#reject(new RpcError(code, details));
  }
}

function started(request: () => ClientHttp2Stream | undefined): ClientHttp2Stream | undefined {
  try {
    return request();
  } catch {
    return undefined;
  }
}

const protocolHeaders = { ':method': 'POST', 'content-type': 'application/grpc', te: 'trailers' };

/** Details are percent-encoded where they are not plain text. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
