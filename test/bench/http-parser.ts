/** What is wanted of the bodies that pass. Regions are valid during the call only. */
export interface BodySink {
  head(status: number, head: string): void;
  body(buffer: Buffer, start: number, end: number): void;
  done(): void;
}

const states = { head: 0, length: 1, chunkSize: 2, chunk: 3, chunkEnd: 4, trailer: 5 } as const;
type State = (typeof states)[keyof typeof states];

const lf = 0x0a;
const cr = 0x0d;
const semicolon = 0x3b;

/**
 * Answers of HTTP/1.1, one after the other, with Content-Length or in chunks. Bodies are not looked at, only
 * handed on in the pieces that they come in. Answers without a body (204, HEAD) are not asked for here.
 */
export class ResponseParser {
  readonly #sink: BodySink;
  #state: State = states.head;
  /** The beginning of a head that came in pieces. */
  #partial: Buffer | undefined;
  /** Bytes that are left of the body or of the chunk. */
  #left = 0;
  #sizeDone = false;
  #lineLength = 0;

  constructor(sink: BodySink) {
    this.#sink = sink;
  }

  push(buffer: Buffer, length: number): void {
    let at = 0;
    while (at < length) at = this.#step(buffer, at, length);
  }

  #step(buffer: Buffer, at: number, length: number): number {
    switch (this.#state) {
      case states.head:
        return this.#head(buffer, at, length);
      case states.length:
      case states.chunk:
        return this.#content(buffer, at, length);
      case states.chunkSize:
        return this.#chunkSize(buffer, at, length);
      case states.chunkEnd:
        if (buffer[at] === lf) this.#expectChunkSize();
        return at + 1;
      case states.trailer:
        return this.#trailer(buffer, at);
    }
  }

  #head(buffer: Buffer, at: number, length: number): number {
    const before = this.#partial?.length ?? 0;
    const piece = buffer.subarray(at, length);
    const all = this.#partial === undefined ? piece : Buffer.concat([this.#partial, piece]);
    const end = all.indexOf('\r\n\r\n');
    if (end === -1) {
      this.#partial = Buffer.from(all);
      return length;
    }
    this.#partial = undefined;
    this.#begin(all.toString('latin1', 0, end));
    return at + end + 4 - before;
  }

  #begin(head: string): void {
    const status = Number(head.slice(9, 12));
    this.#sink.head(status, head);
    const contentLength = /\r\ncontent-length: *(\d+)/i.exec(head);
    if (contentLength !== null) {
      this.#left = Number(contentLength[1]);
      this.#state = states.length;
      if (this.#left === 0) this.#done();
    } else if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
      this.#expectChunkSize();
    } else {
      throw new Error(`an answer without a length: ${head}`);
    }
  }

  #content(buffer: Buffer, at: number, length: number): number {
    const end = Math.min(length, at + this.#left);
    this.#sink.body(buffer, at, end);
    this.#left -= end - at;
    if (this.#left > 0) return end;
    if (this.#state === states.chunk) this.#state = states.chunkEnd;
    else this.#done();
    return end;
  }

  #expectChunkSize(): void {
    this.#state = states.chunkSize;
    this.#left = 0;
    this.#sizeDone = false;
  }

  /** Hexadecimal digits, perhaps an extension after a semicolon, and the end of the line. */
  #chunkSize(buffer: Buffer, start: number, length: number): number {
    let at = start;
    while (at < length) {
      const byte = buffer[at++]!;
      if (byte === lf) {
        this.#state = this.#left === 0 ? states.trailer : states.chunk;
        this.#lineLength = 0;
        return at;
      }
      if (byte === semicolon || byte === cr) this.#sizeDone = true;
      else if (!this.#sizeDone) this.#left = this.#left * 16 + hexValue(byte);
    }
    return at;
  }

  /** Lines up to an empty one. */
  #trailer(buffer: Buffer, at: number): number {
    const byte = buffer[at];
    if (byte === lf) {
      if (this.#lineLength === 0) this.#done();
      this.#lineLength = 0;
    } else if (byte !== cr) {
      this.#lineLength++;
    }
    return at + 1;
  }

  #done(): void {
    this.#state = states.head;
    this.#sink.done();
  }
}

function hexValue(byte: number): number {
  const value = byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57;
  if (value < 0 || value > 15) throw new Error(`no digit of a chunk's size: ${byte}`);
  return value;
}
