import { EventEmitter } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { type Duplex, duplexPair, Readable } from 'node:stream';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { WebSocketClient } from '../../../../test/support/unit/web-socket-client.ts';
import { forbiddenError } from '../../../api/meta/status.ts';
import { controlFrame, dataHead, FrameReader, finFlag, frameTypes } from '../../../client/spdy/frames.ts';
import { type ChannelOptions, translateChannels } from './channels.ts';

const data = (stream: number, text: string, isLast = false): Buffer =>
  Buffer.concat([dataHead(stream, text.length, isLast ? finFlag : 0), Buffer.from(text)]);

/** The agent of a node: it accepts streams when the test lets it. */
class Agent {
  readonly #end: Duplex;
  readonly #serverEnd: Duplex;
  readonly outgoing: ClientRequest;
  /** Header blocks of the streams. */
  readonly #blocks: Buffer[] = [];
  readonly streams: number[] = [];
  /** Bytes and ends that came, by stream: `1 text`; `1 end`. */
  readonly came: string[] = [];
  isGone = false;
  hasGivenUp = false;

  constructor(answer: (outgoing: EventEmitter, socket: Duplex) => void = upgrade) {
    const [end, serverEnd] = duplexPair();
    this.#end = end;
    this.#serverEnd = serverEnd;
    const reader = new FrameReader({
      data: (stream, piece, isLast) => {
        if (piece.length > 0) this.came.push(`${stream} ${piece}`);
        if (isLast) this.came.push(`${stream} end`);
      },
      control: (type, body) => {
        if (type !== frameTypes.synStream) return;
        this.streams.push(body.readUInt32BE(0));
        this.#blocks.push(Buffer.from(body.subarray(10)));
      },
    });
    end.on('data', (bytes: Buffer) => reader.push(bytes)).once('end', () => (this.isGone = true));
    const outgoing = new EventEmitter();
    this.outgoing = Object.assign(outgoing, {
      end: () => setImmediate(() => answer(outgoing, serverEnd)),
      destroy: () => (this.hasGivenUp = true),
    }) as unknown as ClientRequest;
  }

  /** Types of the streams, in their order. */
  get types(): string[] {
    const plain = inflateSync(Buffer.concat(this.#blocks), { finishFlush: 2 }).toString('latin1');
    return [...plain.matchAll(/streamtype[^a-z]+([a-z]+)/g)].map(([, type]) => type!);
  }

  accept(...streams: number[]): void {
    for (const stream of streams) {
      const body = Buffer.alloc(4);
      body.writeUInt32BE(stream);
      this.#end.write(controlFrame(frameTypes.synReply, body));
    }
  }

  say(stream: number, text: string, isLast = false): void {
    this.#end.write(data(stream, text, isLast));
  }

  /** All of it at once. */
  sayTogether(...said: readonly (readonly [stream: number, text: string])[]): void {
    this.#end.write(Buffer.concat(said.map(([stream, text]) => data(stream, text))));
  }

  leave(): void {
    for (const end of [this.#end, this.#serverEnd]) end.destroy();
  }
}

const upgrade = (outgoing: EventEmitter, socket: Duplex): void =>
  void outgoing.emit('upgrade', { statusCode: 101 }, socket, Buffer.alloc(0));

const address = { host: '10.0.0.1', port: 10_250 };

function talking(options: ChannelOptions, agent = new Agent(), send = () => agent.outgoing) {
  const client = new WebSocketClient();
  const protocol = 'v5.channel.x';
  const codes: number[] = [];
  const ended = (code: number): void => void codes.push(code);
  const how = { protocol, options, address, send, ended };
  const done = translateChannels(client.request, client.response, how);
  /** `1 text` */
  const told = (): string[] => client.messages.map((message) => `${message[0]} ${message.subarray(1)}`);
  return { client, agent, told, done, codes };
}

const all = { stdin: true, stdout: true, stderr: true };

/** A conversation that has begun: stream 1 is that of errors, 3 the input, 5 the output, 7 its errors. */
async function begun() {
  const scene = talking(all);
  await expect.poll(() => scene.agent.streams).toEqual([1, 3, 5, 7]);
  scene.agent.accept(1, 3, 5, 7);
  await scene.done;
  return scene;
}

describe('a conversation begins', () => {
  it.each<[ChannelOptions, string, string[]]>([
    [all, '1 ', ['error', 'stdin', 'stdout', 'stderr']],
    [{ stdout: true }, '1 ', ['error', 'stdout']],
    [{ stderr: true }, '2 ', ['error', 'stderr']],
    [{ stdin: true }, '3 ', ['error', 'stdin']],
    [{ ...all, tty: true }, '1 ', ['error', 'stdin', 'stdout', 'resize']],
    [{ stderr: true, tty: true }, '3 ', ['error', 'resize']],
  ])('with the streams of %j', async (options, first, types) => {
    const { agent, client, told } = talking(options);
    await expect.poll(() => agent.streams.length).toBe(types.length);
    expect(agent.types).toEqual(types);
    expect(told()).toEqual([first]);
    expect(client.head).toContain('Sec-WebSocket-Protocol: v5.channel.x');
    client.leave();
  });

  it('when the agent has accepted all streams: what the client says waits until then', async () => {
    const { agent, client } = talking(all);
    client.say(Buffer.from('\0early'));
    await expect.poll(() => agent.streams.length).toBe(4);
    agent.accept(1, 3, 5);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(agent.came).toEqual([]);
    agent.accept(7);
    await expect.poll(() => agent.came).toEqual(['3 early']);
    client.leave();
  });

  it('with nobody whose handshake is refused', async () => {
    const client = new WebSocketClient({ 'sec-websocket-version': '12' });
    const send = () => expect.unreachable();
    const codes: number[] = [];
    const ended = (code: number): void => void codes.push(code);
    const how = { protocol: 'p', options: all, address, send, ended };
    await translateChannels(client.request, client.response, how);
    expect(codes).toEqual([400]);
    await expect.poll(() => client.head).toContain('400 Bad Request');
  });
});

describe('the client', () => {
  it('says what goes to the input, and nothing to other channels', async () => {
    const { agent, client } = await begun();
    for (const message of ['\0one', '\x01no', '\x02no', '\x03no', '\x04no', '\0', '', '\0two'])
      client.say(message);
    await expect.poll(() => agent.came).toEqual(['3 one', '3 two']);
    client.leave();
  });

  it('says the size of its terminal', async () => {
    const { agent, client } = talking({ stdin: true, stdout: true, tty: true });
    await expect.poll(() => agent.streams).toEqual([1, 3, 5, 7]);
    agent.accept(1, 3, 5, 7);
    client.say('\x04{"Width":80}');
    await expect.poll(() => agent.came).toEqual(['7 {"Width":80}']);
    client.leave();
  });

  it('ends its input', async () => {
    const { agent, client } = await begun();
    client.say('\0one');
    client.say(Buffer.from([255, 0]));
    await expect.poll(() => agent.came).toEqual(['3 one', '3 end']);
    expect(client.closed).toBeUndefined();
    client.leave();
  });

  it.each([
    ['several channels at a time', [255, 0, 0]],
    ['no channel', [255]],
  ])('ends %s, which is an error', async (_, message) => {
    const { client } = await begun();
    client.say(Buffer.from(message));
    await expect.poll(() => client.closed).toBe(1_002);
  });

  it('ends a channel that it does not write, which changes nothing', async () => {
    const { agent, client } = await begun();
    client.say(Buffer.from([255, 1]));
    client.say('\0one');
    await expect.poll(() => agent.came).toEqual(['3 one']);
    client.leave();
  });

  it('leaves: the agent hears of it', async () => {
    const { agent, client, codes } = await begun();
    client.leave();
    await expect.poll(() => agent.isGone).toBe(true);
    await expect.poll(() => codes).toEqual([200]);
  });
});

describe('the container', () => {
  it('says what goes to the channel of its stream; what comes together is one message', async () => {
    const { agent, client, told } = await begun();
    agent.sayTogether([5, 'a'], [5, 'b'], [7, 'c'], [5, 'd']);
    await expect.poll(() => told().slice(1)).toEqual(['1 ab', '2 c', '1 d']);
    client.leave();
  });

  it('has ended well when it says nothing about that', async () => {
    const { agent, client, told } = await begun();
    agent.say(5, 'out', true);
    agent.say(7, '', true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(client.closed).toBeUndefined();
    agent.say(1, '', true);
    await expect.poll(() => client.closed).toBe(1_000);
    expect(told().slice(1)).toEqual(['1 out', '3 {"metadata":{},"status":"Success"}']);
  });

  it('has ended as it says', async () => {
    const { agent, client, told, codes } = await begun();
    agent.say(1, '{"status":"Failure"}', true);
    for (const stream of [5, 7]) agent.say(stream, '', true);
    await expect.poll(() => client.closed).toBe(1_000);
    expect(told().slice(1)).toEqual(['3 {"status":"Failure"}']);
    client.leave();
    await expect.poll(() => codes).toEqual([200]);
  });

  it('has broken off when its agent does', async () => {
    const { agent, client, told, codes } = await begun();
    agent.leave();
    await expect.poll(() => client.closed).toBe(1_000);
    expect(told().at(-1)).toMatch(/^3 .*error executing command in container: EOF.*"code":500/);
    client.leave();
    await expect.poll(() => codes).toEqual([500]);
  });
});

describe('a conversation that does not come about', () => {
  const answering = (statusCode: number, body: string) =>
    new Agent((outgoing) => {
      const message = Object.assign(Readable.from([Buffer.from(body)]), { statusCode });
      outgoing.emit('response', message as unknown as IncomingMessage);
    });

  it.each<[string, Agent, RegExp, number]>([
    [
      'as the agent refuses with a Status',
      answering(403, '{"kind":"Status","code":403}'),
      /^3 {"kind":"Status","code":403}$/,
      403,
    ],
    [
      'as the agent refuses',
      answering(404, 'no such pod'),
      /^3 .*unable to upgrade connection: no such pod/,
      500,
    ],
    ['as the agent just answers', answering(200, 'hello'), /^3 .*unable to upgrade connection: hello/, 500],
    [
      'as there is no agent',
      new Agent((outgoing) =>
        outgoing.emit(
          'error',
          Object.assign(new Error('x'), { code: 'ECONNREFUSED', address: '10.0.0.1', port: 10_250 }),
        ),
      ),
      /^3 .*error dialing backend: dial tcp 10\.0\.0\.1:10250: connect: connection refused/,
      500,
    ],
  ])('%s is told on the channel of errors', async (_, agent, expected, code) => {
    const { client, told, done, codes } = talking(all, agent);
    await done;
    await expect.poll(() => client.closed).toBe(1_000);
    expect(told()).toEqual(['1 ', expect.stringMatching(expected)]);
    client.leave();
    await expect.poll(() => codes).toEqual([code]);
  });

  it('for a reason of this server is told as that', async () => {
    const { client, told } = talking(all, undefined, () => {
      throw forbiddenError({ group: '', resource: 'pods' }, 'x', 'not here');
    });
    await expect.poll(() => client.closed).toBe(1_000);
    expect(told()[1]).toMatch(/^3 .*"reason":"Forbidden".*"code":403/);
  });

  it('as the client has left is given up', async () => {
    const { client, agent } = talking(all, new Agent(() => {}));
    client.leave();
    await expect.poll(() => agent.hasGivenUp).toBe(true);
  });
});
