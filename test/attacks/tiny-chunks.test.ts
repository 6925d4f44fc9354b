import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configMaps } from '../support/objects.ts';
import type { TestServer } from '../support/server.ts';
import { attackSeconds, attackServer, beside, expectHarmless } from './support/beside.ts';
import { data, endHeaders, frame, headers, openFrames, over, pour, requestFields } from './support/frames.ts';

let server: TestServer;
beforeAll(async () => {
  server = await attackServer();
});
afterAll(() => server.remove());

const bodyBytes = 3 * 1024 * 1024;
const atOnce = 4;

async function open1(head: string): Promise<TLSSocket> {
  const socket = connect({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false });
  socket.on('error', () => {});
  await once(socket, 'secureConnect');
  socket.write(head);
  return socket;
}

const head1 = (target: string, token = 'user-token'): string =>
  `POST ${target} HTTP/1.1\r\nHost: server\r\nAuthorization: Bearer ${token}\r\n` +
  'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';

const chunks = Buffer.from('1\r\n \r\n'.repeat(4_096));
const frames = (stream: number): Buffer =>
  Buffer.concat(Array<Buffer>(4_096).fill(frame(data, 0, stream, Buffer.from(' '))));

/** One body after the other, on a connection each. */
async function bodies1(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const socket = await open1(head1(configMaps));
    socket.resume();
    for (let sent = 0; sent < bodyBytes; sent += 4_096) if (!(await pour(socket, chunks, signal))) break;
    socket.destroy();
  }
}

async function bodies2(signal: AbortSignal): Promise<void> {
  const authorization = 'Bearer user-token';
  const fields = requestFields('POST', configMaps, { authorization, 'content-type': 'application/json' });
  const payload = frames(1);
  while (!signal.aborted) {
    const socket = await openFrames(server);
    socket.write(frame(headers, endHeaders, 1, fields));
    for (let sent = 0; sent < bodyBytes; sent += 4_096) if (!(await pour(socket, payload, signal))) break;
    socket.destroy();
  }
}

/** A hundred bodies of a connection that no handler waits for, as the answers cannot leave. */
async function unreadBodies(signal: AbortSignal): Promise<void> {
  const socket = await openFrames(server, Buffer.from([0, 4, 0, 0, 0, 0]));
  for (let stream = 1; stream < 200 && !signal.aborted; stream += 2) {
    socket.write(frame(headers, endHeaders, stream, requestFields('POST', '/version')));
    for (let sent = 0; sent < 60_000; sent += 4_096) await pour(socket, frames(stream), signal);
  }
  await over(signal);
  socket.destroy();
}

const alongside = (attack: (signal: AbortSignal) => Promise<void>, seconds = attackSeconds()) =>
  beside(server, seconds, (signal) => Promise.all(Array.from({ length: atOnce }, () => attack(signal))));

describe('bodies in pieces of one byte', () => {
  test('of HTTP/1.1', async () => expectHarmless(await alongside(bodies1), { memoryMb: 50 }));

  test('of HTTP/2', async () =>
    expectHarmless(await alongside(bodies2), { memoryMb: attackSeconds() > 5 ? 300 : 80 }));

  test('that are never read', async () => expectHarmless(await alongside(unreadBodies), { memoryMb: 150 }));

  test('are refused and told why, and their connection ends', async () => {
    const socket = await open1(head1(configMaps));
    const answer: Buffer[] = [];
    socket.on('data', (piece) => answer.push(piece));
    const signal = AbortSignal.timeout(20_000);
    for (let sent = 0; sent < 20_480; sent += 4_096) await pour(socket, chunks, signal);
    if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve));
    const text = Buffer.concat(answer).toString();
    expect(text).toMatch(/^HTTP\/1.1 400 /);
    expect(text).toContain('the request body comes in too many pieces of a few bytes each');
  });

  test('are taken when they are short', async () => {
    const socket = await open1(`${head1(configMaps)}`);
    const body = JSON.stringify({ metadata: { name: 'in-pieces' }, data: { a: 'x'.repeat(3_500) } });
    socket.write(`${[...body].map((letter) => `1\r\n${letter}\r\n`).join('')}0\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toContain('HTTP/1.1 201 ');
    socket.destroy();
  });
});
