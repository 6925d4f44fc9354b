import type { Duplex } from 'node:stream';
import type { Dispatcher } from 'undici';
import { KeptAgent } from '../../../client/agent.ts';
import { hostAndPort } from '../../../client/connection-error-text.ts';
import type { Address, ConnectionOptions } from '../../../client/connections.ts';

/** Watches are among the connections. */
const limits = { maxConnections: 4_096, maxHeaders: 65_536 };

/** Trust in the certificate of an extension server, and the client certificate that it is shown. */
export type BackendTrust = Pick<
  ConnectionOptions,
  'authority' | 'insecure' | 'identity' | 'serverName' | 'onFlaw'
>;

/** The servers behind one Service, at whatever address: connections to them are kept. */
export class Backend implements Disposable {
  readonly #kept: KeptAgent;

  constructor(trust: BackendTrust) {
    this.#kept = new KeptAgent(trust, limits);
  }

  /** Sends a request; the handler receives the answer or the error. `origin`: `https://10.0.0.9:443` */
  async dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): Promise<void> {
    const { agent } = await this.#kept.open();
    agent.dispatch(options, handler);
  }

  /** A connection of its own, for a request that upgrades it. Rejects with the error of the connection. */
  async connect({ host, port }: Address): Promise<Duplex> {
    const { connections } = await this.#kept.open();
    const target = { hostname: host, host, protocol: 'https:', port: String(port) };
    return new Promise((resolve, reject) => {
      connections.connect(target, (error, socket) => (error === null ? resolve(socket) : reject(error)));
    });
  }

  /** Cuts what is open. */
  [Symbol.dispose](): void {
    this.#kept[Symbol.dispose]();
  }
}

export const originOf = ({ host, port }: Address): string => `https://${hostAndPort(host, port)}`;
