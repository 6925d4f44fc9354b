import type { ServerOptions } from 'node:http';
import type { SecureServerOptions } from 'node:http2';
import type { ExpressClasses } from './express-classes.ts';
import type { ListenerLimits } from './limits.ts';
import { type ListenerTls, secureContextOptions } from './tls-options.ts';
import { wantsUpgrade } from './upgrade.ts';

/** How often connections are looked at whose header is slow to come. */
const checkingInterval = 1_000;

/** Time without data after which TCP asks whether the peer is still there. */
const tcpProbeDelay = 30_000;

type Options = SecureServerOptions<
  ExpressClasses['Http1Request'],
  ExpressClasses['Http1Response'],
  ExpressClasses['Http2Request'],
  ExpressClasses['Http2Response']
>;

/** The limits in Node's words. Where Node would drop silently its limit is opened, and `refusalOf` decides. */
export function serverOptions(tls: ListenerTls, limits: ListenerLimits, classes: ExpressClasses): Options {
  return {
    ...secureContextOptions(tls),
    allowHTTP1: true,
    // A certificate is asked for, not insisted on; what it is worth is found out with the request.
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

/** Options that Node takes only as properties of the server. */
export function serverSettings(limits: ListenerLimits): object {
  return {
    // No limit: Node would drop what is over it, without a word.
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
    // How long a whole request may take is for the handlers to say: proxied ones may take for ever.
    requestTimeout: 0,
  };
}

function http2Options(limits: ListenerLimits): Options {
  return {
    settings: { maxConcurrentStreams: limits.concurrentStreams, maxHeaderListSize: limits.headerBytes },
    // Twice the limit can be answered with 431; beyond that the stream is reset (ENHANCE_YOUR_CALM).
    maxHeaderListPairs: limits.headerCount * 2 + 100,
    // Requests that a peer takes back: all that it has open, and then half as many a second.
    streamResetBurst: limits.concurrentStreams,
    streamResetRate: Math.ceil(limits.concurrentStreams / 2),
    // Node's own defaults, but for frames that make no sense: ten times fewer.
    maxSettings: 32,
    maxOutstandingPings: 10,
    maxSessionRejectedStreams: 100,
    maxSessionInvalidFrames: 100,
    unknownProtocolTimeout: limits.handshakeTimeout,
    // MB. Counts what is queued for the peer, and lists are written in blocks of 256 KiB.
    maxSessionMemory: 64,
  };
}
