/** Bytes that are written to a connection at a time. */
export const blockSize = 256 * 1024;

/** Blocks that are kept: a few lists at a time. */
const maxKept = 32;

/** A part of a body on its way out: the first `size` bytes of `block`. */
export interface Block {
  readonly block: Buffer;
  readonly size: number;
}

/** An empty block: the next one takes longer, so the sender yields to the event loop. */
export const pause: Block = { block: Buffer.alloc(0), size: 0 };

/**
 * Blocks of memory for bodies on their way out, used again and again: fresh memory of this size comes from the
 * system page by page, which costs more than filling it.
 */
export class BlockPool {
  readonly #free: Buffer[] = [];
  readonly #own = new WeakSet<Buffer>();

  acquire(): Buffer {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const block = Buffer.allocUnsafeSlow(blockSize);
    this.#own.add(block);
    return block;
  }

  /** Its bytes are out. Those that are not of this pool are left alone: they may be a part of something else. */
  release(block: Buffer): void {
    if (this.#free.length < maxKept && this.#own.has(block)) this.#free.push(block);
  }
}
