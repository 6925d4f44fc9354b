import { Duplex, PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { splice } from './splice.ts';

/** One side of a connection: what it says, and what it has heard. */
function side() {
  const says = new PassThrough();
  const hears = new PassThrough();
  return { says, hears, duplex: Duplex.from({ readable: says, writable: hears }) };
}

describe.each([0, 10_000])('two connections at %i bytes a second', (bytesPerSecond) => {
  it('have all bytes of the one that ends first', async () => {
    const [client, backend] = [side(), side()];
    splice(client.duplex, backend.duplex, bytesPerSecond);
    for (let piece = 0; piece < 14; piece++) backend.says.write(Buffer.alloc(1_000, 'x'));
    backend.says.end();
    expect((await buffer(client.hears)).length).toBe(14_000);
  });

  it('end when one is broken off', async () => {
    const [client, backend] = [side(), side()];
    splice(client.duplex, backend.duplex, bytesPerSecond);
    client.duplex.destroy();
    expect((await buffer(backend.hears)).length).toBe(0);
  });
});
