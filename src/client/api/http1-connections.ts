import type { Socket } from 'node:net';
import { sendHttp1 } from './http1-request.ts';
import type { WireAnswer, WireCall } from './wire.ts';

// As in http1-request.ts: an import loads more than this.
const { Agent } = process.getBuiltinModule('node:http');

/** Connections that are kept while nothing is asked over them. */
const maxIdle = 25;

/** Requests over HTTP/1.1: each has a connection to itself while it is under way. */
export class Http1Connections {
  readonly #agent = new Agent({ keepAlive: true, maxFreeSockets: maxIdle });
  readonly #host: string;

  /** `connect` opens a connection to the server. `first` is open already. `host`: what requests call the server. */
  constructor(connect: () => Promise<Socket>, host: string, first?: Socket) {
    this.#host = host;
    let spare = first;
    this.#agent.createConnection = (_, done) => {
      const opened = spare === undefined || spare.destroyed ? connect() : Promise.resolve(spare);
      spare = undefined;
      opened.then(
        (socket) => done!(null, socket),
        (error: Error) => done!(error, undefined as never),
      );
      return undefined;
    };
  }

  send(call: WireCall): Promise<WireAnswer> {
    return sendHttp1(this.#agent, this.#host, call);
  }

  /** Closes each connection when the request on it is over. */
  retire(): void {
    // The agent asks this of itself when a request ends; it is no part of its types.
    Object.assign(this.#agent, { keepAlive: false });
    for (const socket of Object.values(this.#agent.freeSockets).flat()) socket?.destroy();
  }

  destroy(): void {
    this.#agent.destroy();
  }
}
