import type { Socket } from 'node:net';
import { dialServer } from '../api/dial-server.ts';
import type { ClientConfig } from '../config/client-config.ts';
import { impersonationHeaders } from '../config/credential-wire.ts';
import { Connections } from '../connections.ts';

export interface ShownHeaders {
  headers: Record<string, string | string[]>;
  /** The credential among them. */
  authorization: string | undefined;
}

/** The server of a client configuration, for requests that each take over a connection of HTTP/1.1. */
export class UpgradeTarget {
  readonly url: URL;
  readonly #config: ClientConfig;
  readonly #userAgent: string;
  #connections: Promise<Connections> | undefined;

  constructor(config: ClientConfig, userAgent: string) {
    this.url = new URL(config.server);
    this.#config = config;
    this.#userAgent = userAgent;
  }

  /** `https://a.example:6443/prefix` and the path of a request. */
  urlOf(path: string): string {
    return `${this.url.origin}${this.url.pathname.replace(/\/$/, '')}${path}`;
  }

  /** The path as the request line has it: with the origin where a proxy has to know it. */
  requestPath(path: string): string {
    const { proxy } = this.#config.trust;
    const isForwarded = proxy !== undefined && proxy.protocol !== 'socks5:' && this.url.protocol === 'http:';
    const url = this.urlOf(path);
    return isForwarded ? url : url.slice(this.url.origin.length);
  }

  /** A new connection, which nothing else uses. */
  async connect(): Promise<Socket> {
    const { trust, credentials } = this.#config;
    this.#connections ??= import('undici').then(
      ({ buildConnector }) =>
        new Connections({ ...trust, identity: credentials.identity }, buildConnector, false),
    );
    return dialServer(await this.#connections, this.url);
  }

  /** Headers that show who asks. */
  async headers(): Promise<ShownHeaders> {
    const { credentials, impersonate } = this.#config;
    const authorization = await credentials.authorization();
    const headers: ShownHeaders['headers'] = {
      'user-agent': this.#userAgent,
      ...impersonationHeaders(impersonate),
    };
    if (authorization !== undefined) headers['authorization'] = authorization;
    return { headers, authorization };
  }

  /** The server answered a request that showed this with 401. */
  rejected(authorization: string | undefined): void {
    this.#config.credentials.rejected?.(authorization);
  }
}
