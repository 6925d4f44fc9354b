import type { Duplex } from 'node:stream';
import { Throttle } from './throttle.ts';

/** Milliseconds without a byte in either direction. */
const idleTimeout = 4 * 3_600_000;
/** Milliseconds that what was sent before the end may take to arrive. */
const lastWords = 10_000;

interface Timed {
  setTimeout?(milliseconds: number, callback?: () => void): unknown;
}

/**
 * Bytes go both ways, each way no faster than they are taken, until the first of the two ends: then both end.
 * `bytesPerSecond`: no faster than that either; 0: no limit.
 */
export function splice(client: Duplex, backend: Duplex, bytesPerSecond = 0): void {
  for (const [from, to] of [
    [client, backend],
    [backend, client],
  ] as const) {
    (from as Timed).setTimeout?.(idleTimeout, () => from.destroy());
    if (bytesPerSecond === 0) from.pipe(to);
    else from.pipe(new Throttle(bytesPerSecond)).pipe(to);
    from.once('end', () => endBoth(client, backend));
    from.once('close', () => endBoth(client, backend));
    // It is followed by `close`.
    from.on('error', () => {});
  }
}

function endBoth(...sockets: readonly Duplex[]): void {
  for (const socket of sockets) {
    if (socket.destroyed) continue;
    socket.end();
    setTimeout(() => socket.destroy(), lastWords).unref();
  }
}
