import { Duplex } from 'node:stream';
import type { MessagePart } from '../../../server/websocket/client-frames.ts';
import {
  normalClosure,
  type ServerWebSocket,
  type WebSocketHandler,
} from '../../../server/websocket/server-web-socket.ts';
import { lastWords } from '../tunnel/limits.ts';

/** A text, where only binary messages are understood. */
const unsupportedData = 1003;

/** The bytes in the messages of a WebSocket, as if there were no messages. */
export class MessageStream extends Duplex implements WebSocketHandler {
  #webSocket: ServerWebSocket | undefined;
  #written: (() => void) | undefined;

  /** Called once, before anything is read or written. */
  attach(webSocket: ServerWebSocket): void {
    this.#webSocket = webSocket;
    webSocket.onClose(() => {
      this.push(null);
      // Nobody may be reading any more.
      setTimeout(() => this.destroy(), lastWords).unref();
    });
  }

  piece(bytes: Buffer, { isText }: MessagePart): void {
    if (isText) return this.#webSocket!.close(unsupportedData);
    if (bytes.length > 0 && !this.push(bytes)) this.#webSocket!.pause();
  }

  drained(): void {
    const written = this.#written;
    this.#written = undefined;
    written?.();
  }

  override _read(): void {
    this.#webSocket?.resume();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    if (!this.#webSocket!.isOpen) return done();
    this.#written = done;
    this.#webSocket!.send(chunk);
  }

  override _final(done: () => void): void {
    this.#webSocket!.close(normalClosure);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#webSocket?.terminate();
    done(error);
  }
}
