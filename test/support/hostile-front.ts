import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestServer } from './server.ts';

/** Commands that a terminal would obey: colours, a title, a clear screen, the start of the line, a bell, and C1. */
export const commands = '\x1b[31m\x1b]0;t\x07\x1b[2J\r\x08\x7f\u009b2J\u0085';

/** Texts that a client computes with, or finds things by: they stay. */
const kept = new Set([
  ...[
    'apiVersion',
    'kind',
    'group',
    'version',
    'versions',
    'groupVersion',
    'resourceVersion',
    'uid',
    'continue',
  ],
  ...['type', 'format', 'operator', 'name', 'namespace', 'singularName', 'preferredVersion', 'managedFields'],
  ...['creationTimestamp', 'lastTimestamp', 'firstTimestamp', 'cpu', 'memory', 'requests', 'limits', '$ref'],
  ...['app', 'pod-template-hash', 'x-kubernetes-patch-merge-key', 'x-kubernetes-patch-strategy', 'verbs'],
]);

/**
 * A server in front of a real one that answers as it does, with commands for the terminal in every text that is not
 * looked for by its value: `name` as well, where `names` says so.
 */
export class HostileFront {
  names = false;
  readonly #server: Server;
  readonly #behind: TestServer;

  private constructor(behind: TestServer) {
    this.#behind = behind;
    this.#server = createServer((incoming, response) => {
      // A watch ends with the server behind.
      this.#answer(incoming, response).catch(() => response.destroy());
    });
  }

  static async start(behind: TestServer): Promise<HostileFront> {
    const front = new HostileFront(behind);
    front.#server.listen(0, '127.0.0.1');
    await once(front.#server, 'listening');
    return front;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url: path, headers } = incoming;
    const passed = request({
      host: '127.0.0.1',
      port: this.#behind.port,
      method,
      path,
      rejectUnauthorized: false,
      headers: { ...headers, authorization: 'Bearer admin-token', 'accept-encoding': 'identity' },
    });
    incoming.pipe(passed);
    const [answer] = (await once(passed, 'response')) as [IncomingMessage];
    const pieces: Buffer[] = [];
    for await (const piece of answer) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString();
    const { 'content-length': _, 'transfer-encoding': __, ...rest } = answer.headers;
    const warning = '299 - "beware \u009b2J"';
    response.writeHead(answer.statusCode!, { ...rest, warning });
    const isJson = String(answer.headers['content-type']).includes('json');
    response.end(isJson ? this.#withCommands(text, path!.includes('watch=')) : text);
  }

  /** `isStream`: a watch has a document in each line. */
  #withCommands(text: string, isStream: boolean): string {
    const documents = isStream ? text.split('\n').filter((line) => line !== '') : [text];
    return documents.map((one) => `${JSON.stringify(this.#changed(JSON.parse(one), ''))}\n`).join('');
  }

  #changed(value: unknown, key: string): unknown {
    if (typeof value === 'string') return value + commands;
    if (Array.isArray(value)) return value.map((item) => this.#changed(item, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const isKept = kept.has(name) && !(this.names && name === 'name' && key === 'metadata');
        return [name, isKept || name.endsWith('ime') ? member : this.#changed(member, name)];
      }),
    );
  }
}
