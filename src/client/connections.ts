import type { TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import { type CertificateFlaw, ServerTrust } from '../util/server-trust/server-trust.ts';
import type { Identity } from '../util/x509.ts';
import { CallError } from './call-error.ts';
import { hostAndPort } from './connection-error-text.ts';
import type { ForwardProxy } from './proxy/forward-proxy.ts';
import { openSocks } from './proxy/socks.ts';
import { openTunnel, proxyError } from './proxy/tunnel.ts';

export interface Address {
  host: string;
  port: number;
}

/** Trust, credentials and target of connections. */
export interface ConnectionOptions {
  /** PEM: who must have signed the server's certificate. Without it whom the system trusts. */
  authority?: string | undefined;
  /** Any serving certificate is accepted. */
  insecure?: boolean | undefined;
  /** Shown to servers that ask for a certificate; asked at each new connection. The same object is the same one. */
  identity?: (() => Identity | undefined) | undefined;
  /** The name that the server's certificate must have, and that is sent as SNI; the host of the URL by default. */
  serverName?: string | undefined;
  /** Receives why a server was refused, where that is one of the reasons that are counted. */
  onFlaw?: ((flaw: CertificateFlaw) => void) | undefined;
  /** Asked at each new connection where to go in place of what the URL says: the address of a service. */
  locate?: ((asked: Address) => Promise<Address>) | undefined;
  /** Through which connections go; what it is asked for is what the URL says. */
  proxy?: ForwardProxy | undefined;
}

type Connect = buildConnector.connector;

/** Opens connections. */
export class Connections {
  readonly #options: ConnectionOptions;
  readonly #build: typeof buildConnector;
  readonly #allowH2: boolean;
  #proxyConnector: Connect | undefined;
  #made: { identity: Identity | undefined; connect: Connect } | undefined;

  /** `build`: undici's buildConnector, which callers import on first use. `allowH2`: offers HTTP/2 to the server. */
  constructor(options: ConnectionOptions, build: typeof buildConnector, allowH2 = false) {
    this.#options = options;
    this.#build = build;
    this.#allowH2 = allowH2;
  }

  /** A connector as undici asks for it. */
  readonly connect: Connect = (target, done) => {
    const { serverName, locate, proxy } = this.#options;
    const named = serverName === undefined ? target : { ...target, servername: serverName };
    if (proxy !== undefined) return this.#connectThrough(proxy, named, done);
    if (locate === undefined) return this.#connect(named, done);
    const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
    locate({ host: target.hostname, port }).then(
      (address) => {
        // The certificate must be for the name that was asked for, wherever that is.
        const servername = serverName ?? target.hostname;
        this.#connect({ ...target, servername, hostname: address.host, port: String(address.port) }, done);
      },
      (error: Error) => done(new CallError('unreachable', error.message, { cause: error }), null),
    );
  };

  /** Plain HTTP is not tunnelled by an HTTP proxy: each request goes to the proxy itself. */
  #connectThrough(proxy: ForwardProxy, target: buildConnector.Options, done: buildConnector.Callback): void {
    const { hostname, port, host } = proxy;
    const isSocks = proxy.protocol === 'socks5:';
    const protocol = isSocks ? 'http:' : proxy.protocol;
    const isPlain = target.protocol === 'http:';
    this.#toProxy()({ protocol, hostname, port, host }, (error, socket) => {
      if (error !== null) return done(proxyError(error), null);
      if (isPlain && !isSocks) return done(null, socket);
      const place = { host: target.hostname, port: Number(target.port || (isPlain ? 80 : 443)) };
      const opened = isSocks
        ? openSocks(socket, proxy, place)
        : openTunnel(socket, proxy, hostAndPort(place.host, place.port));
      opened.then(
        (httpSocket) => (isPlain ? done(null, httpSocket) : this.#connect({ ...target, httpSocket }, done)),
        (refused: Error) => done(refused, null),
      );
    });
  }

  /** The proxy does not learn who the caller is. */
  #toProxy(): Connect {
    const { authority, insecure } = this.#options;
    this.#proxyConnector ??= this.#connectorFor(new ServerTrust({ authority, insecure }), false);
    return this.#proxyConnector;
  }

  #connect(target: buildConnector.Options, done: buildConnector.Callback): void {
    try {
      this.#connector()(target, done);
    } catch (error) {
      done(error as Error, null);
    }
  }

  /** A new one for each identity. */
  #connector(): Connect {
    const { authority, insecure } = this.#options;
    const identity = this.#options.identity?.();
    if (this.#made === undefined || this.#made.identity !== identity) {
      const trust = new ServerTrust({ authority, insecure, identity });
      this.#made = { identity, connect: this.#connectorFor(trust, this.#allowH2) };
    }
    return this.#made.connect;
  }

  /** Hands out connections to servers that are trusted, before anything was written to them. */
  #connectorFor(trust: ServerTrust, allowH2: boolean): Connect {
    const connect = this.#build({ allowH2, maxCachedSessions: 0, ...trust.tlsOptions });
    return (target, done) =>
      connect(target, (error, socket) => {
        if (error !== null) return done(error, null);
        const name = target.servername || target.hostname;
        const refused = target.protocol === 'https:' ? trust.refusal(socket as TLSSocket, name) : undefined;
        if (refused === undefined) return done(null, socket);
        if (refused.flaw !== undefined) this.#options.onFlaw?.(refused.flaw);
        socket.destroy();
        done(refused, null);
      });
  }
}
