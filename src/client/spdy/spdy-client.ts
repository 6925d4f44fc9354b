import type { Duplex } from 'node:stream';
import { controlFrame, dataHead, FrameReader, finFlag, frameTypes, HeaderWriter } from './frames.ts';

export interface SpdyObserver {
  /** Bytes that came on a stream. Between `pause` and `resume` none do. */
  data(stream: number, bytes: Buffer): void;
  /** Nothing more comes on a stream. */
  ended(stream: number): void;
  /** The connection is over. */
  closed(): void;
  /** The socket takes more data again. */
  drained(): void;
}

/** Reason why a stream is reset: it is no longer wanted. */
const cancelled = 5;

/** Bytes on their way from which on pings are not answered: a side that does not read sees no answer. */
const maxUnsentForPing = 65_536;

/**
 * Frames that are taken apart in one turn of the event loop, and bytes after which they are counted: of many
 * connections with frames of a byte each, one turn would have millions.
 */
const maxFrames = 500;
const sliceBytes = 4_096;

/** The client's side of SPDY/3.1 over a connection that was upgraded. */
export class SpdyClient {
  readonly #socket: Duplex;
  readonly #observer: SpdyObserver;
  readonly #headers = new HeaderWriter();
  readonly #opening = new Map<number, () => void>();
  readonly #reader: FrameReader;
  #next = 1;
  /** Frames that were taken apart in this turn. */
  #frames = 0;
  /** Bytes that wait for the next turn; nothing is read from the socket meanwhile. */
  #rest: Buffer | undefined;
  #isPaused = false;

  constructor(socket: Duplex, observer: SpdyObserver) {
    this.#socket = socket;
    this.#observer = observer;
    this.#reader = new FrameReader({
      data: (stream, piece, isLast) => {
        this.#frames++;
        if (piece.length > 0) observer.data(stream, piece);
        if (isLast) observer.ended(stream);
      },
      control: (type, body) => {
        this.#frames++;
        this.#control(type, body);
      },
    });
  }

  /** `head`: the bytes that came with the answer to the upgrade. */
  start(head: Buffer): void {
    this.#socket.on('data', (bytes: Buffer) => this.#take(bytes));
    this.#socket.on('drain', () => this.#observer.drained());
    this.#socket.on('error', () => {});
    this.#socket.once('end', () => this.#socket.end());
    this.#socket.once('close', () => this.#observer.closed());
    if (head.length > 0) this.#take(head);
  }

  #take(bytes: Buffer): void {
    this.#frames = 0;
    let at = 0;
    try {
      for (; at < bytes.length && this.#frames < maxFrames; at += sliceBytes)
        this.#reader.push(bytes.subarray(at, at + sliceBytes));
    } catch {
      this.#socket.destroy();
      return;
    }
    if (this.#frames < maxFrames) return;
    this.#rest = bytes.subarray(at);
    this.#socket.pause();
    setImmediate(() => this.#goOn());
  }

  #goOn(): void {
    const rest = this.#rest;
    if (this.#isPaused || rest === undefined) return;
    this.#rest = undefined;
    this.#take(rest);
    if (this.#rest === undefined) this.#socket.resume();
  }

  /** The number of the stream. Data sent before the other side has accepted it is lost: `agreed` says when. */
  open(headers: Readonly<Record<string, string>>): { stream: number; agreed: Promise<void> } {
    const stream = this.#next;
    this.#next += 2;
    const fixed = Buffer.alloc(10);
    fixed.writeUInt32BE(stream);
    this.#socket.write(
      controlFrame(frameTypes.synStream, Buffer.concat([fixed, this.#headers.block(headers)])),
    );
    return { stream, agreed: new Promise((resolve) => this.#opening.set(stream, resolve)) };
  }

  /** Whether there is room for more. */
  send(stream: number, bytes: Buffer, isLast = false): boolean {
    if (!this.#socket.writable) return true;
    this.#socket.write(dataHead(stream, bytes.length, isLast ? finFlag : 0));
    return this.#socket.write(bytes);
  }

  /** Neither side says more on the stream. */
  reset(stream: number): void {
    if (!this.#socket.writable) return;
    const body = Buffer.alloc(8);
    body.writeUInt32BE(stream);
    body.writeUInt32BE(cancelled, 4);
    this.#socket.write(controlFrame(frameTypes.rstStream, body));
  }

  pause(): void {
    this.#isPaused = true;
    this.#socket.pause();
  }

  resume(): void {
    this.#isPaused = false;
    if (this.#rest === undefined) this.#socket.resume();
    else setImmediate(() => this.#goOn());
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }

  #control(type: number, body: Buffer): void {
    if (type === frameTypes.ping) {
      // Even numbers are the other side's own: they want to see them again.
      const isTheirs = body.length === 4 && body.readUInt32BE(0) % 2 === 0;
      if (isTheirs && this.#socket.writable && this.#socket.writableLength <= maxUnsentForPing)
        this.#socket.write(controlFrame(type, body));
    } else if (type === frameTypes.goAway) this.#socket.end();
    else if (type === frameTypes.synReply && body.length >= 4) {
      const stream = body.readUInt32BE(0);
      this.#opening.get(stream)?.();
      this.#opening.delete(stream);
    } else if (type === frameTypes.rstStream && body.length >= 4) this.#observer.ended(body.readUInt32BE(0));
  }
}
