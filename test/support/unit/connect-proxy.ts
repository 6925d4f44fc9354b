import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Identity } from '../../../src/util/x509.ts';

/** Does with a CONNECT what a test asks for; false: connects as usual. */
type Behaviour = (socket: Duplex) => boolean;

/** A proxy on loopback, for tests: it connects clients with servers, and passes on requests that are not encrypted. */
export class ConnectProxy {
  /** `CONNECT a.example:6443 Basic …`, in order. */
  readonly asked: string[] = [];
  behave: Behaviour = () => false;
  readonly #server: Server;
  readonly #sockets = new Set<Duplex>();

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Duplex) => {
      this.#sockets.add(socket);
      socket.on('error', () => {}).once('close', () => this.#sockets.delete(socket));
    });
    server.on('connect', (asked: IncomingMessage, socket: Duplex) => this.#tunnel(asked, socket));
    server.on('request', (asked, response) => this.#forward(asked, response));
  }

  /** With an identity it is spoken to over TLS. */
  static async start(identity?: Identity): Promise<ConnectProxy> {
    const server =
      identity === undefined
        ? createServer()
        : createTlsServer({ cert: identity.certificate, key: identity.privateKey });
    const made = new ConnectProxy(server as Server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return made;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #tunnel(asked: IncomingMessage, socket: Duplex): void {
    this.#note(asked);
    socket.on('error', () => {});
    if (this.behave(socket)) return;
    const [host, port] = asked.url!.split(':');
    const onward: Socket = connect(Number(port), host);
    this.#sockets.add(onward);
    onward.on('error', () => socket.destroy());
    onward.once('connect', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
  }

  #forward(asked: IncomingMessage, response: ServerResponse): void {
    this.#note(asked);
    const { 'proxy-authorization': _, ...headers } = asked.headers;
    const onward = request(asked.url!, { method: asked.method!, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    asked.pipe(onward);
  }

  #note({ method, url, headers }: IncomingMessage): void {
    this.asked.push([method, url, headers['proxy-authorization']].filter(Boolean).join(' '));
  }
}
