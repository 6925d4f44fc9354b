import { GrpcCode, RpcError } from './rpc-error.ts';

/** Whether it is compressed (here never), one byte, and its length, four: what comes before a message. */
const prefixLength = 5;

/** A message as it travels. */
export function framed(message: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(prefixLength + message.length);
  bytes[0] = 0;
  bytes.writeUInt32BE(message.length, 1);
  message.copy(bytes, prefixLength);
  return bytes;
}

/** Finds the messages in the bytes of a stream: a chunk may hold several, or a part of one. */
export class MessageReader {
  readonly #onMessage: (message: Buffer) => void;
  /** The beginning of a message whose end has not come. */
  #parts: Buffer[] = [];
  #length = 0;
  /** Bytes that the message needs before it is looked at again. */
  #needed = prefixLength;

  /** Messages share the memory of the chunk that they came in. */
  constructor(onMessage: (message: Buffer) => void) {
    this.#onMessage = onMessage;
  }

  /** Throws RpcError for a message that is compressed, which is never asked for. */
  push(chunk: Buffer): void {
    if (this.#length === 0) return this.#read(chunk);
    this.#keep(chunk);
    if (this.#length < this.#needed) return;
    const bytes = Buffer.concat(this.#parts, this.#length);
    this.#parts = [];
    this.#length = 0;
    this.#read(bytes);
  }

  get isInsideMessage(): boolean {
    return this.#length > 0;
  }

  #read(bytes: Buffer): void {
    let start = 0;
    this.#needed = prefixLength;
    while (bytes.length - start >= prefixLength) {
      if (bytes[start] !== 0) throw new RpcError(GrpcCode.dataLoss, 'a message is compressed');
      const end = start + prefixLength + bytes.readUInt32BE(start + 1);
      if (end > bytes.length) {
        this.#needed = end - start;
        break;
      }
      this.#onMessage(bytes.subarray(start + prefixLength, end));
      start = end;
    }
    if (start < bytes.length) this.#keep(bytes.subarray(start));
  }

  #keep(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }
}
