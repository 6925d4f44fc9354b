import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { controlFrame, frameTypes } from './frames.ts';
import { SpdyClient } from './spdy-client.ts';

const observer = { data: () => {}, ended: () => {}, closed: () => {}, drained: () => {} };
const ping = controlFrame(frameTypes.ping, Buffer.from('00000002', 'hex'));

it('answers pings, but not those of a side that reads no answers', async () => {
  const sent: Buffer[] = [];
  const socket = new Duplex({
    read: () => {},
    // It takes nothing more than the first answer.
    write: (chunk: Buffer) => void sent.push(chunk),
  });
  new SpdyClient(socket, observer).start(Buffer.alloc(0));
  for (let count = 0; count < 100_000; count++) socket.push(ping);
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toEqual([ping]);
  expect(socket.writableLength).toBeLessThan(70_000);
});
