import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Pacer } from '../../util/pacer.ts';

const compress = promisify(gzip);

/** The bytes of a document in one form, and what goes with them. */
export class Published {
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** SHA-512 in upper-case hexadecimal. */
  readonly hash: string;
  /** Time as in Last-Modified. */
  readonly modified: string;
  #compressed: Promise<Uint8Array> | undefined;

  /** Piece by piece: other requests run meanwhile. `now`: milliseconds since 1970. */
  static async compose(
    contentType: string,
    pieces: Iterable<string>,
    now: number,
    pacer: Pacer,
  ): Promise<Published> {
    const hash = createHash('sha512');
    const buffers: Buffer[] = [];
    for (const piece of pieces) {
      const bytes = Buffer.from(piece);
      hash.update(bytes);
      buffers.push(bytes);
      await pacer.step();
    }
    return new Published(contentType, Buffer.concat(buffers), now, hash);
  }

  /** `now`: milliseconds since 1970. `hash`: of the bytes, if it is worked out already. */
  constructor(
    contentType: string,
    bytes: Uint8Array,
    now: number,
    hash = createHash('sha512').update(bytes),
  ) {
    this.contentType = contentType;
    this.bytes = bytes;
    this.hash = hash.digest('hex').toUpperCase();
    this.modified = new Date(now).toUTCString();
  }

  /** Compressed once, off the main thread. */
  compressed(): Promise<Uint8Array> {
    this.#compressed ??= compress(this.bytes);
    return this.#compressed;
  }
}
