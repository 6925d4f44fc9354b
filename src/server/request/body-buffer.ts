/** Bytes that a body without a declared length begins with. */
const firstCapacity = 4 * 1024;

/** Pieces of a body of which it does not matter how small they are. */
const freePieces = 4 * 1024;

/** Bytes that the pieces of a body have on average, when there are more of them. */
const minPieceBytes = 32;

/**
 * The bytes of a body as they come, in one buffer that grows: a piece costs its bytes and no more, however small it is,
 * and nothing is kept of the larger buffers that pieces are parts of.
 */
export class BodyBuffer {
  readonly #max: number;
  #buffer: Buffer | undefined;
  #length = 0;
  #pieces = 0;

  /** `max`: the declared length, or the most that there may be. */
  constructor(max: number) {
    this.#max = max;
  }

  get length(): number {
    return this.#length;
  }

  /**
   * Whether each of very many pieces has only a few bytes. No client sends such a body; to take it apart would cost a
   * hundred times what its bytes cost.
   */
  get isAbsurd(): boolean {
    return this.#pieces > freePieces && this.#length < this.#pieces * minPieceBytes;
  }

  /** Bytes by which the memory will grow with this piece. */
  growthFor(piece: Buffer): number {
    return this.#capacityFor(piece) - (this.#buffer?.length ?? 0);
  }

  add(piece: Buffer): void {
    this.#pieces++;
    if (piece.length === this.#max && this.#length === 0) this.#buffer = piece;
    else this.#copy(piece);
    this.#length += piece.length;
  }

  bytes(): Buffer {
    return this.#buffer?.subarray(0, this.#length) ?? Buffer.alloc(0);
  }

  clear(): void {
    this.#buffer = undefined;
    this.#length = 0;
  }

  #copy(piece: Buffer): void {
    const capacity = this.#capacityFor(piece);
    if (this.#buffer === undefined || capacity > this.#buffer.length) {
      const grown = Buffer.allocUnsafeSlow(capacity);
      this.#buffer?.copy(grown, 0, 0, this.#length);
      this.#buffer = grown;
    }
    piece.copy(this.#buffer, this.#length);
  }

  /** At least doubled, so that all copies together are no more than the body itself; never beyond what may come. */
  #capacityFor(piece: Buffer): number {
    const present = this.#buffer?.length ?? 0;
    const needed = this.#length + piece.length;
    if (needed <= present) return present;
    return Math.max(needed, Math.min(Math.max(2 * present, firstCapacity), this.#max));
  }
}
