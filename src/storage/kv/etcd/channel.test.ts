import { createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { Channel } from './channel.ts';
import type { Method } from './rpc.ts';
import { RpcError } from './rpc-error.ts';

const echo: Method<string, string> = {
  path: '/test.Echo/Say',
  headers: { hasleader: 'true' },
  encode: (text) => Buffer.from(text),
  decode: (bytes) => {
    if (bytes.includes(0xff)) throw new Error('not a text');
    return bytes.toString();
  },
};

type Answer = (stream: ServerHttp2Stream, body: Buffer, headers: Record<string, unknown>) => void;

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A server that answers so, and a channel to it. */
async function started(answer: Answer): Promise<{ channel: Channel; server: Http2Server; sessions: number }> {
  const server = createServer();
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  const state = { channel: undefined as unknown as Channel, server, sessions: 0 };
  server.on('session', () => state.sessions++);
  server.on('stream', (stream, headers) => {
    const parts: Buffer[] = [];
    stream.on('error', () => {});
    stream.on('data', (part) => parts.push(part as Buffer));
    stream.on('end', () => answer(stream, Buffer.concat(parts), headers));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.channel = new Channel(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  open.push(() => {
    state.channel.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return state;
}

const framed = (body: Buffer | string): Buffer => {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const head = Buffer.alloc(5);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
};

/** Sends what there is, then the status. */
function respond(stream: ServerHttp2Stream, body: Buffer, status = '0', message = ''): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': status, 'grpc-message': message }));
  stream.end(body);
}

const say = (channel: Channel, text: string, timeout = 5000) => channel.call(echo, text, timeout);
const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: RpcError) => `${error instanceof RpcError ? error.code : 'no code'} ${error.message}`,
  );

describe('a call', () => {
  test('carries one message there and one back, with its headers', async () => {
    const { channel } = await started((stream, body, headers) =>
      respond(
        stream,
        framed(`${body.subarray(5)} ${headers[':path']} ${headers['hasleader']} ${headers['te']}`),
      ),
    );
    const answer = await channel.call(echo, 'hello', 5000);
    expect(answer).toBe('hello /test.Echo/Say true trailers');
  });

  test('has room for megabytes both ways', async () => {
    const { channel } = await started((stream, body) => respond(stream, body));
    const text = 'x'.repeat(9 * 1024 * 1024);
    expect((await say(channel, text)).length).toBe(text.length);
  });

  test('may be one of thousands over one connection', async () => {
    const state = await started((stream, body) => respond(stream, body));
    const texts = Array.from({ length: 3000 }, (_, index) => `${index} ${'x'.repeat(8000)}`);
    expect(await Promise.all(texts.map((text) => say(state.channel, text, 20_000)))).toEqual(texts);
    expect(state.sessions).toBe(1);
  });
});

test.each<[string, string, Answer]>([
  [
    'with a status after the message',
    '9 a b: 100%',
    (stream, body) => respond(stream, body, '9', 'a%20b: 100%25'),
  ],
  [
    'with a text that is not encoded as it should be',
    '14 100%',
    (stream, body) => respond(stream, body, '14', '100%'),
  ],
  [
    'with a status instead of a message',
    '5 none',
    (stream) =>
      stream.respond({ ':status': 200, 'grpc-status': '5', 'grpc-message': 'none' }, { endStream: true }),
  ],
  [
    'by what is no gRPC',
    '14 HTTP status 502',
    (stream) => stream.respond({ ':status': 502 }, { endStream: true }),
  ],
  ['with half a message', '15 half a message', (stream) => respond(stream, framed('abc').subarray(0, 6))],
  ['with no message', '15 0 messages instead of one', (stream) => respond(stream, Buffer.alloc(0))],
  [
    'with two messages',
    '15 2 messages instead of one',
    (stream) => respond(stream, Buffer.concat([framed('a'), framed('b')])),
  ],
  [
    'with a compressed message',
    '15 a message is compressed',
    (stream) => respond(stream, Buffer.from([1, 0, 0, 0, 1, 0x61])),
  ],
  [
    'with a message that cannot be read',
    '15 a message that cannot be read: not a text',
    (stream) => respond(stream, framed(Buffer.from([0xff]))),
  ],
  ['as refused', '14 Stream refused by server', (stream) => stream.close(7)],
  ['by cutting the stream', '14 Connection dropped', (stream) => stream.close(2)],
  ['by cutting the connection', '14 Connection dropped', (stream) => stream.session!.destroy()],
])('a call that is answered %s fails: %s', async (_, expected, answer) => {
  const { channel } = await started(answer);
  expect(await failure(say(channel, 'hello'))).toBe(expected);
});

test('a call is given up in time, and the server hears of it', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<number>();
  const { channel } = await started((stream) => stream.on('close', () => resolve(stream.rstCode)));
  expect(await failure(say(channel, 'hello', 100))).toBe('4 Deadline exceeded');
  expect(await closed).toBe(8);
});

describe('a connection', () => {
  test('that is gone is followed by another one', async () => {
    const state = await started((stream, body) => {
      if (body.toString().includes('bye')) stream.session!.destroy();
      else respond(stream, body);
    });
    expect(await say(state.channel, 'hello')).toBe('hello');
    expect(await failure(say(state.channel, 'bye'))).toBe('14 Connection dropped');
    expect(await say(state.channel, 'again')).toBe('again');
    expect(state.sessions).toBe(2);
  });

  test('that the server wants to end is left to the calls that are on their way', async () => {
    const held: (() => void)[] = [];
    const state = await started((stream, body) => {
      if (!body.toString().includes('slow')) return respond(stream, body);
      held.push(() => respond(stream, body));
      stream.session!.goaway(0);
    });
    const slow = say(state.channel, 'slow');
    await expect.poll(() => held.length).toBe(1);
    await expect.poll(async () => [await say(state.channel, 'next'), state.sessions]).toEqual(['next', 2]);
    held[0]!();
    expect(await slow).toBe('slow');
  });

  test('that cannot be had is told at once', async () => {
    const server = createTcpServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const channel = new Channel(`http://127.0.0.1:${port}`);
    open.push(() => channel.close());
    expect(await failure(say(channel, 'hello'))).toMatch(
      /^14 No connection established: connect ECONNREFUSED/,
    );
  });

  test('that takes too long is given up', async () => {
    // Accepts, and never says a word of TLS.
    const server = createTcpServer((socket) => socket.on('error', () => {}));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const channel = new Channel(`https://127.0.0.1:${port}`);
    open.push(() => {
      channel.close();
      server.close();
    });
    expect(await failure(say(channel, 'hello', 200))).toBe('14 No connection established: it takes too long');
  });

  test('that was closed here is not opened again', async () => {
    const { channel } = await started((stream, body) => respond(stream, body));
    const pending = failure(say(channel, 'hello'));
    channel.close();
    expect(await pending).toMatch(/^14 /);
    expect(await failure(say(channel, 'hello'))).toBe('14 No connection established: closed');
  });
});
