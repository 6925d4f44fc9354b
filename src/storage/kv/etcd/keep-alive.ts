import type { ClientSession } from '../../grpc/http2/session.ts';

/** Not more often than 5 s: etcd closes the connection of a client that pings more (`--grpc-keepalive-min-time`). */
const pingInterval = 6000;
const minPingInterval = 5000;
const pingTimeout = 2000;

/** Ends a connection whose peer does not answer pings, and with it the calls that are on it. */
export class KeepAlive {
  readonly #session: ClientSession;
  #lastPing = performance.now();

  constructor(session: ClientSession) {
    this.#session = session;
    const timer = setInterval(() => this.ping(), pingInterval);
    session.once('close', () => clearInterval(timer));
  }

  /** Does nothing when the last ping was a moment ago. */
  ping(): void {
    const now = performance.now();
    if (this.#session.isClosed || now - this.#lastPing < minPingInterval) return;
    this.#lastPing = now;
    const timeout = setTimeout(() => this.#session.destroy(), pingTimeout);
    this.#session.ping(() => clearTimeout(timeout));
  }
}
