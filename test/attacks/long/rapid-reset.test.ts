import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configMaps } from '../../support/objects.ts';
import type { TestServer } from '../../support/server.ts';
import { attackSeconds, attackServer, beside, expectHarmless } from '../support/beside.ts';
import {
  continuation,
  data,
  endHeaders,
  endStream,
  fields,
  frame,
  headers,
  openFrames,
  ping,
  pour,
  priority,
  requestFields,
  resetStream,
  setting,
  settings,
  windowUpdate,
} from '../support/frames.ts';

let server: TestServer;
beforeAll(async () => {
  server = await attackServer();
});
afterAll(() => server.remove());

const connections = 2;

/** Pours what the blocks give, on connections that are opened again when the server ends them. */
async function flood(
  signal: AbortSignal,
  blocks: () => { next(): Buffer },
  counts: { opened: number },
): Promise<void> {
  while (!signal.aborted) {
    const socket = await openFrames(server);
    counts.opened++;
    const source = blocks();
    while (await pour(socket, source.next(), signal));
    socket.destroy();
    // So that it is the frames that are measured, not the handshakes.
    await sleep(20);
  }
}

const repeated = (bytes: Buffer, times: number) => () => {
  const block = Buffer.concat(Array<Buffer>(times).fill(bytes));
  return { next: () => block };
};

const asJane = { authorization: 'Bearer user-token' };

/** Requests with ever new numbers, each made into bytes. */
const numbered = (times: number, bytesOf: (stream: number) => Buffer) => () => {
  let stream = -1;
  return {
    next: () =>
      Buffer.concat(
        Array.from({ length: times }, () => {
          stream += 2;
          return bytesOf(stream);
        }),
      ),
  };
};

const takenBack = (path: string) => {
  const request = requestFields('GET', path, asJane);
  const cancel = Buffer.from([0, 0, 0, 8]);
  return numbered(100, (stream) =>
    Buffer.concat([
      frame(headers, endHeaders | endStream, stream, request),
      frame(resetStream, 0, stream, cancel),
    ]),
  );
};

/** The header begins, and goes on for ever. */
const endless = () => {
  const more = frame(continuation, 0, 1, fields({ 'x-more': 'x'.repeat(1_000) }));
  let isFirst = true;
  return {
    next: () => {
      if (!isFirst) return Buffer.concat(Array<Buffer>(16).fill(more));
      isFirst = false;
      return frame(headers, endStream, 1, requestFields('GET', '/version'));
    },
  };
};

const manyFields = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`x-${i}`, 'a']));

describe('frames that cost the client nothing', () => {
  test.each([
    ['requests for lists that are taken back', takenBack(configMaps)],
    ['requests that are taken back', takenBack('/version')],
    ['SETTINGS', repeated(frame(settings, 0, 0, setting(4, 65_535)), 1_000)],
    ['PING', repeated(frame(ping, 0, 0, Buffer.alloc(8)), 1_000)],
    ['PRIORITY', repeated(frame(priority, 0, 1, Buffer.from([0, 0, 0, 3, 16])), 1_000)],
    ['WINDOW_UPDATE', repeated(frame(windowUpdate, 0, 0, Buffer.from([0, 0, 0, 1])), 1_000)],
    ['RST_STREAM of no stream', repeated(frame(resetStream, 0, 1, Buffer.alloc(4)), 1_000)],
    ['DATA of no stream', repeated(frame(data, 0, 1), 1_000)],
    ['frames of no known type', repeated(frame(200, 0, 0), 1_000)],
    ['CONTINUATION without an end', endless],
    [
      'requests with three hundred fields',
      numbered(4, (stream) =>
        frame(headers, endHeaders | endStream, stream, requestFields('GET', '/version', manyFields)),
      ),
    ],
  ])('%s', async (_, blocks) => {
    const counts = { opened: 0 };
    const harm = await beside(server, attackSeconds(), (signal) =>
      Promise.all(Array.from({ length: connections }, () => flood(signal, blocks, counts))),
    );
    console.log(`${counts.opened} connections`);
    expectHarmless(harm);
  });
});

test('a connection that takes back more requests than it may have ends', async () => {
  const socket: TLSSocket = await openFrames(server);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const source = takenBack('/version')();
  const signal = AbortSignal.timeout(10_000);
  for (let i = 0; i < 5; i++) await pour(socket, source.next(), signal);
  await closed;
  expect(signal.aborted).toBe(false);
});
