import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { type Identity, issueServing } from '../../src/util/x509.ts';
import { testValidity } from './unit/https-server.ts';

/** A request that came, and the common name of the certificate that was shown with it. */
export interface AgentCall {
  request: IncomingMessage;
  client: string | undefined;
}

export interface AgentBehaviour {
  respond(request: IncomingMessage, response: ServerResponse): void;
  /** The bytes in `head` came with the request. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** The agent of a node, for tests: an HTTPS server on loopback that behaves as each test wants. */
export class NodeAgent implements AsyncDisposable {
  readonly calls: AgentCall[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Duplex>();

  private constructor(server: Server) {
    this.#server = server;
  }

  /** `clients`: PEM of who signs the certificates of clients. */
  static async start(authority: Identity, clients: string, behaviour: AgentBehaviour): Promise<NodeAgent> {
    const names = { dnsNames: ['localhost'], addresses: ['127.0.0.1'] };
    const { certificate, privateKey } = await issueServing(authority, 'node', names, testValidity());
    const tls = {
      cert: certificate,
      key: privateKey,
      ca: clients,
      requestCert: true,
      rejectUnauthorized: false,
    };
    const server = createServer(tls);
    const agent = new NodeAgent(server);
    server.on('connection', (socket: Duplex) => {
      agent.#sockets.add(socket);
      socket.once('close', () => agent.#sockets.delete(socket)).on('error', () => {});
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      agent.#note(request);
      behaviour.respond(request, response);
    });
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      agent.#note(request);
      socket.on('error', () => {});
      behaviour.upgrade(request, socket, head);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return agent;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Connections that are open. */
  get open(): number {
    return this.#sockets.size;
  }

  get last(): AgentCall {
    return this.calls.at(-1)!;
  }

  /** Breaks off what is open. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #note(request: IncomingMessage): void {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate() ?? {};
    this.calls.push({ request, client: subject?.CN as string | undefined });
  }
}
