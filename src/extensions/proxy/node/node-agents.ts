import type { ClientRequest } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import type { Address } from '../../../client/connections.ts';
import { ServerTrust } from '../../../util/server-trust/server-trust.ts';
import type { Identity } from '../../../util/x509.ts';
import { checkedLookup, dialling } from './dialled-address.ts';
import type { OwnAddresses } from './own-addresses.ts';

export interface AgentTrust {
  /** PEM: who must have signed the certificates of agents; undefined: they are not verified. */
  authority: string | undefined;
  /** The client certificate; read anew for each connection. */
  identity: (() => Identity) | undefined;
  allowLocal: boolean;
  /** Never dialled. */
  own: OwnAddresses;
}

export interface AgentRequest {
  method: string;
  address: Address;
  /** With its query. */
  path: string;
  /** Names and values by turns. */
  headers: readonly string[];
  /** The port at which the client was served. */
  ownPort: number | undefined;
  /** Any serving certificate is accepted; the client certificate is still sent. */
  insecure?: boolean;
  /** Called when the serving certificate is not accepted. */
  onRefused?: (() => void) | undefined;
}

/** Milliseconds for a connection with its TLS handshake. */
const dialTimeout = 30_000;

/** Sends requests to the agents of nodes, each over a connection of its own: HTTP/1.1 and TLS. */
export class NodeAgents {
  readonly #trust: AgentTrust;
  /** Made once for many connections: each of its own would take more memory than a connection does. */
  #trusted: { identity: Identity | undefined; trust: ServerTrust } | undefined;

  constructor(trust: AgentTrust) {
    this.#trust = trust;
  }

  /** Emits what node:http emits; an error of code ETIMEDOUT when there is no connection in time. Throws BadRequest. */
  send({
    method,
    address,
    path,
    headers,
    ownPort,
    insecure = false,
    onRefused,
  }: AgentRequest): ClientRequest {
    const { allowLocal, own } = this.#trust;
    const isAllowed = dialling(allowLocal);
    const mayDial = (ip: string): boolean => isAllowed(ip) && !own.has(ip, address.port, ownPort);
    const trust = this.#serverTrust();
    const options: RequestOptions & ConnectionOptions = {
      method,
      path,
      host: address.host,
      port: address.port,
      headers: [...headers],
      agent: false,
      lookup: checkedLookup(address.host, mayDial),
      ...trust.tlsOptions,
    };
    const outgoing = request(options);
    const late = Object.assign(new Error('i/o timeout'), { code: 'ETIMEDOUT' });
    const timer = setTimeout(() => outgoing.destroy(late), dialTimeout);
    outgoing.once('close', () => clearTimeout(timer));
    outgoing.once('socket', (socket) => {
      // The first that hears of it: the head of the request is written when it is done.
      socket.prependOnceListener('secureConnect', () => {
        clearTimeout(timer);
        const refused = insecure ? undefined : trust.refusal(socket as TLSSocket, address.host);
        if (refused === undefined) return;
        onRefused?.();
        socket.destroy(refused);
      });
    });
    return outgoing;
  }

  #serverTrust(): ServerTrust {
    const { authority } = this.#trust;
    const identity = this.#trust.identity?.();
    if (this.#trusted === undefined || this.#trusted.identity !== identity) {
      const trust = new ServerTrust({ authority, insecure: authority === undefined, identity });
      this.#trusted = { identity, trust };
    }
    return this.#trusted.trust;
  }
}
