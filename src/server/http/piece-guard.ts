import { constants, type ServerHttp2Stream } from 'node:http2';
import type { Readable } from 'node:stream';
import type { Connection } from './connection.ts';

/** Pieces of a body that may wait to be read, however small they are. */
const maxWaiting = 1_024;

/** Bytes that they have on average when there are more. */
const minAverage = 64;

/** Pieces of each body that may be small: with most requests that is all of it. */
const freePieces = 16;

/** A piece with fewer bytes costs more than its bytes. */
const smallPiece = 32;

/** Small pieces on one connection of HTTP/2, beside the free ones of each body. */
const maxSmallPieces = 8 * 1024;

const waitingKey = Symbol('waiting');

type Counted = Readable & { [waitingKey]?: number };

/**
 * Counts a piece that has to wait until the body is read. All that wait are bounded in bytes: but 64 KB in pieces of one
 * byte are as many objects, some 20 MB. False for one that is too many.
 */
function mayWait(stream: Counted): boolean {
  if (stream.readableFlowing === true) return true;
  const count = (stream[waitingKey] ?? 0) + 1;
  stream[waitingKey] = count;
  return count <= maxWaiting || stream.readableLength >= count * minAverage;
}

/**
 * For the body of a request of HTTP/2. A stream with too many small pieces that wait is reset; a connection with too many
 * in all of its bodies ends: two megabytes of frames are looked at before anything else, in 200 ms when each has a byte.
 */
export function guardPieces(stream: ServerHttp2Stream, connection: Connection): void {
  const { push } = stream;
  let count = 0;
  stream.push = function (this: ServerHttp2Stream, piece: Buffer | null, encoding?: BufferEncoding) {
    if (piece === null) return push.call(this, null);
    if (++count > freePieces && piece.length < smallPiece && ++connection.smallPieces > maxSmallPieces) {
      this.session?.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM);
      return false;
    }
    if (mayWait(this)) return push.call(this, piece, encoding);
    this.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    return false;
  };
}

/** For all requests of HTTP/1.1 of a class: a connection with too many small pieces that wait is cut. */
export function guardPiecesOf(prototype: Readable): void {
  const { push } = prototype;
  prototype.push = function (this: Readable, piece: Buffer | null, encoding?: BufferEncoding) {
    if (piece === null || mayWait(this)) return push.call(this, piece, encoding);
    this.destroy();
    return false;
  };
}
