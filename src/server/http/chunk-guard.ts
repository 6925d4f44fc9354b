import { constants, type ServerHttp2Stream } from 'node:http2';
import type { Readable } from 'node:stream';
import type { Connection } from './connection.ts';

/** Chunks of a body that may wait to be read, however small. */
const maxWaiting = 1_024;

/** Average bytes that they must have when there are more. */
const minAverage = 64;

/** Small chunks of each body that are not counted: most bodies have no more. */
const freeChunks = 16;

/** Handling a chunk below so many bytes costs more than its bytes. */
const smallChunk = 32;

/** Small chunks of one HTTP/2 connection that are counted. */
const maxSmallChunks = 8 * 1024;

const waitingKey = Symbol('waiting');

type Counted = Readable & { [waitingKey]?: number };

/**
 * Counts a chunk that waits until the body is read; false for one too many. The stream bounds the bytes that wait, but
 * 64 KB in chunks of one byte are as many objects, some 20 MB.
 */
function mayWait(stream: Counted): boolean {
  if (stream.readableFlowing === true) return true;
  const count = (stream[waitingKey] ?? 0) + 1;
  stream[waitingKey] = count;
  return count <= maxWaiting || stream.readableLength >= count * minAverage;
}

/**
 * Guards the body of an HTTP/2 request. A stream with too many small chunks waiting is reset; a connection with too many in
 * all of its bodies ends: Node parses two megabytes of frames in one turn, for 200 ms when each has one byte.
 */
export function guardChunks(stream: ServerHttp2Stream, connection: Connection): void {
  const { push } = stream;
  let count = 0;
  stream.push = function (this: ServerHttp2Stream, chunk: Buffer | null, encoding?: BufferEncoding) {
    if (chunk === null) return push.call(this, null);
    if (++count > freeChunks && chunk.length < smallChunk && ++connection.smallChunks > maxSmallChunks) {
      this.session?.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM);
      return false;
    }
    if (mayWait(this)) return push.call(this, chunk, encoding);
    this.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    return false;
  };
}

/** Guards all HTTP/1.1 requests of a class: a connection with too many small chunks waiting is cut. */
export function guardChunksOf(prototype: Readable): void {
  const { push } = prototype;
  prototype.push = function (this: Readable, chunk: Buffer | null, encoding?: BufferEncoding) {
    if (chunk === null || mayWait(this)) return push.call(this, chunk, encoding);
    this.destroy();
    return false;
  };
}
