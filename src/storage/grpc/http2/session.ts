import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { ReleasingMap } from '../../../util/releasing-map.ts';
import { FieldBlocks } from './field-blocks.ts';
import type { Fields } from './field-reader.ts';
import { FieldWriter } from './field-writer.ts';
import {
  contentOf,
  ErrorCode,
  type Frame,
  FrameFlag,
  FrameReader,
  FrameType,
  frame,
  headerFrames,
  numberFrame,
  Setting,
  settingsFrame,
  usualFrameSize,
} from './frames.ts';
import { Output } from './output.ts';
import { ClientStream, type StreamHandler, type StreamOwner } from './stream.ts';

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
/** Window of a stream and of a connection, before a peer says otherwise. */
const usualWindow = 65_535;
/** The bits of a number of a stream, and of a window. */
const lowBits = 0x7fff_ffff;

export interface SessionOptions {
  /** `http`, and the name of the peer. */
  scheme: string;
  authority: string;
  /** Bytes that may be on their way unread, of one stream and of all together. */
  receiveWindow: number;
}

interface Events {
  /** The peer has spoken. */
  settings: [];
  /** No further request may be made; those on their way go on. */
  leaving: [];
  error: [Error];
  close: [];
}

/**
 * The client's side of a connection of HTTP/2 (RFC 9113) as gRPC needs it: thousands of requests of a few sorts, to a
 * peer that was chosen. What is written in one turn of the event loop leaves in one piece.
 */
export class ClientSession extends EventEmitter<Events> implements StreamOwner {
  readonly receiveWindow: number;
  window = usualWindow;
  maxFrameSize = usualFrameSize;
  readonly #socket: Duplex;
  readonly #origin: Fields;
  readonly #output: Output;
  readonly #fields = new FieldWriter();
  readonly #blocks = new FieldBlocks();
  readonly #streams = new ReleasingMap<number, ClientStream>();
  /** Requests that have to wait, as the peer takes no more at a time, and how they begin. */
  readonly #waiting = new Map<ClientStream, () => void>();
  readonly #pings: (() => void)[] = [];
  #maxStreams = Number.POSITIVE_INFINITY;
  #streamWindow = usualWindow;
  #nextStream = 1;
  /** Bytes of data that the peer was not told of. */
  #received = 0;
  #isLeaving = false;
  #isClosed = false;

  /** `socket` may still be connecting. */
  constructor(socket: Duplex, { scheme, authority, receiveWindow }: SessionOptions) {
    super();
    this.#socket = socket;
    this.#origin = { ':scheme': scheme, ':authority': authority };
    this.#output = new Output(socket);
    this.receiveWindow = receiveWindow;
    this.#introduce();
    const reader = new FrameReader((one) => this.#receive(one));
    socket.on('data', (chunk: Buffer) => this.#guarded(() => reader.push(chunk)));
    socket.on('error', (error: Error) => this.#end(error));
    socket.on('close', () => this.#end());
    socket.on('end', () => this.destroy());
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Begins a request; see FieldWriter for `usual` and `own`. Throws when the connection takes no more. */
  request(usual: Fields, own: Fields, handler: StreamHandler): ClientStream {
    if (this.#isClosed || this.#isLeaving) throw new Error('the connection has ended');
    const stream = new ClientStream(this, handler);
    const begin = (): void => this.#begin(stream, usual, own);
    if (this.#streams.size < this.#maxStreams) begin();
    else this.#waiting.set(stream, begin);
    return stream;
  }

  /** Calls back when the peer has answered. */
  ping(onAnswer: () => void): void {
    this.#pings.push(onAnswer);
    this.write(frame(FrameType.ping, 0, 0, Buffer.alloc(8)));
  }

  /** The process may end while the connection is there. */
  unref(): void {
    (this.#socket as Partial<{ unref(): void }>).unref?.();
  }

  /** Ends the connection, and all that is on it. */
  destroy(): void {
    this.#socket.destroy();
    this.#end();
  }

  write(bytes: Buffer): void {
    if (!this.#isClosed) this.#output.write(bytes);
  }

  forget(stream: ClientStream): void {
    this.#waiting.delete(stream);
    this.#streams.delete(stream.id);
    this.#beginWaiting();
    if (this.#isLeaving && this.#streams.size === 0) this.destroy();
  }

  #introduce(): void {
    this.write(preface);
    this.write(
      settingsFrame([
        [Setting.headerTableSize, 0],
        [Setting.enablePush, 0],
        [Setting.initialWindowSize, this.receiveWindow],
      ]),
    );
    this.write(numberFrame(FrameType.windowUpdate, 0, this.receiveWindow - usualWindow));
  }

  #begin(stream: ClientStream, usual: Fields, own: Fields): void {
    stream.id = this.#nextStream;
    stream.window = this.#streamWindow;
    this.#nextStream += 2;
    this.#streams.set(stream.id, stream);
    const block = this.#fields.write([this.#origin, usual], own);
    this.write(headerFrames(stream.id, block, this.maxFrameSize));
    stream.flush();
    // There are no more numbers: in a fortnight of a thousand requests a second.
    if (this.#nextStream > lowBits) this.#leave();
  }

  #beginWaiting(): void {
    for (const [stream, begin] of this.#waiting) {
      if (this.#streams.size >= this.#maxStreams) return;
      this.#waiting.delete(stream);
      begin();
    }
  }

  /** An error in what the peer sends ends the connection. */
  #guarded(work: () => void): void {
    if (this.#isClosed) return;
    try {
      work();
    } catch (error) {
      this.#end(error as Error);
      this.#socket.destroy();
    }
  }

  #end(error?: Error): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (error !== undefined && this.listenerCount('error') > 0) this.emit('error', error);
    const never = [...this.#waiting.keys()];
    this.#waiting.clear();
    for (const stream of never) stream.closed(ErrorCode.refusedStream);
    for (const stream of [...this.#streams.values()]) stream.closed(ErrorCode.cancel);
    this.emit('close');
  }

  #leave(): void {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    this.emit('leaving');
    const never = [...this.#waiting.keys()];
    this.#waiting.clear();
    for (const stream of never) stream.closed(ErrorCode.refusedStream);
    if (this.#streams.size === 0) this.destroy();
  }

  #receive(one: Frame): void {
    const { type, flags, stream, payload } = one;
    if (this.#blocks.isUnfinished || type === FrameType.headers || type === FrameType.continuation)
      return this.#headers(one);
    switch (type) {
      case FrameType.data:
        return this.#data(one);
      case FrameType.reset:
        return this.#streams.get(stream)?.reset(payload.readUInt32BE());
      case FrameType.settings:
        return flags & FrameFlag.ack ? undefined : this.#settings(payload);
      case FrameType.ping:
        if (flags & FrameFlag.ack) return this.#pings.shift()?.();
        return this.write(frame(FrameType.ping, FrameFlag.ack, 0, payload));
      case FrameType.goAway:
        return this.#goAway(payload.readUInt32BE() & lowBits);
      case FrameType.windowUpdate:
        return this.#windowUpdate(stream, payload.readUInt32BE() & lowBits);
      case FrameType.pushPromise:
        throw new Error('Protocol error: a promise that was not wanted');
    }
  }

  #headers(one: Frame): void {
    const block = this.#blocks.add(one);
    if (block === undefined) return;
    const stream = this.#streams.get(block.stream);
    stream?.receive(block.fields);
    if (block.isEnd) stream?.receive('end');
  }

  #data(one: Frame): void {
    // Also what fills a frame up, and what comes for a request that was given up, takes from the window.
    this.#received += one.payload.length;
    if (this.#received >= this.receiveWindow / 2) {
      this.write(numberFrame(FrameType.windowUpdate, 0, this.#received));
      this.#received = 0;
    }
    const stream = this.#streams.get(one.stream);
    const content = contentOf(one);
    if (content.length > 0) stream?.receive(content);
    if (one.flags & FrameFlag.endStream) stream?.receive('end');
  }

  #settings(payload: Buffer): void {
    for (let at = 0; at + 6 <= payload.length; at += 6)
      this.#set(payload.readUInt16BE(at), payload.readUInt32BE(at + 2));
    this.write(frame(FrameType.settings, FrameFlag.ack, 0));
    this.#beginWaiting();
    this.emit('settings');
  }

  #set(setting: number, value: number): void {
    if (setting === Setting.headerTableSize) this.#fields.limitTable(value);
    else if (setting === Setting.maxConcurrentStreams) this.#maxStreams = value;
    else if (setting === Setting.maxFrameSize) this.maxFrameSize = value;
    else if (setting === Setting.initialWindowSize) {
      for (const stream of this.#streams.values()) stream.window += value - this.#streamWindow;
      this.#streamWindow = value;
      this.#flush();
    }
  }

  #windowUpdate(id: number, more: number): void {
    const stream = this.#streams.get(id);
    if (id === 0) {
      this.window += more;
      this.#flush();
    } else if (stream !== undefined) {
      stream.window += more;
      stream.flush();
    }
  }

  #flush(): void {
    for (const stream of this.#streams.values()) {
      if (this.window <= 0) return;
      stream.flush();
    }
  }

  /** Requests with numbers after `last` were not looked at. */
  #goAway(last: number): void {
    this.#leave();
    for (const stream of [...this.#streams.values()])
      if (stream.id > last) stream.closed(ErrorCode.refusedStream);
  }
}
