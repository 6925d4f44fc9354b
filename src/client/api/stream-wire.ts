import { Agent } from 'node:http';
import type { Duplex } from 'node:stream';
import { sendHttp1 } from './http1-request.ts';
import type { Wire, WireAnswer, WireCall } from './wire.ts';

/** Connections that are kept for the next request. Each request that is under way has one to itself. */
const maxIdle = 8;

/** Requests over streams that the caller opens: to a server in this process, without sockets. */
export class StreamWire implements Wire {
  readonly #agent: Agent;
  readonly #host: string;

  /** `connect` opens a connection to the server. `host`: what requests call it. */
  constructor(connect: () => Duplex, host: string) {
    this.#host = host;
    this.#agent = new Agent({ keepAlive: true, maxFreeSockets: maxIdle });
    this.#agent.createConnection = connect;
  }

  send(call: WireCall): Promise<WireAnswer> {
    return sendHttp1(this.#agent, this.#host, call);
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}
