import { isIP, connect as openSocket, type Socket } from 'node:net';
import { connect as openTls } from 'node:tls';
import { bareHost } from '../../util/bare-host.ts';
import { ServerTrust } from '../../util/server-trust/server-trust.ts';
import type { Identity } from '../../util/x509.ts';
import type { ConnectionOptions } from '../connections.ts';
import { Http1Connections } from './http1-connections.ts';
import type { Wire, WireAnswer, WireCall } from './wire.ts';

export interface Http1WireOptions extends Pick<ConnectionOptions, 'authority' | 'insecure' | 'serverName'> {
  /** `https://a.example:6443/prefix`; the prefix comes before each path. */
  server: string;
  /** Shown to servers that ask for a certificate. */
  identity?: (() => Identity | undefined) | undefined;
}

/**
 * Requests over HTTP/1.1, without a proxy: for programs that end after a few of them. Of the libraries that `HttpWire`
 * needs it loads none, which is 100 ms of a start.
 */
export class Http1Wire implements Wire {
  readonly #options: Http1WireOptions;
  readonly #url: URL;
  readonly #prefix: string;
  readonly #connections: Http1Connections;
  #trust: ServerTrust | undefined;

  constructor(options: Http1WireOptions) {
    this.#options = options;
    this.#url = new URL(options.server);
    this.#prefix = this.#url.pathname.replace(/\/$/, '');
    this.#connections = new Http1Connections(() => this.#connect(), this.#url.host);
  }

  send(call: WireCall): Promise<WireAnswer> {
    return this.#connections.send({ ...call, path: this.#prefix + call.path });
  }

  [Symbol.dispose](): void {
    this.#connections.destroy();
  }

  #connect(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = this.#open(() => {
        socket.off('error', reject);
        resolve(socket);
      });
      socket.once('error', reject);
    });
  }

  #open(opened: () => void): Socket {
    const { protocol, hostname } = this.#url;
    const host = bareHost(hostname);
    const isTls = protocol === 'https:';
    const port = Number(this.#url.port || (isTls ? 443 : 80));
    if (!isTls) return openSocket({ host, port, noDelay: true }, opened);
    const { authority, insecure, serverName, identity } = this.#options;
    this.#trust ??= new ServerTrust({ authority, insecure, identity: identity?.() });
    const trust = this.#trust;
    const name = serverName ?? host;
    const socket = openTls(
      {
        host,
        port,
        ALPNProtocols: ['http/1.1'],
        ...trust.tlsOptions,
        // The name of an address is not sent.
        ...(isIP(name) === 0 ? { servername: name } : {}),
      },
      () => {
        const refused = trust.refusal(socket, name);
        if (refused === undefined) opened();
        else socket.destroy(refused);
      },
    );
    socket.setNoDelay(true);
    return socket;
  }
}
