import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { WatchSink } from '../../storage/watch-cache/watch-stream.ts';
import { takeConnection } from '../http/upgrade.ts';
import type { Opening, WatchTransport } from '../watch/watch-transport.ts';
import { MessageEvents, messageFrame, withFirstPayload } from './frames.ts';
import { answerHandshake } from './handshake.ts';
import { deafHandler, normalClosure, ServerWebSocket } from './server-web-socket.ts';

/** The handshakes of watches that are asked for as WebSockets. */
export class WatchSockets {
  readonly #tokenPrefix: string;

  /** `apiDomain`: the protocol that is a bearer token is named after it. */
  constructor(apiDomain: string) {
    this.#tokenPrefix = `base64url.bearer.authorization.${apiDomain}.`;
  }

  /** False for a client that offers several protocols: it expects the server to choose one of them. */
  canAgree(request: IncomingMessage): boolean {
    return this.#others(offeredBy(request)).length <= 1;
  }

  /** Upgrades the connection. Undefined when it cannot be upgraded: then the watch is streamed over HTTP. */
  accept(
    request: IncomingMessage,
    response: ServerResponse,
    isProtobuf: boolean,
    opening?: Opening,
  ): WatchTransport | 'refused' | undefined {
    const taken = takeConnection(request);
    if (taken === undefined) return undefined;
    // For the request metrics.
    response.statusCode = 101;
    const { socket, head } = taken;
    if (!answerHandshake(request, socket, this.#others(offeredBy(request))[0])) return 'refused';
    // A WebSocket switches it off.
    const { timeout = 0 } = socket as Socket;
    const sink = new SocketSink(new ServerWebSocket(socket, head, deafHandler), socket, opening);
    sink.endWhenStalled(timeout);
    return {
      sink,
      encoder: (lines) => new MessageEvents(lines, isProtobuf),
      event: (line) => messageFrame(line, isProtobuf),
    };
  }

  #others(protocols: readonly string[]): string[] {
    return protocols.filter((protocol) => protocol !== '' && !protocol.startsWith(this.#tokenPrefix));
  }
}

const offeredBy = ({ headers }: IncomingMessage): string[] =>
  (headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim());

/** HTTP/2 has no upgrades. */
export function asksForWebSocket({ headers, httpVersionMajor }: IncomingMessage): boolean {
  return httpVersionMajor === 1 && headers.upgrade?.toLowerCase() === 'websocket';
}

/** A WebSocket as the sink of a watch. It is given whole frames, which it writes to the connection. */
class SocketSink implements WatchSink {
  readonly #webSocket: ServerWebSocket;
  readonly #socket: Duplex;
  #opening: Opening | undefined;
  onDrain: (() => void) | undefined;

  constructor(webSocket: ServerWebSocket, socket: Duplex, opening: Opening | undefined) {
    this.#webSocket = webSocket;
    this.#socket = socket;
    this.#opening = opening;
    socket.on('drain', () => this.onDrain?.());
  }

  /** Ends a connection whose client takes nothing for so long, though something waits for it, as on every connection. */
  endWhenStalled(milliseconds: number): void {
    (this.#socket as Socket).setTimeout(milliseconds, () => {
      if (this.backlog > 0) this.cut();
    });
  }

  get backlog(): number {
    return this.#socket.writableLength;
  }

  write(frames: Buffer): boolean {
    // Nothing may follow the frame that closes it.
    if (!this.#webSocket.isOpen) return false;
    const opening = this.#opening;
    this.#opening = undefined;
    return this.#socket.write(opening === undefined ? frames : withFirstPayload(frames, opening));
  }

  end(): void {
    this.#webSocket.close(normalClosure);
  }

  cut(): void {
    this.#webSocket.terminate();
  }
}
