import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type Answer,
  closeChannels,
  echo,
  failure,
  respond,
  say,
  serving,
  started,
} from '../../../test/support/unit/echo-channel.ts';
import { answer, framed, type OnCall } from '../../../test/support/unit/grpc-server.ts';
import { RequestTrace, runFor } from '../../util/tracing/request-trace.ts';
import type { Span } from '../../util/tracing/span.ts';
import type { Channel } from '../kv/etcd/channel.ts';

afterEach(closeChannels);

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

  test('says to which trace it belongs, where its request is traced', async () => {
    const { channel } = await started((stream, _body, headers) =>
      respond(stream, framed(`${headers['traceparent']} ${headers['baggage']}`)),
    );
    const span = { traceparent: '00-1-2-01', baggage: 'a=b' } as Span;
    const trace = new RequestTrace(undefined, span);
    expect(await runFor(trace, () => channel.call(echo, 'x', 5000))).toBe('00-1-2-01 a=b');
    expect(await channel.call(echo, 'x', 5000)).toBe('undefined undefined');
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
    expect(state.server.sessions).toBe(1);
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
  ['with half a message', '13 half a message', (stream) => respond(stream, framed('abc').subarray(0, 6))],
  ['with no message', '13 0 messages instead of one', (stream) => respond(stream, Buffer.alloc(0))],
  [
    'with two messages',
    '13 2 messages instead of one',
    (stream) => respond(stream, Buffer.concat([framed('a'), framed('b')])),
  ],
  [
    'with a compressed message',
    '13 a message is compressed',
    (stream) => respond(stream, Buffer.from([1, 0, 0, 0, 1, 0x61])),
  ],
  [
    'with a message that cannot be read',
    '13 a message that cannot be read: not a text',
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

describe('a stream', () => {
  /** Ends a stream as soon as the client has sent something. */
  const endWith =
    (status: string, details: string): OnCall =>
    (stream) => {
      answer(stream, status, details);
      stream.once('data', () => stream.end(framed('last')));
    };

  /** The messages that the client of a stream receives, in order, and how the stream ended. */
  async function opened(channel: Channel) {
    const got: string[] = [];
    const ended = Promise.withResolvers<void>();
    const rpc = await channel.stream(echo, {
      onMessage: (message) => got.push(message),
      onEnd: (error) => {
        got.push(error === undefined ? 'OK' : `${error.code} ${error.details}`);
        ended.resolve();
      },
    });
    return { rpc, got, ended: ended.promise };
  }

  test('carries messages both ways until the server ends it', async () => {
    const { channel } = await serving((stream) => {
      answer(stream);
      let messages = 0;
      stream.on('data', (message) => {
        stream.write(message);
        if (++messages === 3) stream.end();
      });
    });
    const { rpc, got, ended } = await opened(channel);
    for (const text of ['one', 'two', 'three']) {
      rpc.send(text);
      await expect.poll(() => got).toContain(text);
    }
    await ended;
    expect(got).toEqual(['one', 'two', 'three', 'OK']);
  });

  test.each([
    ['the status OK', endWith('0', ''), ['last', 'OK']],
    ['another status', endWith('14', 'server%20stopped'), ['last', '14 server stopped']],
    ['no status', ((stream) => stream.close(2)) as OnCall, ['14 Connection dropped']],
    [
      'half a message',
      ((stream) => {
        answer(stream);
        stream.end(framed('last').subarray(0, 7));
      }) as OnCall,
      ['13 half a message'],
    ],
    [
      'a message that cannot be read',
      ((stream) => {
        answer(stream);
        stream.write(Buffer.concat([framed('good'), framed(Buffer.from([0xff])), framed('late')]));
      }) as OnCall,
      ['good', '13 a message that cannot be read: not a text'],
    ],
  ])('ends once with %s', async (_, onCall, expected) => {
    const { channel } = await serving(onCall);
    const { rpc, got, ended } = await opened(channel);
    rpc.send('hello');
    await ended;
    rpc.send('into the void');
    expect(got).toEqual(expected);
  });

  test('ends when its connection does, and the next one has another connection', async () => {
    const { channel, server } = await serving((stream) => {
      answer(stream);
      stream.once('data', () => stream.session!.destroy());
    });
    for (let n = 1; n <= 2; n++) {
      const { rpc, got, ended } = await opened(channel);
      rpc.send('hello');
      await ended;
      expect(got).toEqual(['14 Connection dropped']);
      expect(server.sessions).toBe(n);
    }
  });

  test('that is aborted delivers nothing more, and the server hears of it', async () => {
    const closed = Promise.withResolvers<number>();
    const { channel } = await serving((stream) => {
      answer(stream);
      stream.on('data', (message) => stream.write(message));
      stream.on('close', () => closed.resolve(stream.rstCode));
    });
    const { rpc, got } = await opened(channel);
    rpc.send('one');
    await expect.poll(() => got).toEqual(['one']);
    rpc.abort();
    rpc.send('two');
    expect(await closed.promise).toBe(8);
    expect(got).toEqual(['one']);
  });

  test('that is paused holds the server back, and loses nothing', async () => {
    const count = 64;
    let written = 0;
    const { channel } = await serving(async (stream) => {
      answer(stream);
      await once(stream, 'data');
      for (let n = 0; n < count; n++) {
        if (!stream.write(framed(`${n} ${'x'.repeat(1024 * 1024)}`))) await once(stream, 'drain');
        written++;
      }
      stream.end();
    });
    const numbers: string[] = [];
    const ended = Promise.withResolvers<unknown>();
    const rpc = await channel.stream(echo, {
      onMessage: (message) => numbers.push(message.split(' ')[0]!),
      onEnd: ended.resolve,
    });
    rpc.pause();
    rpc.send('go');
    // The window is 8 MiB. Other calls, which take their time, go on beside it.
    const other = await started((stream, body) => respond(stream, body));
    await expect.poll(() => written, { timeout: 5000 }).toBeGreaterThan(4);
    for (let n = 0; n < 100; n++) await say(other.channel, 'hello');
    expect(written).toBeLessThan(16);
    expect(numbers).toEqual([]);
    rpc.resume();
    expect(await ended.promise).toBeUndefined();
    expect(numbers).toEqual(Array.from({ length: count }, (_, n) => `${n}`));
  });
});
