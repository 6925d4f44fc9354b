import type { Duplex } from 'node:stream';

/** Up to so many bytes are copied together: the kernel, and TLS, are asked once for all of them. */
const capacity = 64 * 1024;

/**
 * Gathers what is written in one turn of the event loop, and hands it to the socket at its end, from one buffer that is
 * used again and again: new ones by the thousand are what the garbage collector would be busy with.
 */
export class Output {
  readonly #socket: Duplex;
  #pieces: Buffer[] = [];
  #length = 0;
  #isDue = false;
  /** Undefined while the socket writes from it. */
  #spare: Buffer | undefined = Buffer.allocUnsafeSlow(capacity);

  constructor(socket: Duplex) {
    this.#socket = socket;
  }

  /** The piece is read when the turn ends. */
  write(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    const pieces = this.#pieces;
    const length = this.#length;
    this.#pieces = [];
    this.#length = 0;
    this.#isDue = false;
    if (this.#socket.destroyed) return;
    if (length > capacity) for (const piece of pieces) this.#socket.write(piece);
    else if (this.#spare === undefined) this.#socket.write(Buffer.concat(pieces, length));
    else this.#writeFrom(this.#spare, pieces, length);
  }

  #writeFrom(spare: Buffer, pieces: readonly Buffer[], length: number): void {
    let at = 0;
    for (const piece of pieces) at += piece.copy(spare, at);
    this.#spare = undefined;
    this.#socket.write(spare.subarray(0, length), () => {
      this.#spare = spare;
    });
  }
}
