import type { Socket } from 'node:net';
import type { Duplex, Writable } from 'node:stream';
import { RecordWriter } from '../http/record-writer.ts';
import { ClientFrames, type MessagePart, opcodes } from './client-frames.ts';
import { frame } from './frames.ts';

/** The status with which a conversation ends that came to its end. */
export const normalClosure = 1000;
export const protocolError = 1002;

/** A final frame of each kind. */
const final = 0x80;

/** Bytes, and writes, on their way to a client from which on it is to be told nothing more. */
const maxUnsent = 262_144;
const maxWrites = 1_024;
/** Bytes on their way from which on pings are not answered: a client that does not read sees no answer. */
const maxUnsentForPong = 65_536;

/** Bytes of one client that are taken apart in a turn of the event loop; what comes after them waits for the next. */
const maxReadInTurn = 262_144;

/** Milliseconds that a client may take to say farewell. */
const farewell = 30_000;

/** Milliseconds between two pings while nothing is read: a client that has gone is noticed only by writing to it. */
const pingInterval = 15_000;

export interface WebSocketHandler {
  /** A piece of a message. */
  piece(bytes: Buffer, part: MessagePart): void;
  /** All that was sent has left. */
  drained(): void;
}

/** Reads and drops what a client says. */
export const deafHandler: WebSocketHandler = { piece: () => {}, drained: () => {} };

/** The server's side of a WebSocket, after its handshake. It keeps nothing of what a client says. */
export class ServerWebSocket {
  readonly #socket: Duplex;
  /** The way to the client. */
  readonly #out: Writable;
  readonly #handler: WebSocketHandler;
  readonly #frames: ClientFrames;
  /** Frames of this turn. */
  #unflushed: Buffer[] = [];
  #writes = 0;
  #hasSaidFarewell = false;
  #isPaused = false;
  #readInTurn = 0;
  #pings: NodeJS.Timeout | undefined;

  /**
   * `head`: the bytes that came with the handshake. `isApart`: each frame leaves for itself, for clients that wait for each
   * (see RecordWriter); else the frames of a turn leave together, however short they are.
   */
  constructor(socket: Duplex, head: Buffer, handler: WebSocketHandler, isApart = false) {
    this.#socket = socket;
    this.#out = isApart ? new RecordWriter(socket) : socket;
    this.#handler = handler;
    this.#frames = new ClientFrames({
      piece: (bytes, part) => {
        if (this.isOpen) handler.piece(bytes, part);
      },
      control: (opcode, payload) => this.#control(opcode, payload),
    });
    (socket as Partial<Socket>).setTimeout?.(0);
    (socket as Partial<Socket>).setNoDelay?.();
    // It is followed by `close`: errors of a client end its own connection only.
    socket.on('error', () => {});
    socket.once('end', () => this.#leave()).once('close', () => clearInterval(this.#pings));
    if (head.length > 0) socket.unshift(head);
    socket.on('data', (bytes: Buffer) => {
      this.#read(() => this.#frames.push(bytes));
      this.#count(bytes.length);
    });
  }

  /** Whether more can be said. */
  get isOpen(): boolean {
    return !this.#hasSaidFarewell && this.#socket.writable;
  }

  /** Whether so much is on its way that no more should be sent. */
  get isFull(): boolean {
    return this.#unsent > maxUnsent || this.#writes > maxWrites;
  }

  get #unsent(): number {
    return Math.max(this.#socket.writableLength, this.#out.writableLength);
  }

  /** Calls `closed` when the connection is over. */
  onClose(closed: () => void): void {
    if (this.#socket.closed) closed();
    else this.#socket.once('close', closed);
  }

  send(payload: Buffer, isText = false): void {
    if (!this.isOpen) return;
    this.#unflushed.push(frame(final | (isText ? opcodes.text : opcodes.binary), payload));
    if (this.#unflushed.length === 1) process.nextTick(() => this.#flush());
  }

  /** Nothing is read until `resume`. */
  pause(): void {
    this.#isPaused = true;
    this.#frames.pause();
    this.#socket.pause();
    this.#pings ??= setInterval(() => this.#ping(), pingInterval).unref();
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#read(() => this.#frames.resume());
    if (this.#isPaused) return;
    clearInterval(this.#pings);
    this.#pings = undefined;
    this.#socket.resume();
  }

  /** Says farewell, waits for that of the client, and ends the connection. */
  close(code: number): void {
    if (!this.isOpen) return;
    this.#flush();
    const payload = Buffer.alloc(2);
    payload.writeUInt16BE(code);
    this.#sayFarewell(payload);
    this.resume();
  }

  /** Breaks the connection off. */
  terminate(): void {
    this.#socket.destroy();
  }

  /** Lets other clients have their turn. */
  #count(length: number): void {
    if (this.#readInTurn === 0) setImmediate(() => this.#nextTurn());
    this.#readInTurn += length;
    if (this.#readInTurn > maxReadInTurn) this.#socket.pause();
  }

  #nextTurn(): void {
    const waits = this.#readInTurn > maxReadInTurn;
    this.#readInTurn = 0;
    if (waits && !this.#isPaused) this.#socket.resume();
  }

  #read(read: () => void): void {
    try {
      read();
    } catch {
      this.close(protocolError);
      this.#leave();
    }
  }

  #control(opcode: number, payload: Buffer): void {
    if (opcode === opcodes.ping) {
      if (this.isOpen && this.#unsent <= maxUnsentForPong)
        this.#out.write(frame(final | opcodes.pong, payload));
    } else if (opcode === opcodes.close) {
      this.#flush();
      if (this.isOpen) this.#sayFarewell(payload.subarray(0, 2));
      this.#leave();
    }
  }

  #ping(): void {
    if (this.isOpen && this.#unsent === 0) this.#out.write(frame(final | opcodes.ping, Buffer.alloc(0)));
  }

  #sayFarewell(payload: Buffer): void {
    this.#hasSaidFarewell = true;
    this.#out.write(frame(final | opcodes.close, payload));
    setTimeout(() => this.#socket.destroy(), farewell).unref();
  }

  /** Both sides have said all. */
  #leave(): void {
    this.#flush();
    this.#hasSaidFarewell = true;
    this.#out.end();
    setTimeout(() => this.#socket.destroy(), farewell).unref();
  }

  #flush(): void {
    const frames = this.#unflushed;
    if (frames.length === 0) return;
    this.#unflushed = [];
    if (!this.#socket.writable) return this.#handler.drained();
    const isApart = this.#out !== this.#socket;
    for (const bytes of isApart || frames.length === 1 ? frames : [Buffer.concat(frames)]) {
      this.#writes++;
      this.#out.write(bytes, () => {
        this.#writes--;
        if (this.#writes === 0) this.#handler.drained();
      });
    }
  }
}
