import type { Response } from 'express';
import type { EventEncoder } from '../../storage/watch-cache/event.ts';
import type { WatchSink } from '../../storage/watch-cache/watch-stream.ts';
import { abortResponse } from '../http/abort-response.ts';

/** Changes the first bytes of a watch: a Table's columns go there. */
export type Opening = (bytes: Buffer) => Buffer;

/** The way in which the events of a watch go to its client. */
export interface WatchTransport {
  readonly sink: WatchSink;
  /** The encoder of lines, or of whatever stands for them here. */
  encoder(lines: EventEncoder): EventEncoder;
  /** The same for a single event. */
  event(line: Buffer): Buffer;
}

/** Sends events as the body of a response that does not end. */
export function streamTransport(response: Response, contentType: string, opening?: Opening): WatchTransport {
  response.statusCode = 200;
  response.setHeader('Content-Type', contentType);
  response.flushHeaders();
  return {
    sink: new ResponseSink(response, opening),
    encoder: (lines) => lines,
    event: (line) => line,
  };
}

/** Ends the watch in place of its first event: its events cannot be shown in the form that was agreed on. */
export class EndingSink implements WatchSink {
  readonly #sink: WatchSink;
  onDrain: (() => void) | undefined;

  constructor(sink: WatchSink) {
    this.#sink = sink;
  }

  get backlog(): number {
    return this.#sink.backlog;
  }

  write(): boolean {
    this.#sink.end();
    return false;
  }

  end(): void {
    this.#sink.end();
  }

  cut(): void {
    this.#sink.cut();
  }
}

/** Bytes that are handed to the connection at a time: TLS makes a copy of what it is handed. */
const maxPiece = 256 * 1024;

class ResponseSink implements WatchSink {
  readonly #response: Response;
  /** Undefined once they are written, or when they stay as they are. */
  #opening: Opening | undefined;
  /** Bytes that have not been written to the connection yet. */
  #rest: Buffer[] = [];
  #restBytes = 0;
  #isEnding = false;
  onDrain: (() => void) | undefined;

  constructor(response: Response, opening: Opening | undefined) {
    this.#response = response;
    this.#opening = opening;
    response.on('drain', () => this.#drained());
  }

  get backlog(): number {
    return this.#response.writableLength + this.#restBytes;
  }

  write(bytes: Buffer): boolean {
    if (this.#response.destroyed || this.#response.writableEnded) return false;
    const opening = this.#opening;
    this.#opening = undefined;
    const opened = opening === undefined ? bytes : opening(bytes);
    if (this.#rest.length === 0 && opened.length <= maxPiece) return this.#response.write(opened);
    this.#rest.push(opened);
    this.#restBytes += opened.length;
    // Behind a rest there is a 'drain' to come.
    return this.#rest.length === 1 && this.#writeRest();
  }

  end(): void {
    this.#isEnding = true;
    if (this.#rest.length === 0) this.#response.end();
  }

  cut(): void {
    abortResponse(this.#response);
  }

  #drained(): void {
    if (this.#rest.length > 0 && !this.#writeRest()) return;
    if (this.#isEnding) this.#response.end();
    else this.onDrain?.();
  }

  /** False when the connection has enough. */
  #writeRest(): boolean {
    while (this.#rest.length > 0) {
      const piece = this.#rest[0]!.subarray(0, maxPiece);
      if (piece.length === this.#rest[0]!.length) this.#rest.shift();
      else this.#rest[0] = this.#rest[0]!.subarray(maxPiece);
      this.#restBytes -= piece.length;
      if (!this.#response.write(piece)) return false;
    }
    return true;
  }
}
