import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

/** The bytes of a document in one form, and what goes with them. */
export class Published {
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** SHA-512 in upper-case hexadecimal. */
  readonly hash: string;
  /** As in Last-Modified. */
  readonly modified: string;
  #compressed: Promise<Uint8Array> | undefined;

  /** `now`: milliseconds since 1970. */
  constructor(contentType: string, bytes: Uint8Array, now: number) {
    this.contentType = contentType;
    this.bytes = bytes;
    this.hash = createHash('sha512').update(bytes).digest('hex').toUpperCase();
    this.modified = new Date(now).toUTCString();
  }

  /** Compressed once, off the main thread. */
  compressed(): Promise<Uint8Array> {
    this.#compressed ??= compress(this.bytes);
    return this.#compressed;
  }
}
