import { once } from 'node:events';
import { createServer as createHttp2, type ServerHttp2Stream } from 'node:http2';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it, test } from 'vitest';
import {
  type Frame,
  FrameFlag,
  FrameReader,
  FrameType,
  frame,
  numberFrame,
  Setting,
  settingsFrame,
} from './frames.ts';
import { ClientSession } from './session.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

async function sessionTo(server: Server): Promise<ClientSession> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const session = new ClientSession(socket, { scheme: 'http', authority: 'a', receiveWindow: 1 << 20 });
  session.on('error', () => {});
  cleanups.push(() => {
    session.destroy();
    for (const one of sockets) one.destroy();
    server.close();
  });
  return session;
}

/** Makes a request, and tells in words what it receives until it is closed. */
function asked(session: ClientSession, body = Buffer.from('x'), own = {}) {
  const got: string[] = [];
  let received = 0;
  const closed = Promise.withResolvers<string[]>();
  const stream = session.request({ ':method': 'POST', ':path': '/' }, own, {
    onFields: (fields) => got.push(`status ${fields[':status']}`),
    onData: (chunk) => {
      if (chunk.length < 20) got.push(`data ${chunk}`);
      received += chunk.length;
    },
    onEnd: () => got.push('end'),
    onClose: (code) => {
      got.push(`closed ${code}`);
      closed.resolve(got);
    },
  });
  stream.send([body], true);
  return { got, closed: closed.promise, stream, received: () => received };
}

describe('with an implementation of its own on the other side', () => {
  const started = (onStream: (stream: ServerHttp2Stream, headers: object) => void, settings = {}) => {
    const server = createHttp2({ settings });
    server.on('stream', (stream, headers) => {
      stream.on('error', () => {});
      onStream(stream, headers);
    });
    return sessionTo(server as unknown as Server);
  };

  const echo = (stream: ServerHttp2Stream): void => {
    stream.respond({ ':status': 200 });
    stream.pipe(stream);
  };

  it('megabytes go there and back through windows of both sides', async () => {
    const session = await started(echo);
    const bodies = [3, 1, 2].map((size) => Buffer.alloc(size * 1_000_000, 'x'));
    const requests = bodies.map((body) => asked(session, body));
    for (const { closed } of requests) expect((await closed).slice(-2)).toEqual(['end', 'closed 0']);
    expect(requests.map(({ received }) => received())).toEqual(bodies.map(({ length }) => length));
  });

  it.each([0, 100, 4096, 65_536])('a peer with a table of %i bytes reads the same fields', async (size) => {
    const seen: object[] = [];
    const session = await started(
      (stream, headers) => {
        seen.push(Object.fromEntries(Object.entries(headers)));
        echo(stream);
      },
      { headerTableSize: size },
    );
    await once(session, 'settings');
    for (let n = 0; n < 3; n++) await asked(session, Buffer.from('x'), { n: `${n}` }).closed;
    const common = { ':method': 'POST', ':path': '/', ':scheme': 'http', ':authority': 'a' };
    expect(seen).toEqual([0, 1, 2].map((n) => ({ ...common, n: `${n}` })));
  });

  it('fields of more than a frame arrive', async () => {
    let length = 0;
    const session = await started(
      (stream, headers) => {
        length = (headers as { long: string }).long.length;
        echo(stream);
      },
      { maxHeaderListSize: 100_000 },
    );
    const { closed } = asked(session, Buffer.from('x'), { long: 'y'.repeat(40_000) });
    expect(await closed).toEqual(['status 200', 'data x', 'end', 'closed 0']);
    expect(length).toBe(40_000);
  });

  it('no more requests are made at a time than the peer takes', async () => {
    let open = 0;
    let most = 0;
    const session = await started(
      (stream) => {
        most = Math.max(most, ++open);
        stream.respond({ ':status': 200 });
        setTimeout(() => {
          open--;
          stream.end();
        }, 5);
      },
      { maxConcurrentStreams: 3 },
    );
    await once(session, 'settings');
    const answers = await Promise.all(Array.from({ length: 10 }, () => asked(session).closed));
    expect(answers.every((got) => got.at(-1) === 'closed 0')).toBe(true);
    expect(most).toBe(3);
  });

  it('what comes while nobody wants it is handed over later, in order', async () => {
    const session = await started(echo);
    const { got, closed, stream } = asked(session);
    stream.pause();
    await asked(session).closed;
    expect(got).toEqual([]);
    stream.resume();
    expect(await closed).toEqual(['status 200', 'data x', 'end', 'closed 0']);
  });

  it('a ping is answered, both ways', async () => {
    const server = createHttp2();
    const answered = Promise.withResolvers<void>();
    server.on('session', (one) => one.ping(() => answered.resolve()));
    const session = await sessionTo(server as unknown as Server);
    await new Promise<void>((resolve) => session.ping(resolve));
    await answered.promise;
  });

  it('a peer that leaves finishes what it has, and gets nothing new', async () => {
    const session = await started((stream) => {
      stream.session!.close();
      stream.respond({ ':status': 200 });
      setTimeout(() => stream.end('late'), 20);
    });
    const left = once(session, 'leaving');
    const { closed } = asked(session);
    await left;
    expect(() => asked(session)).toThrow('the connection has ended');
    expect(await closed).toEqual(['status 200', 'data late', 'end', 'closed 0']);
    await expect.poll(() => session.isClosed).toBe(true);
  });
});

describe('frame by frame', () => {
  /** A session to a peer that is told of each frame, and may write. */
  const facing = (
    onFrame: (one: Frame, write: (bytes: Buffer) => void) => void,
    settings = settingsFrame([]),
  ) =>
    sessionTo(
      createServer((socket) => {
        socket.on('error', () => {});
        socket.write(settings);
        const reader = new FrameReader((one) => onFrame(one, (bytes) => socket.write(bytes)));
        let preface = 24;
        socket.on('data', (chunk) => {
          const taken = Math.min(preface, chunk.length);
          preface -= taken;
          reader.push(chunk.subarray(taken));
        });
      }),
    );
  const isLast = ({ type, flags }: Frame): boolean =>
    type === FrameType.data && (flags & FrameFlag.endStream) !== 0;

  const status = frame(FrameType.headers, FrameFlag.endHeaders, 1, Buffer.from([0x88]));
  const last = frame(FrameType.data, FrameFlag.endStream, 1, Buffer.from('ab'));
  const filledUp = frame(
    FrameType.data,
    FrameFlag.endStream | FrameFlag.padded,
    1,
    Buffer.from('\u0002ab\0\0'),
  );

  test.each([
    ['data that is filled up', filledUp, ['data ab', 'end', 'closed 0']],
    [
      'a frame of a kind that nobody knows',
      Buffer.concat([frame(200, 0, 1), last]),
      ['data ab', 'end', 'closed 0'],
    ],
    [
      'a stream that nobody opened',
      Buffer.concat([frame(0, 0, 99, last), last]),
      ['data ab', 'end', 'closed 0'],
    ],
    ['a refusal', numberFrame(FrameType.reset, 1, 7), ['closed 7']],
    [
      'a departure that did not see the request',
      frame(FrameType.goAway, 0, 0, Buffer.alloc(8)),
      ['closed 7'],
    ],
    ['a promise', frame(FrameType.pushPromise, FrameFlag.endHeaders, 1, Buffer.alloc(4)), ['closed 8']],
    ['a frame that is too long', Buffer.from('00ffff000000000001', 'hex'), ['closed 8']],
    ['a frame that is too short', frame(FrameType.reset, 0, 1), ['closed 8']],
    ['a language of another kind', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), ['closed 8']],
  ])('%s', async (_, bytes, expected) => {
    const session = await facing((one, write) => {
      if (isLast(one)) write(Buffer.concat([status, bytes]));
    });
    expect(await asked(session).closed).toEqual(['status 200', ...expected]);
  });

  test('an answer that is whole is handed over later, though the peer has closed the stream since', async () => {
    const bytes = Buffer.concat([status, last, numberFrame(FrameType.reset, 1, 0)]);
    const session = await facing((one, write) => {
      if (one.type === FrameType.headers) write(bytes);
    });
    const { got, closed, stream } = asked(session);
    stream.pause();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(got).toEqual([]);
    stream.resume();
    expect(await closed).toEqual(['status 200', 'data ab', 'end', 'closed 0']);
  });

  test('no more is sent than the window of a stream takes', async () => {
    const sizes: number[] = [];
    const session = await facing(
      (one, write) => {
        if (one.type !== FrameType.data) return;
        sizes.push(one.payload.length);
        write(isLast(one) ? Buffer.concat([status, last]) : numberFrame(FrameType.windowUpdate, 1, 2));
      },
      settingsFrame([[Setting.initialWindowSize, 10]]),
    );
    await once(session, 'settings');
    await asked(session, Buffer.from('0123456789abc')).closed;
    expect(sizes).toEqual([10, 2, 1]);
  });

  test('settings are confirmed', async () => {
    const seen: number[] = [];
    await facing(({ type, flags }) => {
      if (type === FrameType.settings) seen.push(flags);
    });
    await expect.poll(() => seen).toEqual([0, FrameFlag.ack]);
  });
});

test.each([1, 3, 9, 10, 1000])('frames are found in chunks of %i bytes', (size) => {
  const payloads = ['', 'a', 'x'.repeat(300)];
  const bytes = Buffer.concat(payloads.map((text, index) => frame(0, 0, index, Buffer.from(text))));
  const found: string[] = [];
  const reader = new FrameReader(({ stream, payload }) => found.push(`${stream} ${payload}`));
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  expect(found).toEqual(payloads.map((text, index) => `${index} ${text}`));
});
