import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Request, Response } from 'express';
import type { RawData, WebSocket } from 'ws';
import { writeJson } from '../../../api/codec/json.ts';
import { internalError, StatusError } from '../../../api/meta/status.ts';
import type { Address } from '../../../client/connections.ts';
import { SpdyClient } from '../../../client/spdy/spdy-client.ts';
import { dialErrorText } from '../node/dial-error.ts';
import { idleTimeout, maxUnsent } from '../tunnel/limits.ts';
import { answerTo } from '../tunnel/upgrade-answer.ts';
import { type AcceptedSocket, acceptWebSocket, normalClosure } from './accept.ts';

/** The first byte of a message: which stream it is of. */
const channels = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4, close: 255 } as const;
type StreamName = 'error' | 'resize' | 'stderr' | 'stdin' | 'stdout';

/** Bytes of what an agent says in place of a 101. */
const maxRefusal = 65_536;

export interface ChannelOptions {
  stdin?: boolean;
  stdout?: boolean;
  stderr?: boolean;
  tty?: boolean;
}

/** A conversation with a container, before the agent of its node is asked. */
export interface ChannelRequest {
  protocol: string;
  options: ChannelOptions;
  address: Address;
  /** Asks the agent to speak SPDY. Throws a StatusError. */
  send(): ClientRequest;
}

/**
 * Speaks with the client in messages that each belong to a channel, and with the agent of the node in streams of SPDY.
 * The client has its 101 before the agent is asked: what fails later it reads on the channel of errors.
 */
export async function translateChannels(
  request: Request,
  response: Response,
  { protocol, options, address, send }: ChannelRequest,
): Promise<void> {
  const accepted = acceptWebSocket(request, response, protocol);
  if (accepted === undefined) return;
  const translation = new Translation(accepted, options);
  try {
    const outgoing = send();
    accepted.socket.once('close', () => outgoing.destroy());
    const { message, socket, head } = await answerTo(outgoing);
    if (message.statusCode !== 101 || socket === undefined) return translation.fail(await refusalOf(message));
    await translation.run(socket, head ?? Buffer.alloc(0));
  } catch (error) {
    const fault = error as NodeJS.ErrnoException;
    const isOurs = error instanceof StatusError;
    translation.fail(
      isOurs ? error : internalError(`error dialing backend: ${dialErrorText(fault, address)}`),
    );
  }
}

/** The refusal of the agent: its own Status, or one with its plain text. */
async function refusalOf(message: IncomingMessage): Promise<StatusError | string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > maxRefusal) break;
  }
  const text = Buffer.concat(chunks).toString().trim();
  if (/^\{.*"kind":\s*"Status"/s.test(text)) return text;
  return internalError(`unable to upgrade connection: ${text}`);
}

const textOf = (error: StatusError): string => writeJson(error.toStatus());

class Translation {
  readonly #webSocket: WebSocket;
  readonly #socket: Duplex;
  readonly #options: ChannelOptions;
  /** Stream by the channel of clients, and the other way round. */
  readonly #streams = new Map<number, number>();
  readonly #channels = new Map<number, number>();
  readonly #open = new Set<number>();
  #client: SpdyClient | undefined;
  #hasStatus = false;
  /** Whether the agent has accepted all streams: it drops data that arrives before. */
  #isAgreed = false;
  #timer: NodeJS.Timeout;

  constructor({ webSocket, socket }: AcceptedSocket, options: ChannelOptions) {
    this.#webSocket = webSocket;
    this.#socket = socket;
    this.#options = options;
    webSocket.pause();
    this.#timer = setTimeout(() => this.#webSocket.terminate(), idleTimeout).unref();
    // So clients learn that the conversation has begun.
    const { stdout, stderr, tty } = options;
    const first = stdout ? channels.stdout : stderr && !tty ? channels.stderr : channels.error;
    this.#tell(first, Buffer.alloc(0));
    webSocket.on('message', (message) => this.#received(message));
    webSocket.once('close', () => {
      clearTimeout(this.#timer);
      this.#client?.close();
    });
    socket.on('drain', () => this.#client?.resume());
  }

  /** Says why there is no conversation, and ends. */
  fail(error: StatusError | string): void {
    this.#end(typeof error === 'string' ? error : textOf(error));
  }

  async run(socket: Duplex, head: Buffer): Promise<void> {
    const client = new SpdyClient(socket, {
      data: (stream, bytes) => this.#data(stream, bytes),
      ended: (stream) => this.#ended(stream),
      closed: () => this.#end(textOf(internalError('error executing command in container: EOF'))),
      drained: () => {
        if (this.#isAgreed) this.#webSocket.resume();
      },
    });
    this.#client = client;
    const opened = this.#wanted().map((name) => {
      const { stream, agreed } = client.open({ streamtype: name });
      this.#streams.set(channels[name], stream);
      this.#channels.set(stream, channels[name]);
      if (name === 'stdout' || name === 'stderr' || name === 'error') this.#open.add(stream);
      return agreed;
    });
    client.start(head);
    await Promise.race([
      Promise.all(opened),
      new Promise((resolve) => this.#webSocket.once('close', resolve)),
    ]);
    this.#isAgreed = true;
    this.#webSocket.resume();
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

  #received(message: RawData): void {
    this.#timer.refresh();
    const bytes = message as Buffer;
    const client = this.#client;
    // Input that comes after the end would hold up the farewell of the client behind it.
    if (bytes.length === 0 || client === undefined || this.#webSocket.readyState !== this.#webSocket.OPEN) {
      return;
    }
    const channel = bytes[0]!;
    if (channel === channels.close) {
      if (bytes.length !== 2) return this.#webSocket.close(1002);
      const stream = this.#streams.get(bytes[1]!);
      if (stream !== undefined && bytes[1] === channels.stdin) client.send(stream, Buffer.alloc(0), true);
      return;
    }
    if (channel !== channels.stdin && channel !== channels.resize) return;
    const stream = this.#streams.get(channel);
    if (stream !== undefined && !client.send(stream, bytes.subarray(1))) this.#webSocket.pause();
  }

  #data(stream: number, bytes: Buffer): void {
    this.#timer.refresh();
    const channel = this.#channels.get(stream);
    if (channel === undefined) return;
    if (channel === channels.error) this.#hasStatus = true;
    this.#tell(channel, bytes);
    if (this.#socket.writableLength > maxUnsent) this.#client?.pause();
  }

  #ended(stream: number): void {
    if (!this.#open.delete(stream)) return;
    // Agents say nothing about what went well before they reset their streams.
    if (this.#open.size === 0) this.#end('{"metadata":{},"status":"Success"}');
  }

  /** `status`: for clients that have had none. */
  #end(status: string): void {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return;
    if (!this.#hasStatus) this.#tell(channels.error, Buffer.from(status));
    this.#hasStatus = true;
    this.#webSocket.resume();
    this.#webSocket.close(normalClosure);
  }

  #tell(channel: number, bytes: Buffer): void {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return;
    this.#webSocket.send(Buffer.concat([Buffer.from([channel]), bytes]), { binary: true });
  }
}
