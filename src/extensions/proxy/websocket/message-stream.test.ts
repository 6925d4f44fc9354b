import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerWebSocket } from '../../../server/websocket/server-web-socket.ts';
import { MessageStream } from './message-stream.ts';

/** A WebSocket that says what was done with it. */
class FakeWebSocket {
  isOpen = true;
  readonly calls: string[] = [];
  closed!: () => void;
  onClose = (closed: () => void) => void (this.closed = closed);
  send = (bytes: Buffer) => void this.calls.push(`send ${bytes}`);
  close = (code: number) => void this.calls.push(`close ${code}`);
  pause = () => void this.calls.push('pause');
  resume = () => void this.calls.push('resume');
  terminate = () => void this.calls.push('terminate');
}

let webSocket: FakeWebSocket;
let stream: MessageStream;
beforeEach(() => {
  webSocket = new FakeWebSocket();
  stream = new MessageStream();
  stream.attach(webSocket as unknown as ServerWebSocket);
});
afterEach(() => void vi.useRealTimers());

const part = { isStart: true, isEnd: true, isText: false };
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a stream of messages', () => {
  it('is read as the bytes in them', async () => {
    const read: string[] = [];
    stream.on('data', (bytes: Buffer) => read.push(bytes.toString()));
    stream.piece(Buffer.from('one'), part);
    stream.piece(Buffer.alloc(0), part);
    stream.piece(Buffer.from('two'), part);
    await turn();
    expect(read.join('')).toBe('onetwo');
  });

  it('holds its client back while nobody reads', () => {
    stream.piece(Buffer.alloc(1_000_000), part);
    expect(webSocket.calls).toEqual(['pause']);
    stream.read();
    expect(webSocket.calls).toContain('resume');
  });

  it('understands no text', () => {
    stream.piece(Buffer.from('x'), { ...part, isText: true });
    expect(webSocket.calls).toEqual(['close 1003']);
  });

  it('sends one write after the other, when the one before has left', async () => {
    const written: string[] = [];
    stream.write('one', () => void written.push('one'));
    stream.write('two', () => void written.push('two'));
    await turn();
    expect([webSocket.calls, written]).toEqual([['send one'], []]);
    stream.drained();
    await turn();
    expect([webSocket.calls, written]).toEqual([['send one', 'send two'], ['one']]);
    stream.drained();
    stream.drained();
    await turn();
    expect(written).toEqual(['one', 'two']);
  });

  it('sends nothing to a client that has said farewell', async () => {
    webSocket.isOpen = false;
    await new Promise<void>((resolve) => stream.write('one', () => resolve()));
    expect(webSocket.calls).toEqual([]);
  });

  it('says farewell when all is written', async () => {
    stream.end();
    await turn();
    expect(webSocket.calls).toEqual(['close 1000']);
  });

  it('ends with the connection, for good after ten seconds if nobody reads', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    let hasEnded = false;
    stream.once('end', () => (hasEnded = true));
    webSocket.closed();
    vi.advanceTimersByTime(9_999);
    expect(stream.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect([stream.destroyed, hasEnded, webSocket.calls]).toEqual([true, false, ['terminate']]);
  });

  it('that breaks off takes the connection with it', () => {
    stream.destroy();
    expect(webSocket.calls).toEqual(['terminate']);
  });
});
