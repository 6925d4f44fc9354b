import type { ServerOptions } from 'node:http';
import type { SecureServerOptions } from 'node:http2';
import type { ExpressClasses } from './express-classes.ts';
import type { ListenerLimits } from './limits.ts';
import type { NamedContexts } from './named-contexts.ts';
import { type ListenerTls, secureContextOptions } from './tls-options.ts';
import { wantsUpgrade } from './upgrade.ts';

/** Milliseconds between two checks for headers that are too slow. */
const checkingInterval = 1_000;

/** Milliseconds without data before the first TCP keep-alive probe. */
export const tcpProbeDelay = 30_000;

type Options = SecureServerOptions<
  ExpressClasses['Http1Request'],
  ExpressClasses['Http1Response'],
  ExpressClasses['Http2Request'],
  ExpressClasses['Http2Response']
>;

/** The limits as Node's options. A limit beyond which Node drops silently is raised, and `checkHeader` enforces it. */
export function serverOptions(
  tls: ListenerTls,
  named: NamedContexts,
  limits: ListenerLimits,
  classes: ExpressClasses,
): Options {
  return {
    ...secureContextOptions(tls),
    SNICallback: (name, found) => found(null, named.find(name)),
    allowHTTP1: true,
    ...(tls.isHttp1Only ? { ALPNProtocols: ['http/1.1'] } : {}),
    // A client certificate is optional; the authentication filter verifies it.
    requestCert: true,
    rejectUnauthorized: false,
    handshakeTimeout: limits.handshakeTimeout,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: tcpProbeDelay,
    http1Options: http1Options(limits, classes),
    Http2ServerRequest: classes.Http2Request,
    Http2ServerResponse: classes.Http2Response,
    ...http2Options(limits),
  };
}

/** Settings that Node takes only as properties of the server. */
export function serverSettings(limits: ListenerLimits): object {
  return {
    // No limit: Node would drop further fields silently.
    maxHeadersCount: 0,
    timeout: limits.idleTimeout,
    shouldUpgradeCallback: wantsUpgrade,
  };
}

function http1Options(
  limits: ListenerLimits,
  classes: ExpressClasses,
): ServerOptions & Options['http1Options'] {
  return {
    IncomingMessage: classes.Http1Request,
    ServerResponse: classes.Http1Response,
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTimeout,
    connectionsCheckingInterval: Math.min(checkingInterval, limits.headersTimeout),
    keepAliveTimeout: limits.idleTimeout,
    // The timeout filter bounds whole requests: proxied ones have no limit.
    requestTimeout: 0,
  };
}

function http2Options(limits: ListenerLimits): Options {
  return {
    settings: { maxConcurrentStreams: limits.concurrentStreams, maxHeaderListSize: limits.headerBytes },
    // Twice the limit can be answered with 431; beyond that the stream is reset (ENHANCE_YOUR_CALM).
    maxHeaderListPairs: limits.headerCount * 2 + 100,
    // RST_STREAMs: as many at once as there are streams, and half as many a second.
    streamResetBurst: limits.concurrentStreams,
    streamResetRate: Math.ceil(limits.concurrentStreams / 2),
    // Node's defaults, but for invalid frames: ten times fewer.
    maxSettings: 32,
    maxOutstandingPings: 10,
    maxSessionRejectedStreams: 100,
    maxSessionInvalidFrames: 100,
    unknownProtocolTimeout: limits.handshakeTimeout,
    // MB. Counts queued responses too, and lists are written in blocks of 256 KiB.
    maxSessionMemory: 64,
  };
}
