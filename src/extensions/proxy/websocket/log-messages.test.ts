import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { WebSocketClient } from '../../../../test/support/unit/web-socket-client.ts';
import { sendLogMessages } from './log-messages.ts';

let log: PassThrough;
let client: WebSocketClient;
beforeEach(() => {
  log = new PassThrough();
  client = new WebSocketClient();
});

const send = (protocol: string): void =>
  sendLogMessages(client.request, client.response, log as unknown as IncomingMessage, protocol);
const texts = (): string[] => client.messages.map(String);

describe('a log in messages', () => {
  it('follows an empty one, and is followed by a farewell', async () => {
    send('binary.x');
    log.write('one');
    await expect.poll(texts).toEqual(['', 'one']);
    log.end('two');
    await expect.poll(() => client.closed).toBe(1_000);
    expect(texts().join('')).toBe('onetwo');
    expect(client.isText).not.toContain(true);
    expect(client.head).toContain('Sec-WebSocket-Protocol: binary.x');
    expect(client.response.statusCode).toBe(101);
  });

  it('is text in base64 for those who want that', async () => {
    send('base64.binary.x');
    log.end('one');
    await expect.poll(() => client.closed).toBe(1_000);
    expect(texts()).toEqual(['', Buffer.from('one').toString('base64')]);
    expect(client.isText).toEqual([true, true]);
  });

  it('comes in pieces of two kilobytes', async () => {
    send('');
    log.end('x'.repeat(5_000));
    await expect.poll(() => client.closed).toBe(1_000);
    expect(client.messages.map(({ length }) => length)).toEqual([0, 2_048, 2_048, 904]);
    expect(client.head).not.toContain('Sec-WebSocket-Protocol');
  });

  it('is read no longer than its client is there, whatever that says', async () => {
    send('');
    client.say('ignored');
    log.write('one');
    await expect.poll(texts).toEqual(['', 'one']);
    client.leave();
    await expect.poll(() => log.destroyed).toBe(true);
  });

  it('that breaks off ends it, too', async () => {
    send('');
    log.destroy(new Error('x'));
    await expect.poll(() => client.closed).toBe(1_000);
  });

  it('is not read for a client whose handshake is refused', async () => {
    client = new WebSocketClient({ 'sec-websocket-version': '12' });
    send('');
    await expect.poll(() => client.head).toContain('400 Bad Request');
    expect(log.destroyed).toBe(true);
  });

  it('is for those alone who ask for an upgrade', () => {
    send('');
    expect(() => send('')).toThrow('Upgrade request required');
  });
});
