/**
 * Frames of SPDY/3.1 as agents of nodes speak it, without flow control. Control: 80 03, type u16, flags u8, length u24;
 * data: stream u32, flags u8, length u24.
 */
export const frameTypes = { synStream: 1, synReply: 2, rstStream: 3, ping: 6, goAway: 7 } as const;

/** Nothing more follows on the stream. */
export const finFlag = 1;

const headLength = 8;
/** Bytes of a control frame that this side has use for: all of them are short. */
const maxControl = 65_536;

export function controlFrame(type: number, body: Buffer, flags = 0): Buffer {
  const head = Buffer.alloc(headLength);
  head.writeUInt16BE(0x8003);
  head.writeUInt16BE(type, 2);
  head.writeUInt32BE(flags * 0x1000000 + body.length, 4);
  return Buffer.concat([head, body]);
}

export function dataHead(stream: number, length: number, flags: number): Buffer {
  const head = Buffer.alloc(headLength);
  head.writeUInt32BE(stream);
  head.writeUInt32BE(flags * 0x1000000 + length, 4);
  return head;
}

export interface FrameHandler {
  /** A piece of a data frame; the last one of a stream has the flag. */
  data(stream: number, piece: Buffer, isLast: boolean): void;
  control(type: number, body: Buffer): void;
}

/** Takes frames apart as their bytes come. Data is handed on at once, and never kept. */
export class FrameReader {
  readonly #handler: FrameHandler;
  /** The head of a frame, or a control frame, of which a part is missing. */
  #waiting: Buffer = Buffer.alloc(0);
  /** Stream of the data frame that is under way. */
  #stream = 0;
  #left = 0;
  #isLast = false;

  constructor(handler: FrameHandler) {
    this.#handler = handler;
  }

  /** Throws for a control frame that is longer than any that means something here. */
  push(chunk: Buffer): void {
    let rest = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
    this.#waiting = rest.subarray(0, 0);
    while (rest.length > 0) {
      const used = this.#left > 0 ? this.#data(rest) : this.#frame(rest);
      if (used === 0) {
        this.#waiting = rest;
        return;
      }
      rest = rest.subarray(used);
    }
  }

  #data(bytes: Buffer): number {
    const used = Math.min(this.#left, bytes.length);
    this.#left -= used;
    this.#handler.data(this.#stream, bytes.subarray(0, used), this.#isLast && this.#left === 0);
    return used;
  }

  /** Bytes of the frame that were used; 0 when more are needed. */
  #frame(bytes: Buffer): number {
    if (bytes.length < headLength) return 0;
    const length = bytes.readUIntBE(5, 3);
    const isLast = (bytes[4]! & finFlag) !== 0;
    if ((bytes[0]! & 0x80) === 0) {
      this.#stream = bytes.readUInt32BE(0);
      this.#left = length;
      this.#isLast = isLast;
      if (length === 0) this.#handler.data(this.#stream, bytes.subarray(0, 0), isLast);
      return headLength;
    }
    if (length > maxControl) throw new Error('a control frame that is too long');
    if (bytes.length < headLength + length) return 0;
    this.#handler.control(bytes.readUInt16BE(2), bytes.subarray(headLength, headLength + length));
    return headLength + length;
  }
}

/** An empty stored block, with which a flush of zlib ends: a reader gives out what came before only when it sees it. */
const flush = Buffer.from([0, 0, 0, 0xff, 0xff]);

/**
 * Writes the headers of streams. All blocks of a connection are one stream of zlib, whose pieces may be stored as they
 * are: there is nothing to gain from compressing a dozen bytes. The block of each stream is flushed.
 */
export class HeaderWriter {
  #isFirst = true;

  block(headers: Readonly<Record<string, string>>): Buffer {
    const pairs = Object.entries(headers);
    const plain = Buffer.concat([number(pairs.length), ...pairs.flat().flatMap(text)]);
    const stored = Buffer.alloc(5);
    stored.writeUInt16LE(plain.length, 1);
    stored.writeUInt16LE(plain.length ^ 0xffff, 3);
    // The head of a zlib stream: deflate, a window of 32 KB, no dictionary.
    const head = this.#isFirst ? Buffer.from([0x78, 0x01]) : Buffer.alloc(0);
    this.#isFirst = false;
    return Buffer.concat([head, stored, plain, flush]);
  }
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function text(value: string): Buffer[] {
  const bytes = Buffer.from(value);
  return [number(bytes.length), bytes];
}
