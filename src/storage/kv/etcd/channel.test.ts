import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  alsoClose,
  closeChannels,
  failure,
  respond,
  say,
  started,
} from '../../../../test/support/unit/echo-channel.ts';
import { Channel } from './channel.ts';

afterEach(closeChannels);

describe('a connection', () => {
  test('that is gone is followed by another one', async () => {
    const state = await started((stream, body) => {
      if (body.toString().includes('bye')) stream.session!.destroy();
      else respond(stream, body);
    });
    expect(await say(state.channel, 'hello')).toBe('hello');
    expect(await failure(say(state.channel, 'bye'))).toBe('14 Connection dropped');
    expect(await say(state.channel, 'again')).toBe('again');
    expect(state.server.sessions).toBe(2);
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
    await expect
      .poll(async () => [await say(state.channel, 'next'), state.server.sessions])
      .toEqual(['next', 2]);
    held[0]!();
    expect(await slow).toBe('slow');
  });

  test('that cannot be had is told at once', async () => {
    const server = createTcpServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const channel = new Channel(`http://127.0.0.1:${port}`);
    alsoClose(() => channel[Symbol.dispose]());
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
    alsoClose(() => {
      channel[Symbol.dispose]();
      server.close();
    });
    expect(await failure(say(channel, 'hello', 200))).toBe('14 No connection established: it takes too long');
  });

  test('that was closed here is not opened again', async () => {
    const { channel } = await started((stream, body) => respond(stream, body));
    const pending = failure(say(channel, 'hello'));
    channel[Symbol.dispose]();
    expect(await pending).toMatch(/^14 /);
    expect(await failure(say(channel, 'hello'))).toBe('14 No connection established: closed');
  });
});
