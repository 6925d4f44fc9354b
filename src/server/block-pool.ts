/** Bytes that are written to a connection at a time. */
export const blockSize = 256 * 1024;

/** Blocks that are kept: a few lists at a time. */
const maximumKept = 32;

/**
 * Blocks of memory for bodies on their way out, used again and again: fresh memory of this size comes from the
 * system page by page, which costs more than filling it.
 */
export class BlockPool {
  readonly #free: Buffer[] = [];

  acquire(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(blockSize);
  }

  /** Its bytes are out. Blocks of another size are let go. */
  release(block: Buffer): void {
    if (block.length === blockSize && this.#free.length < maximumKept) this.#free.push(block);
  }
}
