import type { Response } from 'express';
import type { EventEncoder } from '../storage/watch-cache/event.ts';
import type { WatchSink } from '../storage/watch-cache/watch-stream.ts';
import { abortResponse } from './http/refusal.ts';

/** What becomes of the first bytes of a watch. */
export type Opening = (bytes: Buffer) => Buffer;

/** The way in which the events of a watch go to its client. */
export interface WatchAnswer {
  readonly sink: WatchSink;
  /** The encoder of lines, or of whatever stands for them here. */
  encoder(lines: EventEncoder): EventEncoder;
  /** The same for a single event. */
  event(line: Buffer): Buffer;
}

/** As the body of a response that does not end. */
export function streamedAnswer(response: Response, contentType: string, opening?: Opening): WatchAnswer {
  response.statusCode = 200;
  response.setHeader('Content-Type', contentType);
  response.flushHeaders();
  return {
    sink: new ResponseSink(response, opening),
    encoder: (lines) => lines,
    event: (line) => line,
  };
}

class ResponseSink implements WatchSink {
  readonly #response: Response;
  /** Undefined once they are written, or when they stay as they are. */
  #opening: Opening | undefined;
  onDrain: (() => void) | undefined;

  constructor(response: Response, opening: Opening | undefined) {
    this.#response = response;
    this.#opening = opening;
    response.on('drain', () => this.onDrain?.());
  }

  get backlog(): number {
    return this.#response.writableLength;
  }

  write(bytes: Buffer): boolean {
    if (this.#response.destroyed || this.#response.writableEnded) return false;
    const opening = this.#opening;
    if (opening === undefined) return this.#response.write(bytes);
    this.#opening = undefined;
    return this.#response.write(opening(bytes));
  }

  end(): void {
    this.#response.end();
  }

  cut(): void {
    abortResponse(this.#response);
  }
}
