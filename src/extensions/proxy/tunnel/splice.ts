import type { Duplex } from 'node:stream';
import { idleTimeout, lastWords } from './limits.ts';
import { Throttle } from './throttle.ts';

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
    const paced = bytesPerSecond === 0 ? from : from.pipe(new Throttle(bytesPerSecond));
    paced.pipe(to);
    // A throttle still holds bytes when the stream before it has ended.
    paced.once('end', () => endBoth(client, backend));
    from.once('close', () => {
      if (!from.readableEnded) endBoth(client, backend);
    });
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
