import { GrpcCode, RpcError } from './rpc-error.ts';

/** Whether it is compressed (here never), one byte, and its length, four: what comes before a message. */
const prefixLength = 5;

/** A message as it travels, in two parts. */
export function framed(message: Buffer): [prefix: Buffer, message: Buffer] {
  const prefix = Buffer.allocUnsafe(prefixLength);
  prefix[0] = 0;
  prefix.writeUInt32BE(message.length, 1);
  return [prefix, message];
}

/** Finds the messages in the bytes of a stream: a chunk may hold several, or a part of one. */
export class MessageReader {
  readonly #onMessage: (message: Buffer) => void;
  readonly #maxLength: number;
  /** The beginning of a message whose end has not come: as large as all of it, or as a prefix while its length is unknown. */
  #begun: Buffer | undefined;
  #filled = 0;

  /** Messages share the memory of the chunk that they came in. `maxLength`: bytes of a message. */
  constructor(onMessage: (message: Buffer) => void, maxLength = Number.POSITIVE_INFINITY) {
    this.#onMessage = onMessage;
    this.#maxLength = maxLength;
  }

  /** Throws RpcError for a message that is compressed, which is never asked for, or too long. */
  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      at = this.#begun === undefined ? this.#read(chunk, at) : this.#fill(this.#begun, chunk, at);
    }
  }

  get isInsideMessage(): boolean {
    return this.#begun !== undefined;
  }

  /** Hands over a message that the chunk holds whole, or begins one. Returns where to go on. */
  #read(chunk: Buffer, start: number): number {
    const there = chunk.length - start;
    const needed = there < prefixLength ? prefixLength : this.#wholeLength(chunk, start);
    if (there >= needed) {
      this.#onMessage(chunk.subarray(start + prefixLength, start + needed));
      return start + needed;
    }
    // Each chunk is copied as it comes, and let go: a page of a list is megabytes.
    this.#begin(needed, chunk.subarray(start));
    return chunk.length;
  }

  #begin(length: number, bytes: Buffer): void {
    this.#begun = Buffer.allocUnsafeSlow(length);
    this.#filled = bytes.copy(this.#begun);
  }

  #fill(begun: Buffer, chunk: Buffer, start: number): number {
    const taken = chunk.copy(begun, this.#filled, start);
    this.#filled += taken;
    if (this.#filled < begun.length) return start + taken;
    const needed = this.#wholeLength(begun, 0);
    if (needed > begun.length) {
      this.#begin(needed, begun);
    } else {
      this.#begun = undefined;
      this.#onMessage(begun.subarray(prefixLength));
    }
    return start + taken;
  }

  /** Bytes of the message that begins there, with its prefix. */
  #wholeLength(bytes: Buffer, start: number): number {
    if (bytes[start] !== 0) throw new RpcError(GrpcCode.internal, 'a message is compressed');
    const length = bytes.readUInt32BE(start + 1);
    if (length > this.#maxLength)
      throw new RpcError(GrpcCode.unavailable, `a message of more than ${this.#maxLength} bytes`);
    return prefixLength + length;
  }
}
