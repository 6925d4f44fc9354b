import { EventEmitter } from 'node:events';
import { Duplex } from 'node:stream';
import { constants, createDeflate, createInflate, type Deflate, type Inflate } from 'node:zlib';
import { dictionary } from './dictionary.ts';

const types = { synStream: 1, synReply: 2, rstStream: 3, ping: 6, goAway: 7 } as const;
const fin = 1;
const headSize = 8;
const maxData = 65_536;
/** The end of a flush of zlib. */
const flushed = Buffer.from([0, 0, 0xff, 0xff]);

/** One stream of a session, as the client has opened it. */
export class SpdyStream extends Duplex {
  readonly id: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly #session: SpdySession;

  constructor(id: number, headers: Record<string, string>, session: SpdySession) {
    super({ autoDestroy: false });
    this.id = id;
    this.headers = headers;
    this.#session = session;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    let last = true;
    for (let at = 0; at < chunk.length; at += maxData) {
      last = this.#session.data(this.id, chunk.subarray(at, at + maxData), 0);
    }
    if (last) done();
    else this.#session.socket.once('drain', done);
  }

  override _final(done: () => void): void {
    this.#session.data(this.id, Buffer.alloc(0), fin);
    done();
  }
}

/** The server's side of SPDY/3.1 over an upgraded connection, without flow control: emits `stream`, then `close`. */
export class SpdySession extends EventEmitter<{ stream: [SpdyStream]; close: [] }> {
  readonly socket: Duplex;
  readonly #streams = new Map<number, SpdyStream>();
  readonly #inflate: Inflate = createInflate({ dictionary, finishFlush: constants.Z_SYNC_FLUSH });
  readonly #deflate: Deflate = createDeflate({ dictionary, flush: constants.Z_SYNC_FLUSH });

  constructor(socket: Duplex, head: Buffer) {
    super();
    // Each stream waits for room on its own.
    this.socket = socket.setMaxListeners(0) as Duplex;
    void this.#read(head).finally(() => {
      for (const stream of this.#streams.values()) stream.push(null);
      this.emit('close');
    });
  }

  data(id: number, bytes: Buffer, flags: number): boolean {
    if (this.socket.destroyed || this.socket.writableEnded) return true;
    const head = Buffer.alloc(headSize);
    head.writeUInt32BE(id);
    head.writeUInt32BE((flags << 24) | bytes.length, 4);
    return this.socket.write(Buffer.concat([head, bytes]));
  }

  async #read(first: Buffer): Promise<void> {
    let waiting = first;
    const frames = async (): Promise<void> => {
      while (waiting.length >= headSize) {
        const length = waiting.readUIntBE(5, 3);
        if (waiting.length < headSize + length) return;
        const frame = waiting.subarray(0, headSize + length);
        waiting = waiting.subarray(headSize + length);
        await this.#frame(frame);
      }
    };
    try {
      await frames();
      for await (const chunk of this.socket as AsyncIterable<Buffer>) {
        waiting = Buffer.concat([waiting, chunk]);
        await frames();
      }
    } catch {
      // A connection that breaks has ended.
    }
  }

  async #frame(frame: Buffer): Promise<void> {
    const flags = frame[4]!;
    const body = frame.subarray(headSize);
    const isData = (frame[0]! & 0x80) === 0;
    if (isData) return this.#received(frame.readUInt32BE(0), body, flags);
    const type = frame.readUInt16BE(2);
    if (type === types.synStream) await this.#opened(body, flags);
    else if (type === types.rstStream) this.#streams.get(body.readUInt32BE(0))?.push(null);
    else if (type === types.ping) this.#control(types.ping, body);
    else if (type === types.goAway) this.socket.end();
  }

  async #opened(body: Buffer, flags: number): Promise<void> {
    const id = body.readUInt32BE(0);
    const block = body.subarray(10);
    // Node gives out what is not flushed; the libraries of agents do not, and give the connection up.
    if (!block.subarray(-flushed.length).equals(flushed)) throw new Error('headers that are not flushed');
    const stream = new SpdyStream(id, headersOf(await through(this.#inflate, block)), this);
    this.#streams.set(id, stream);
    const reply = Buffer.alloc(4);
    reply.writeUInt32BE(id);
    this.#control(types.synReply, Buffer.concat([reply, await through(this.#deflate, Buffer.alloc(4))]));
    if ((flags & fin) !== 0) stream.push(null);
    this.emit('stream', stream);
  }

  #received(id: number, bytes: Buffer, flags: number): void {
    const stream = this.#streams.get(id);
    if (bytes.length > 0) stream?.push(bytes);
    if ((flags & fin) !== 0) stream?.push(null);
  }

  #control(type: number, body: Buffer): void {
    const head = Buffer.alloc(headSize);
    head.writeUInt16BE(0x8003);
    head.writeUInt16BE(type, 2);
    head.writeUInt32BE(body.length, 4);
    this.socket.write(Buffer.concat([head, body]));
  }
}

/** All that comes out for what goes in: each header block is flushed. */
function through(coder: Inflate | Deflate, bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    coder.once('error', reject);
    coder.write(bytes, () => {
      coder.off('error', reject);
      resolve((coder.read() as Buffer | null) ?? Buffer.alloc(0));
    });
  });
}

function headersOf(block: Buffer): Record<string, string> {
  let at = 0;
  const text = (): string => {
    const length = block.readUInt32BE(at);
    at += 4 + length;
    return block.subarray(at - length, at).toString();
  };
  const count = block.readUInt32BE(0);
  at = 4;
  const headers: Record<string, string> = {};
  for (let index = 0; index < count; index++) headers[text()] = text();
  return headers;
}
