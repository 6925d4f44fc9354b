import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { WatchSink } from '../../storage/watch-cache/watch-stream.ts';
import { takeConnection } from '../http/upgrade.ts';
import type { Opening, WatchTransport } from '../watch/watch-transport.ts';
import { MessageEvents, messageFrame, withFirstPayload } from './frames.ts';

/** Bytes that a message of a client may have. Messages are ignored. */
const maxMessageLength = 1024 * 1024;

/** The status with which a conversation ends that came to its end. */
const normalClosure = 1000;

/** The handshakes of watches that are asked for as WebSockets. */
export class WatchSockets {
  readonly #tokenPrefix: string;
  readonly #server: WebSocketServer;

  /** `apiDomain`: the protocol that is a bearer token is named after it. */
  constructor(apiDomain: string) {
    this.#tokenPrefix = `base64url.bearer.authorization.${apiDomain}.`;
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: maxMessageLength,
      handleProtocols: (offered) => this.#others([...offered])[0] ?? false,
    });
  }

  /** False for a client that offers several protocols: it expects the server to choose one of them. */
  canAgree({ headers }: IncomingMessage): boolean {
    const offered = headers['sec-websocket-protocol'] ?? '';
    return this.#others(offered.split(',').map((protocol) => protocol.trim())).length <= 1;
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
    // The library switches it off.
    const { timeout = 0 } = taken.socket as Socket;
    let sink: SocketSink | undefined;
    this.#server.handleUpgrade(request, taken.socket, taken.head, (webSocket) => {
      sink = new SocketSink(webSocket, taken.socket, opening);
    });
    // The library has already answered a bad handshake.
    if (sink === undefined) return 'refused';
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

/** HTTP/2 has no upgrades. */
export function asksForWebSocket({ headers, httpVersionMajor }: IncomingMessage): boolean {
  return httpVersionMajor === 1 && headers.upgrade?.toLowerCase() === 'websocket';
}

/** A WebSocket as the sink of a watch. It is given whole frames, which it writes past the library. */
class SocketSink implements WatchSink {
  readonly #webSocket: WebSocket;
  readonly #socket: Duplex;
  #opening: Opening | undefined;
  onDrain: (() => void) | undefined;

  constructor(webSocket: WebSocket, socket: Duplex, opening: Opening | undefined) {
    this.#webSocket = webSocket;
    this.#socket = socket;
    this.#opening = opening;
    // Errors of a client end its own connection only.
    webSocket.on('error', () => {});
    socket.on('drain', () => this.onDrain?.());
  }

  /** As on every connection: a client that takes nothing for so long, though something waits for it, is gone. */
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
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return false;
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
