import { Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clientFrame } from '../../../test/support/unit/client-frames.ts';
import { deafHandler, ServerWebSocket } from './server-web-socket.ts';

/** A connection whose client takes nothing until `read` is called. */
class Connection extends Duplex {
  readonly sent: Buffer[] = [];
  #done: (() => void) | undefined;

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.sent.push(chunk);
    this.#done = done;
  }

  read1(): void {
    this.#done?.();
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

it('does not answer pings of a client that reads no answers', async () => {
  const connection = new Connection();
  new ServerWebSocket(connection, Buffer.alloc(0), deafHandler);
  for (let count = 0; count < 10_000; count++) connection.push(clientFrame(0x89, 'x'.repeat(125)));
  await turn();
  expect(connection.sent[0]!.subarray(0, 2).toString('hex')).toBe('8a7d');
  expect(connection.writableLength).toBeLessThan(70_000);
});

it('sends what is said in one turn together, and says when it is too much', async () => {
  const connection = new Connection();
  let drained = 0;
  const handler = { piece: () => {}, drained: () => drained++ };
  const webSocket = new ServerWebSocket(connection, Buffer.alloc(0), handler);
  for (const text of ['a', 'b', 'c']) webSocket.send(Buffer.from(text), true);
  await turn();
  expect(connection.sent.map(String)).toEqual(['\x81\x01a\x81\x01b\x81\x01c'.replaceAll('\x81', '\ufffd')]);
  connection.read1();
  await turn();
  expect([drained, webSocket.isFull]).toEqual([1, false]);
  for (let count = 0; count < 1_100; count++) {
    webSocket.send(Buffer.from('x'));
    await Promise.resolve().then(() => new Promise<void>((resolve) => process.nextTick(resolve)));
  }
  expect([connection.writableLength < 10_000, webSocket.isFull]).toEqual([true, true]);
});

it('sends each frame for itself where a client waits for each, the last of them too', async () => {
  const connection = new Connection();
  const webSocket = new ServerWebSocket(connection, Buffer.alloc(0), deafHandler, true);
  for (const text of ['a', 'b']) webSocket.send(Buffer.from(text), true);
  webSocket.close(1000);
  for (let count = 1; count <= 3; count++) {
    await turn();
    expect(connection.sent.length).toBe(count);
    connection.read1();
  }
  expect(connection.sent.map((bytes) => bytes.toString('hex'))).toEqual(['810161', '810162', '880203e8']);
});

it('pings a client of which it reads nothing, to notice that it is gone', async () => {
  const connection = new Connection();
  const webSocket = new ServerWebSocket(connection, Buffer.alloc(0), deafHandler);
  webSocket.pause();
  vi.advanceTimersByTime(15_000);
  expect(connection.sent.map((bytes) => bytes.toString('hex'))).toEqual(['8900']);
  webSocket.resume();
  connection.read1();
  vi.advanceTimersByTime(60_000);
  expect(connection.sent.length).toBe(1);
});

it('takes apart so much of a client in a turn, and the rest in the next ones', async () => {
  const connection = new Connection();
  let read = 0;
  const handler = { piece: (bytes: Buffer) => void (read += bytes.length), drained: () => {} };
  new ServerWebSocket(connection, Buffer.alloc(0), handler);
  connection.push(Buffer.from('82ff0000000001f0000000000000', 'hex'));
  for (let count = 0; count < 100; count++) connection.push(Buffer.alloc(65_536));
  const steps: number[] = [];
  while (read < 6_553_600 && steps.length < 100) {
    const before = read;
    await turn();
    steps.push(read - before);
  }
  expect(read).toBe(6_553_600);
  expect(Math.max(...steps)).toBeLessThanOrEqual(2 * 327_680);
});
