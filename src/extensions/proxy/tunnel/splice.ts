import type { Duplex } from 'node:stream';
import { RecordWriter } from '../../../server/http/record-writer.ts';
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
    // Where a peer ends a record, its messages may end.
    const writer = paced.pipe(new RecordWriter(to));
    // A throttle and a writer still hold bytes when the stream before them has ended.
    writer.once('finish', () => endBoth(client, backend));
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
