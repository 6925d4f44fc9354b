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

/** Why a stream is reset: it is no longer wanted. */
const cancelled = 5;

/** Bytes on their way from which on pings are not answered: a side that does not read sees no answer. */
const maxUnsentForPing = 65_536;

/** The client's side of SPDY/3.1 over a connection that was upgraded. */
export class SpdyClient {
  readonly #socket: Duplex;
  readonly #observer: SpdyObserver;
  readonly #headers = new HeaderWriter();
  readonly #opening = new Map<number, () => void>();
  #next = 1;

  constructor(socket: Duplex, observer: SpdyObserver) {
    this.#socket = socket;
    this.#observer = observer;
  }

  /** `head`: the bytes that came with the answer to the upgrade. */
  start(head: Buffer): void {
    const reader = new FrameReader({
      data: (stream, piece, isLast) => {
        if (piece.length > 0) this.#observer.data(stream, piece);
        if (isLast) this.#observer.ended(stream);
      },
      control: (type, body) => this.#control(type, body),
    });
    const read = (bytes: Buffer): void => {
      try {
        reader.push(bytes);
      } catch {
        this.#socket.destroy();
      }
    };
    this.#socket.on('data', read);
    this.#socket.on('drain', () => this.#observer.drained());
    this.#socket.on('error', () => {});
    this.#socket.once('end', () => this.#socket.end());
    this.#socket.once('close', () => this.#observer.closed());
    if (head.length > 0) read(head);
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
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  close(): void {
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
