import type { Agent } from 'undici';
import type { Identity } from '../util/x509.ts';
import { type ConnectionOptions, Connections } from './connections.ts';

/** Milliseconds for which an idle connection is kept. Servers that keep theirs for less say so. */
const keepIdle = 30_000;

export interface AgentLimits {
  /** Connections that are open at once to one server. */
  maxConnections: number;
  /** Bytes of the headers of an answer. */
  maxHeaders: number;
}

interface Opened {
  agent: Agent;
  connections: Connections;
}

/** Keeps connections for many calls, as long as the client certificate is the same. Callers have time limits of their own. */
export class KeptAgent implements Disposable {
  readonly #options: ConnectionOptions;
  readonly #limits: AgentLimits;
  #opened: Promise<Opened> | undefined;
  #identity: Identity | undefined;

  constructor(options: ConnectionOptions, limits: AgentLimits) {
    this.#options = options;
    this.#limits = limits;
  }

  /**
   * For the next call. Connections that were opened with an earlier certificate carry no further calls: in constant use
   * they would stay open for ever, and servers verify it at each of them.
   */
  open(): Promise<Opened> {
    const identity = this.#options.identity?.();
    if (this.#opened !== undefined && identity !== this.#identity) {
      void this.#opened.then(({ agent }) => agent.close());
      this.#opened = undefined;
    }
    this.#identity = identity;
    this.#opened ??= openAgent(this.#options, this.#limits);
    return this.#opened;
  }

  /** Cuts what is open. Calls after this open connections anew. */
  [Symbol.dispose](): void {
    void this.#opened?.then(({ agent }) => agent.destroy());
    this.#opened = undefined;
  }
}

async function openAgent(
  options: ConnectionOptions,
  { maxConnections, maxHeaders }: AgentLimits,
): Promise<Opened> {
  // Loaded when there is a server to call: it takes longer than the rest of a start.
  const { Agent, buildConnector } = await import('undici');
  const connections = new Connections(options, buildConnector);
  const agent = new Agent({
    connections: maxConnections,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: keepIdle,
    maxHeaderSize: maxHeaders,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: connections.connect,
  });
  return { agent, connections };
}
