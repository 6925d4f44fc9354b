import type { Agent, Dispatcher } from 'undici';
import type { Address, ConnectionOptions } from '../../../client/connections.ts';
import { Connections } from '../../../client/connections.ts';
import { hostAndPort } from '../../../client/fault-text.ts';

/** Connections that are open at once to one server, watches included. */
const maxConnections = 4_096;
/** Milliseconds for which an idle connection is kept. */
const keepIdle = 30_000;
/** Bytes of the headers of an answer. */
const maxHeaders = 65_536;

/** How the certificate of an extension server is verified, and which client certificate it is shown. */
export type BackendTrust = Pick<ConnectionOptions, 'authority' | 'insecure' | 'identity' | 'serverName'>;

/** The servers behind one Service, at whatever address: connections to them are kept. */
export class Backend implements Disposable {
  readonly trust: BackendTrust;
  #agent: Promise<Agent> | undefined;
  #opened: Agent | undefined;

  constructor(trust: BackendTrust) {
    this.trust = trust;
  }

  /** Sends a request; the handler receives the answer or the error. `origin`: `https://10.0.0.9:443` */
  async dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): Promise<void> {
    const agent = this.#opened ?? (await (this.#agent ??= this.#open()));
    agent.dispatch(options, handler);
  }

  /** Cuts what is open. */
  [Symbol.dispose](): void {
    void this.#agent?.then((agent) => agent.destroy());
  }

  async #open(): Promise<Agent> {
    // Loaded when there is a server to reach: it takes longer than the rest of a start.
    const { Agent, buildConnector } = await import('undici');
    this.#opened = new Agent({
      connections: maxConnections,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: keepIdle,
      maxHeaderSize: maxHeaders,
      // A request has its limit already, a watch has none.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: new Connections(this.trust, buildConnector).connect,
    });
    return this.#opened;
  }
}

export const originOf = ({ host, port }: Address): string => `https://${hostAndPort(host, port)}`;
