import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type Identity, issueServing, makeAuthority } from '../../../src/util/x509.ts';

export interface ReceivedCall {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  /** Parsed, when it is JSON. */
  body: any;
  /** Common name of the certificate that the client showed. */
  client: string | undefined;
}

export interface TestAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** An object goes as JSON. */
  body?: unknown;
}

/** What it does with a call: it answers, never does, stops in the middle, goes on for ever, or cuts the connection. */
export type TestBehaviour = TestAnswer | 'hang' | 'stall' | 'drip' | 'reset';
export type Answering = (call: ReceivedCall) => TestBehaviour | Promise<TestBehaviour>;

export interface TestHttpsServerOptions {
  /** Who signs its certificate; one of its own if not given. */
  authority?: Identity;
  names?: { dnsNames: string[]; addresses: string[] };
  /** Where it listens. */
  host?: string;
  /** PEM: asks clients for certificates that this one signed. */
  clientAuthority?: string;
}

const loopback = { dnsNames: ['localhost'], addresses: ['127.0.0.1'] };

export const testValidity = () => ({
  notBefore: new Date(Date.now() - 60_000),
  notAfter: new Date(Date.now() + 3_600_000),
});

/** For tests: somebody else's HTTPS server on loopback, with a certificate of its own authority. */
export class TestHttpsServer {
  /** In order. */
  readonly calls: ReceivedCall[] = [];
  /** Connections that were ever made. */
  connections = 0;
  readonly authority: Identity;
  readonly #server: Server;
  #answering: Answering;

  private constructor(authority: Identity, server: Server, answering: Answering) {
    this.authority = authority;
    this.#server = server;
    this.#answering = answering;
  }

  static async start(
    answering: Answering = () => ({ status: 404 }),
    options: TestHttpsServerOptions = {},
  ): Promise<TestHttpsServer> {
    const authority = options.authority ?? (await makeAuthority('webhook-ca', testValidity()));
    const own = await issueServing(authority, 'webhook', options.names ?? loopback, testValidity());
    const { clientAuthority } = options;
    const clients = clientAuthority === undefined ? {} : { requestCert: true, ca: clientAuthority };
    const server = createServer({ cert: own.certificate, key: own.privateKey, ...clients });
    const made = new TestHttpsServer(authority, server, answering);
    server.on('secureConnection', () => made.connections++);
    server.on('request', async (request, response) => {
      const call = await receive(request);
      made.calls.push(call);
      const answer = await made.#answering(call);
      if (answer === 'hang') return;
      if (answer === 'stall') return void response.write('{"a":');
      if (answer === 'drip') return drip(response);
      if (answer === 'reset') return request.socket.destroy();
      const { status = 200, headers = {}, body = '' } = answer;
      const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(isRaw ? body : JSON.stringify(body));
    });
    server.listen(0, options.host ?? '127.0.0.1');
    await once(server, 'listening');
    return made;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}`;
  }

  /** From now on it does this. */
  answer(answering: Answering): void {
    this.#answering = answering;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}

const betweenDrips = 50;

/** A blank now and then, until nobody listens any more. */
function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), betweenDrips);
  response.once('close', () => clearInterval(timer));
}

async function receive(request: IncomingMessage): Promise<ReceivedCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    text,
    body: parsed(text),
    client: (request.socket as TLSSocket).getPeerCertificate?.()?.subject?.CN as string | undefined,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
