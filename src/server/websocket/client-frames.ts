import { maskLength, unmask } from './unmask.ts';

/** Kinds of frames. */
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** Bytes of the payload of a frame of control. */
const maxControl = 125;

export interface ClientFrameHandler {
  /** A piece of a message, which may be empty. */
  piece(bytes: Buffer, part: MessagePart): void;
  control(opcode: number, payload: Buffer): void;
}

/** Position of a piece in its message. */
export interface MessagePart {
  isText: boolean;
  isStart: boolean;
  isEnd: boolean;
}

/**
 * Takes the frames of a client apart as their bytes come. What a message says is handed on piece by piece, and never
 * kept, however long a message is.
 */
export class ClientFrames {
  readonly #handler: ClientFrameHandler;
  /** Bytes that were not taken apart yet: the head of a frame, or all that came while paused. */
  #waiting: Buffer = Buffer.alloc(0);
  #isPaused = false;
  /** The frame that is under way. `used`: bytes of its payload before, as far as the mask goes. */
  readonly #mask = Buffer.alloc(maskLength);
  #left = 0;
  #used = 0;
  #isFinal = true;
  /** The message that is under way. */
  #isText = false;
  #isStart = true;

  constructor(handler: ClientFrameHandler) {
    this.#handler = handler;
  }

  /** Nothing is handed on until `resume`. */
  pause(): void {
    this.#isPaused = true;
  }

  /** Throws as `push` does. */
  resume(): void {
    this.#isPaused = false;
    this.push(Buffer.alloc(0));
  }

  /** Throws for what is no frame of a client. */
  push(chunk: Buffer): void {
    let rest = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
    this.#waiting = rest.subarray(0, 0);
    while (rest.length > 0 && !this.#isPaused) {
      const used = this.#left > 0 ? this.#payload(rest) : this.#frame(rest);
      if (used === 0) break;
      rest = rest.subarray(used);
    }
    this.#waiting = rest;
  }

  #payload(bytes: Buffer): number {
    const piece = bytes.subarray(0, this.#left);
    unmask(piece, this.#mask, this.#used);
    this.#used = (this.#used + piece.length) % maskLength;
    this.#left -= piece.length;
    this.#tell(piece);
    return piece.length;
  }

  #tell(piece: Buffer): void {
    const part = {
      isText: this.#isText,
      isStart: this.#isStart,
      isEnd: this.#isFinal && this.#left === 0,
    };
    this.#isStart = part.isEnd;
    this.#handler.piece(piece, part);
  }

  /** Bytes that were used; 0 when more are needed. */
  #frame(bytes: Buffer): number {
    if (bytes.length < 2) return 0;
    const [first, second] = [bytes[0]!, bytes[1]!];
    const opcode = first & 0x0f;
    const short = second & 0x7f;
    const isControl = opcode >= opcodes.close;
    if ((first & 0x70) !== 0 || (second & 0x80) === 0) throw new Error('a frame that no client sends');
    if (isControl && (short > maxControl || (first & 0x80) === 0)) throw new Error('a long frame of control');
    const maskAt = 2 + (short === 126 ? 2 : short === 127 ? 8 : 0);
    const start = maskAt + maskLength;
    if (bytes.length < start + (isControl ? short : 0)) return 0;
    const mask = bytes.subarray(maskAt, start);
    if (isControl) {
      const payload = bytes.subarray(start, start + short);
      unmask(payload, mask, 0);
      this.#handler.control(opcode, payload);
      return start + short;
    }
    this.#begin(opcode, (first & 0x80) !== 0);
    mask.copy(this.#mask);
    this.#left = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : longLength(bytes);
    if (this.#left === 0) this.#tell(bytes.subarray(0, 0));
    return start;
  }

  #begin(opcode: number, isFinal: boolean): void {
    const isContinuation = opcode === opcodes.continuation;
    if (opcode > opcodes.binary || isContinuation === this.#isStart) throw new Error('an unexpected frame');
    if (!isContinuation) this.#isText = opcode === opcodes.text;
    this.#isFinal = isFinal;
    this.#used = 0;
  }
}

/** More than 2 ** 53 bytes never come. */
const longLength = (bytes: Buffer): number => Number(bytes.readBigUInt64BE(2));
