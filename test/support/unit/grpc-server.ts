import { createServer, type Http2Server, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';

/** A call as the server sees it when it begins; `':path'` of the headers is the method. */
export type OnCall = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;

/** An HTTP/2 server on loopback without TLS, for gRPC that is answered by hand. */
export class GrpcServer {
  /** Connections that were made to it. */
  sessions = 0;
  readonly #server: Http2Server;
  readonly #sockets = new Set<Socket>();

  private constructor(onCall: OnCall) {
    this.#server = createServer();
    this.#server.on('connection', (socket: Socket) => this.#sockets.add(socket));
    this.#server.on('session', () => this.sessions++);
    this.#server.on('stream', (stream, headers) => {
      stream.on('error', () => {});
      onCall(stream, headers);
    });
  }

  static async start(onCall: OnCall): Promise<GrpcServer> {
    const server = new GrpcServer(onCall);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}

/** A message with its prefix. */
export function framed(message: Buffer | string): Buffer {
  const bytes = typeof message === 'string' ? Buffer.from(message) : message;
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([prefix, bytes]);
}

/** Begins an answer; `end` of the stream sends the status. */
export function answer(stream: ServerHttp2Stream, status = '0', details = ''): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': status, 'grpc-message': details }));
}
