import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { controlFrame, dataHead, frameTypes } from './frames.ts';
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

it('takes small frames apart over several turns, in order, and none while it is paused', async () => {
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const socket = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() });
  const came: number[] = [];
  const client = new SpdyClient(socket, { ...observer, data: (_, bytes) => void came.push(bytes[0]!) });
  const frames = Array.from({ length: 10_000 }, (_, index) =>
    Buffer.concat([dataHead(1, 1, 0), Buffer.of(index % 251)]),
  );
  client.start(Buffer.concat(frames));
  expect(came.length).toBeLessThan(1_500);
  client.pause();
  const before = came.length;
  for (let count = 0; count < 5; count++) await turn();
  expect(came.length).toBe(before);
  client.resume();
  await expect.poll(() => came.length).toBe(10_000);
  expect(came).toEqual(Array.from({ length: 10_000 }, (_, index) => index % 251));
  socket.push(frames[7]!);
  await expect.poll(() => came.at(-1)).toBe(7);
});
