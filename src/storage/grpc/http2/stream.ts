import type { Fields } from './field-reader.ts';
import { ErrorCode, FrameFlag, FrameType, frameHead, numberFrame } from './frames.ts';

/** Receives what becomes of a request, in this order. */
export interface StreamHandler {
  /** Called with the fields before the data, and with those after it. */
  onFields(fields: Fields): void;
  onData(chunk: Buffer): void;
  /** The peer has sent everything. */
  onEnd(): void;
  /** Called once, last: also without `onEnd`, with the reason for which the stream was ended. */
  onClose(code: number): void;
}

/** Connection of a stream, as the stream sees it. */
export interface StreamOwner {
  readonly isClosed: boolean;
  /** Bytes that the peer takes of all streams together. */
  window: number;
  /** Bytes of data in a frame. */
  readonly maxFrameSize: number;
  readonly receiveWindow: number;
  /** The bytes may not change in this turn. */
  write(bytes: Buffer): void;
  forget(stream: ClientStream): void;
}

type Received = Fields | Buffer | 'end';

/** One request on a connection, which may send data for as long as it likes and receives an answer meanwhile. */
export class ClientStream {
  /** 0 as long as it has to wait for its turn. */
  id = 0;
  /** Bytes that the peer takes of this stream. */
  window = 0;
  readonly #owner: StreamOwner;
  readonly #handler: StreamHandler;
  /** Data that was not sent, as windows are full or the stream has not begun. */
  readonly #unsent: Buffer[] = [];
  #unsentLength = 0;
  #isLastGiven = false;
  #isLastSent = false;
  #isClosed = false;
  /** Everything that has come while nobody wants it. */
  #held: Received[] | undefined;
  /** Bytes handed over that the peer was not told of. */
  #taken = 0;

  constructor(owner: StreamOwner, handler: StreamHandler) {
    this.#owner = owner;
    this.#handler = handler;
  }

  /** Sends data, in parts that it comes in, and with the last of it the end. */
  send(data: readonly Buffer[], isLast: boolean): void {
    if (this.#isClosed || this.#isLastGiven) return;
    this.#isLastGiven = isLast;
    for (const part of data) {
      this.#unsent.push(part);
      this.#unsentLength += part.length;
    }
    this.flush();
  }

  /** Sends what windows have room for. */
  flush(): void {
    while (this.id !== 0 && this.#unsentLength > 0) {
      const room = Math.min(this.window, this.#owner.window, this.#owner.maxFrameSize);
      if (room <= 0) return;
      const length = Math.min(room, this.#unsentLength);
      const isLast = this.#isLastGiven && length === this.#unsentLength;
      const flags = isLast ? FrameFlag.endStream : 0;
      this.#isLastSent = isLast;
      this.window -= length;
      this.#owner.window -= length;
      this.#owner.write(frameHead(FrameType.data, flags, this.id, length));
      this.#write(length);
    }
  }

  #write(length: number): void {
    this.#unsentLength -= length;
    for (let rest = length; rest > 0; ) {
      const part = this.#unsent[0]!;
      const isWhole = part.length <= rest;
      if (isWhole) this.#unsent.shift();
      else this.#unsent[0] = part.subarray(rest);
      this.#owner.write(isWhole ? part : part.subarray(0, rest));
      rest -= Math.min(rest, part.length);
    }
  }

  /** Keeps what comes; the peer stops when the window is full. */
  pause(): void {
    this.#held ??= [];
  }

  resume(): void {
    const held = this.#held;
    this.#held = undefined;
    for (const [at, received] of (held ?? []).entries()) {
      this.receive(received);
      // Paused again by what it was handed.
      if (this.#held !== undefined) {
        (this.#held as Received[]).push(...held!.slice(at + 1));
        return;
      }
    }
  }

  /** Gives the request up. */
  close(code: number): void {
    if (this.#isClosed) return;
    if (this.id !== 0 && !this.#owner.isClosed)
      this.#owner.write(numberFrame(FrameType.reset, this.id, code));
    this.closed(code);
  }

  /** Something has come from the peer. */
  receive(received: Received): void {
    if (this.#isClosed) return;
    if (this.#held !== undefined) this.#held.push(received);
    else if (received === 'end') this.#end();
    else if (Buffer.isBuffer(received)) this.#data(received);
    else this.#handler.onFields(received as Fields);
  }

  /** The peer ends the stream: after it has sent everything, which may be held, that says nothing new. */
  reset(code: number): void {
    if (this.#held?.at(-1) !== 'end') this.closed(code);
  }

  /** It is over: the connection is gone, or one of both sides has said so. */
  closed(code: number): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#unsentLength = 0;
    this.#unsent.length = 0;
    this.#held = undefined;
    this.#owner.forget(this);
    this.#handler.onClose(code);
  }

  #data(chunk: Buffer): void {
    this.#taken += chunk.length;
    if (this.#taken >= this.#owner.receiveWindow / 2 && !this.#owner.isClosed) {
      this.#owner.write(numberFrame(FrameType.windowUpdate, this.id, this.#taken));
      this.#taken = 0;
    }
    this.#handler.onData(chunk);
  }

  #end(): void {
    this.#handler.onEnd();
    if (this.#isLastSent) this.closed(ErrorCode.none);
    else this.close(ErrorCode.cancel);
  }
}
