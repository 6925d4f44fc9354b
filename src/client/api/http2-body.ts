import { type ClientHttp2Stream, constants } from 'node:http2';
import { Readable } from 'node:stream';

/**
 * The body of an answer. Node ends a stream that was reset, or whose connection broke, as if it were complete: to its
 * reader half a list would be a list.
 */
export class Http2Body extends Readable {
  readonly #stream: ClientHttp2Stream;
  #isComplete = false;

  /** `broken`: asked for the error of a stream that ended early. */
  constructor(stream: ClientHttp2Stream, broken: () => Error) {
    super();
    this.#stream = stream;
    // A reader that comes late finds it in the stream's state.
    this.on('error', () => {});
    stream.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) stream.pause();
    });
    stream.once('end', () => {
      if (stream.rstCode !== constants.NGHTTP2_NO_ERROR) return;
      this.#isComplete = true;
      this.push(null);
    });
    stream.once('close', () => {
      if (!this.#isComplete) this.destroy(broken());
    });
    stream.pause();
  }

  override _read(): void {
    this.#stream.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#stream.closed) this.#stream.close(constants.NGHTTP2_CANCEL);
    done(error);
  }
}
