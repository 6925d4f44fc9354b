import {
  Agent,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { UpgradeTarget } from '../../../client/upgrade/upgrade-target.ts';

/** Headers of a connection, and none of the request. */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
/** Headers by which clients identify themselves: the user's credentials take their place. */
const replaced = ['authorization', 'host', 'cookie'];

/** Passes requests on to the server, as the user. */
export class PassOn implements Disposable {
  readonly #target: UpgradeTarget;
  readonly #answerHeaders: (headers: OutgoingHttpHeaders) => OutgoingHttpHeaders;
  readonly #agent = new Agent({ keepAlive: true, maxFreeSockets: 25 });

  /** `answerHeaders`: headers of an answer as the client gets them. */
  constructor(
    target: UpgradeTarget,
    answerHeaders: (headers: OutgoingHttpHeaders) => OutgoingHttpHeaders = (headers) => headers,
  ) {
    this.#target = target;
    this.#answerHeaders = answerHeaders;
    this.#agent.createConnection = (_, done) => {
      target.connect().then(
        (socket) => done!(null, socket),
        (error: Error) => done!(error, undefined as never),
      );
      return undefined;
    };
  }

  /** `path`: at the server. */
  async request(incoming: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const { method = 'GET' } = incoming;
    try {
      const shown = await this.#target.headers();
      const headers = { ...headersOf(incoming), ...shown.headers, host: this.#target.url.host };
      const outgoing = request({ method, path: this.#target.requestPath(path), headers, agent: this.#agent });
      response.once('close', () => outgoing.destroy());
      outgoing.once('response', (answer: IncomingMessage) => {
        if (answer.statusCode === 401) this.#target.rejected(shown.authorization);
        response.writeHead(answer.statusCode!, this.#answerHeaders(withoutHops(answer.headers)));
        response.flushHeaders();
        pipeline(answer, response).catch(() => response.destroy());
      });
      outgoing.on('error', (error) => badGateway(response, error));
      pipeline(incoming, outgoing).catch((error: Error) => outgoing.destroy(error));
    } catch (error) {
      badGateway(response, error as Error);
    }
  }

  /** Both connections become one. */
  async upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer, path: string): Promise<void> {
    socket.on('error', () => {});
    try {
      const [shown, connection] = [await this.#target.headers(), await this.#target.connect()];
      const given = { ...headersOf(incoming), ...shown.headers, host: this.#target.url.host };
      const headers = { ...given, connection: 'Upgrade', upgrade: incoming.headers.upgrade ?? '' };
      connection.on('error', () => socket.destroy());
      connection.once('close', () => socket.destroy());
      socket.once('close', () => connection.destroy());
      connection.write(headOf(`${incoming.method} ${this.#target.requestPath(path)} HTTP/1.1`, headers));
      if (head.length > 0) connection.write(head);
      connection.pipe(socket);
      socket.pipe(connection);
    } catch (error) {
      const text = `${(error as Error).message}\n`;
      socket.end(`HTTP/1.1 502 Bad Gateway\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    }
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}

function badGateway(response: ServerResponse, error: Error): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(502, { 'content-type': 'text/plain' }).end(`${error.message}\n`);
}

function headersOf({ headers }: IncomingMessage): OutgoingHttpHeaders {
  const kept = withoutHops(headers);
  for (const name of Object.keys(kept)) {
    if (replaced.includes(name) || name.startsWith('impersonate-')) delete kept[name];
  }
  return kept;
}

function withoutHops(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
  const kept: OutgoingHttpHeaders = { ...headers };
  for (const name of hopByHop) delete kept[name];
  return kept;
}

function headOf(first: string, headers: OutgoingHttpHeaders): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${name}: ${one}`),
  );
  return [first, ...lines, '', ''].join('\r\n');
}
