import { traceFields } from '../../util/tracing/request-trace.ts';
import { framed, MessageReader } from './framing.ts';
import type { Fields } from './http2/field-reader.ts';
import { ErrorCode } from './http2/frames.ts';
import type { ClientSession } from './http2/session.ts';
import type { ClientStream, StreamHandler } from './http2/stream.ts';
import { GrpcCode, RpcError } from './rpc-error.ts';

/** Path and messages of a method. */
export interface Method<Request, Response> {
  /** `/etcdserverpb.KV/Txn`. */
  readonly path: string;
  /** Metadata of every call. */
  readonly headers: Readonly<Record<string, string>>;
  readonly encode: (request: Request) => Buffer;
  readonly decode: (bytes: Buffer) => Response;
  /** Bytes that a message of the server may have; absent: any number. */
  readonly maxLength?: number;
}

export interface RpcHandler<Response> {
  onMessage(response: Response): void;
  /** Called once, last: with an error unless the status is OK. Not called after `abort`. */
  onEnd(error: RpcError | undefined): void;
}

/** The error of a call that was certainly not executed. */
export const unconnected = (details: string): RpcError =>
  new RpcError(GrpcCode.unavailable, `No connection established: ${details}`);

/** The fields of all calls of a method. */
const fieldsOfMethods = new WeakMap<object, Fields>();

/** One gRPC call on a connection, with any number of messages in both directions. */
export class Rpc<Request, Response> implements StreamHandler {
  readonly #method: Method<Request, Response>;
  readonly #handler: RpcHandler<Response>;
  readonly #stream: ClientStream;
  readonly #reader: MessageReader;
  #isDone = false;
  #status: string | undefined;
  #details = '';

  /** Throws RpcError when the connection has ended. `headers`: metadata of this call. */
  constructor(
    session: ClientSession,
    method: Method<Request, Response>,
    handler: RpcHandler<Response>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.#method = method;
    this.#handler = handler;
    this.#reader = new MessageReader((message) => this.#receive(message), method.maxLength);
    this.#stream = started(session, fieldsOf(method), { ...headers, ...traceFields() }, this);
  }

  send(request: Request): void {
    if (!this.#isDone) this.#stream.send(framed(this.#method.encode(request)), false);
  }

  /** Sends a message, the last one. */
  end(request: Request): void {
    if (!this.#isDone) this.#stream.send(framed(this.#method.encode(request)), true);
  }

  /** Nothing is handed over until `resume`; the peer stops when the stream's window is full. */
  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  /** Cancels the call: the handler is not called any more. */
  abort(): void {
    this.#isDone = true;
    this.#stream.close(ErrorCode.cancel);
  }

  /** The status comes after the messages, or instead of everything. */
  onFields(fields: Fields): void {
    this.#status = fields['grpc-status'] ?? this.#status;
    this.#details = fields['grpc-message'] ?? this.#details;
    const http = fields[':status'] ?? '200';
    if (http !== '200') this.#fail(new RpcError(GrpcCode.unavailable, `HTTP status ${http}`));
  }

  onData(chunk: Buffer): void {
    if (this.#isDone) return;
    try {
      this.#reader.push(chunk);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      this.#fail(error);
    }
  }

  onEnd(): void {
    // A stream that was cut off ends as well.
    if (this.#status === undefined) return;
    if (this.#status !== '0') this.#done(new RpcError(Number(this.#status), unescaped(this.#details)));
    else if (this.#reader.isInsideMessage) this.#done(new RpcError(GrpcCode.internal, 'half a message'));
    else this.#done(undefined);
  }

  onClose(code: number): void {
    if (this.#isDone) return;
    const isRefused = code === ErrorCode.refusedStream;
    const details = isRefused ? 'Stream refused by server' : 'Connection dropped';
    this.#done(new RpcError(GrpcCode.unavailable, details));
  }

  #receive(message: Buffer): void {
    if (this.#isDone) return;
    this.#handler.onMessage(decoded(this.#method, message));
  }

  #fail(error: RpcError): void {
    this.#done(error);
    this.#stream.close(ErrorCode.cancel);
  }

  #done(error: RpcError | undefined): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#handler.onEnd(error);
  }
}

export interface Call<Request> {
  request: Request;
  /** Milliseconds. */
  timeout: number;
  /** Metadata of this call. */
  headers?: Readonly<Record<string, string>>;
}

/** Calls with one message there and one back, and gives up after so many milliseconds. Rejects with an RpcError. */
export async function callOnce<Request, Response>(
  session: ClientSession,
  method: Method<Request, Response>,
  { request, timeout, headers }: Call<Request>,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const responses: Response[] = [];
  const handler: RpcHandler<Response> = {
    onMessage: (response) => responses.push(response),
    onEnd: (error) => {
      clearTimeout(timer);
      if (error !== undefined) reject(error);
      else if (responses.length === 1) resolve(responses[0]!);
      else reject(new RpcError(GrpcCode.internal, `${responses.length} messages instead of one`));
    },
  };
  const rpc = new Rpc(session, method, handler, headers);
  const timer = setTimeout(() => {
    rpc.abort();
    reject(new RpcError(GrpcCode.deadlineExceeded, 'Deadline exceeded'));
  }, timeout);
  rpc.end(request);
  return promise;
}

function started(session: ClientSession, usual: Fields, own: Fields, handler: StreamHandler): ClientStream {
  try {
    return session.request(usual, own, handler);
  } catch (error) {
    throw unconnected((error as Error).message);
  }
}

function fieldsOf(method: Method<never, unknown>): Fields {
  let fields = fieldsOfMethods.get(method);
  if (fields === undefined) {
    const { path, headers } = method;
    const common = { ':method': 'POST', ':path': path, 'content-type': 'application/grpc', te: 'trailers' };
    fields = { ...common, ...headers };
    fieldsOfMethods.set(method, fields);
  }
  return fields;
}

function decoded<Response>({ decode }: Method<never, Response>, message: Buffer): Response {
  try {
    return decode(message);
  } catch (error) {
    throw new RpcError(GrpcCode.internal, `a message that cannot be read: ${(error as Error).message}`);
  }
}

/** Details are percent-encoded where they are not plain text. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
