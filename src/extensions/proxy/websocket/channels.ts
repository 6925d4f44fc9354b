import type { ClientRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Request, Response } from 'express';
import { writeJson } from '../../../api/codec/json.ts';
import { internalError, StatusError } from '../../../api/meta/status.ts';
import type { Address } from '../../../client/connections.ts';
import { SpdyClient } from '../../../client/spdy/spdy-client.ts';
import type { MessagePart } from '../../../server/websocket/client-frames.ts';
import {
  normalClosure,
  protocolError,
  type ServerWebSocket,
  type WebSocketHandler,
} from '../../../server/websocket/server-web-socket.ts';
import { dialErrorText } from '../node/dial-error.ts';
import { idleTimeout } from '../tunnel/limits.ts';
import { answerTo } from '../tunnel/upgrade-answer.ts';
import { acceptWebSocket } from './accept.ts';
import { refusalOf } from './agent-refusal.ts';

/** The first byte of a message: which stream it is of. */
const channels = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4, close: 255 } as const;
type StreamName = 'error' | 'resize' | 'stderr' | 'stdin' | 'stdout';

export interface ChannelOptions {
  stdin?: boolean;
  stdout?: boolean;
  stderr?: boolean;
  tty?: boolean;
}

/** Milliseconds in which the agent must have accepted all streams. */
const agreementTimeout = 30_000;

/** A conversation with a container, before the agent of its node is asked. */
export interface ChannelRequest {
  protocol: string;
  options: ChannelOptions;
  address: Address;
  /** Asks the agent to speak SPDY. Throws a StatusError. */
  send(): ClientRequest;
  /** Called once, at the end, with the status that says how it went. */
  ended?: ((code: number) => void) | undefined;
}

/**
 * Speaks with the client in messages that each belong to a channel, and with the agent of the node in streams of SPDY.
 * The client has its 101 before the agent is asked: what fails later it reads on the channel of errors.
 */
export async function translateChannels(
  request: Request,
  response: Response,
  { protocol, options, address, send, ended }: ChannelRequest,
): Promise<void> {
  const translation = new Translation(options);
  const webSocket = acceptWebSocket(request, response, protocol, translation, true);
  if (webSocket === undefined) return ended?.(400);
  translation.attach(webSocket);
  webSocket.onClose(() => ended?.(translation.code));
  try {
    const outgoing = send();
    webSocket.onClose(() => outgoing.destroy());
    const { message, socket, head } = await answerTo(outgoing);
    if (message.statusCode !== 101 || socket === undefined)
      return translation.fail(await refusalOf(message), message.statusCode);
    await translation.run(socket, head ?? Buffer.alloc(0));
  } catch (error) {
    const problem = error as NodeJS.ErrnoException;
    const isOurs = error instanceof StatusError;
    translation.fail(
      isOurs ? error : internalError(`error dialing backend: ${dialErrorText(problem, address)}`),
    );
  }
}

const textOf = (error: StatusError): string => writeJson(error.toStatus());

class Translation implements WebSocketHandler {
  /** Status that says how the conversation went. What a command ends with, and a client that leaves, are no faults of it. */
  code = 200;
  readonly #options: ChannelOptions;
  /** Stream by the channel of clients, and the other way round. */
  readonly #streams = new Map<number, number>();
  readonly #channels = new Map<number, number>();
  readonly #open = new Set<number>();
  #webSocket!: ServerWebSocket;
  #client: SpdyClient | undefined;
  #hasStatus = false;
  /** Whether the agent has accepted all streams: it drops data that arrives before. */
  #isAgreed = false;
  /** The message that comes: its channel, and the one that it closes. */
  #channel: number | undefined;
  #closed: number | undefined;
  /** Bytes that came in this turn, and the channel that they are for. */
  #gathered: Buffer[] = [];
  #gatheredFor: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ChannelOptions) {
    this.#options = options;
  }

  attach(webSocket: ServerWebSocket): void {
    this.#webSocket = webSocket;
    webSocket.pause();
    this.#timer = setTimeout(() => webSocket.terminate(), idleTimeout).unref();
    // So clients learn that the conversation has begun.
    const { stdout, stderr, tty } = this.#options;
    const first = stdout ? channels.stdout : stderr && !tty ? channels.stderr : channels.error;
    this.#tell(first);
    webSocket.onClose(() => {
      clearTimeout(this.#timer);
      this.#client?.[Symbol.dispose]();
    });
  }

  /** Says why there is no conversation, and ends. `code`: that of a text. */
  fail(error: StatusError | string, code = 500): void {
    this.code = typeof error === 'string' ? code : error.code;
    this.#end(typeof error === 'string' ? error : textOf(error));
  }

  async run(socket: Duplex, head: Buffer): Promise<void> {
    const client = new SpdyClient(socket, {
      data: (stream, bytes) => this.#data(stream, bytes),
      ended: (stream) => this.#ended(stream),
      closed: () => this.#brokenOff(),
      drained: () => {
        if (this.#isAgreed) this.#webSocket.resume();
      },
    });
    this.#client = client;
    const webSocket = this.#webSocket;
    const opened = this.#wanted().map((name) => {
      const { stream, agreed } = client.open({ streamtype: name });
      this.#streams.set(channels[name], stream);
      this.#channels.set(stream, channels[name]);
      if (name === 'stdout' || name === 'stderr' || name === 'error') this.#open.add(stream);
      return agreed;
    });
    client.start(head);
    const late = setTimeout(
      () => this.fail(internalError('timed out waiting for streams')),
      agreementTimeout,
    );
    webSocket.onClose(() => clearTimeout(late));
    await Promise.race([
      Promise.all(opened).then(() => clearTimeout(late)),
      new Promise<void>((resolve) => webSocket.onClose(resolve)),
    ]);
    this.#isAgreed = true;
    webSocket.resume();
  }

  /** The agent has left: after it has said how the command ended, that is no fault. */
  #brokenOff(): void {
    const error = internalError('error executing command in container: EOF');
    if (this.#hasStatus || !this.#webSocket.isOpen) this.#end(textOf(error));
    else this.fail(error);
  }

  /** In the order in which agents expect them. */
  #wanted(): StreamName[] {
    const { stdin, stdout, stderr, tty } = this.#options;
    const names: (StreamName | false | undefined)[] = [
      ...['error' as const, stdin && ('stdin' as const), stdout && ('stdout' as const)],
      ...[stderr && !tty && ('stderr' as const), tty && ('resize' as const)],
    ];
    return names.filter((name): name is StreamName => !!name);
  }

  piece(bytes: Buffer, { isStart, isEnd }: MessagePart): void {
    this.#timer?.refresh();
    if (isStart) [this.#channel, this.#closed] = [undefined, undefined];
    const isFirst = this.#channel === undefined;
    this.#channel ??= bytes[0];
    const content = isFirst ? bytes.subarray(1) : bytes;
    if (this.#channel === channels.close) this.#close(content, isEnd);
    else if (content.length > 0) this.#input(this.#channel, content);
  }

  drained(): void {
    this.#client?.resume();
  }

  /** A message that closes a channel has its number, and nothing more. */
  #close(content: Buffer, isEnd: boolean): void {
    const isOne = content.length + (this.#closed === undefined ? 0 : 1) <= 1;
    this.#closed ??= content[0];
    if (!isOne || (isEnd && this.#closed === undefined)) return this.#webSocket.close(protocolError);
    const stream = this.#streams.get(channels.stdin);
    if (isEnd && this.#closed === channels.stdin && stream !== undefined)
      this.#client?.send(stream, Buffer.alloc(0), true);
  }

  #input(channel: number | undefined, bytes: Buffer): void {
    if (channel !== channels.stdin && channel !== channels.resize) return;
    const stream = this.#streams.get(channel);
    if (stream !== undefined && !this.#client!.send(stream, bytes)) this.#webSocket.pause();
  }

  #data(stream: number, bytes: Buffer): void {
    this.#timer?.refresh();
    const channel = this.#channels.get(stream);
    if (channel === undefined) return;
    if (channel === channels.error) this.#hasStatus = true;
    if (channel !== this.#gatheredFor) this.#tellGathered();
    this.#gatheredFor = channel;
    this.#gathered.push(bytes);
    if (this.#gathered.length === 1) process.nextTick(() => this.#tellGathered());
  }

  #ended(stream: number): void {
    if (!this.#open.delete(stream)) return;
    // Agents say nothing about what went well before they reset their streams.
    if (this.#open.size === 0) this.#end('{"metadata":{},"status":"Success"}');
  }

  /** An agent may send its bytes one by one: those of a turn are one message. */
  #tellGathered(): void {
    const pieces = this.#gathered;
    if (pieces.length === 0) return;
    this.#gathered = [];
    this.#tell(this.#gatheredFor!, ...pieces);
    if (this.#webSocket.isFull) this.#client?.pause();
  }

  /** `status`: for clients that have had none. */
  #end(status: string): void {
    if (!this.#webSocket.isOpen) return;
    this.#tellGathered();
    if (!this.#hasStatus) this.#tell(channels.error, Buffer.from(status));
    this.#hasStatus = true;
    this.#webSocket.close(normalClosure);
  }

  #tell(channel: number, ...pieces: readonly Buffer[]): void {
    this.#webSocket.send(Buffer.concat([Buffer.from([channel]), ...pieces]));
  }
}
