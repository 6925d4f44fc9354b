import { Agent, type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { connectionError } from '../call-error.ts';
import type { Wire, WireAnswer, WireCall } from './wire.ts';

/** Requests that are under way at a time; watches have a connection each, beyond these. */
const maxIdle = 8;

/** Requests over streams that somebody else opens: to a server in this process, without sockets. */
export class StreamWire implements Wire {
  readonly #agent: Agent;
  readonly #host: string;

  /** `connect` opens a connection to the server. `host`: what requests call it. */
  constructor(connect: () => Duplex, host: string) {
    this.#host = host;
    this.#agent = new Agent({ keepAlive: true, maxFreeSockets: maxIdle });
    this.#agent.createConnection = connect;
  }

  send({ method, path, headers, body, signal }: WireCall): Promise<WireAnswer> {
    return new Promise((resolve, reject) => {
      const outgoing = request({
        ...{ method, path, headers, signal, agent: this.#agent, host: this.#host },
      });
      outgoing.once('response', (answer: IncomingMessage) => {
        // Who reads the body hears of it.
        answer.on('error', () => {});
        resolve({ status: answer.statusCode!, headers: answer.headers, body: answer });
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        reject(signal.aborted ? signal.reason : connectionError(`${method} ${path}`, this.#host, error));
      });
      outgoing.end(body);
    });
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}
