import { ftruncate, write } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const writeSome = promisify(write);
const truncate = promisify(ftruncate);

/** Milliseconds before a reader that is slow is tried again. */
const pause = 10;

/**
 * Writes to an open file, by its number, off the event loop. When a disk has taken only a part, that part is taken
 * back, so that no half of a line is left for the next one to be appended to.
 */
export class Descriptor {
  readonly #fd: number;
  /** Bytes that are in the file; undefined for a pipe, from which nothing can be taken back. */
  #size: number | undefined;
  /** Other processes write to the file: what comes after a part may be theirs. */
  readonly #isShared: boolean;
  /** There is half a line that could not be taken back. */
  #isTorn = false;

  constructor(fd: number, size: number | undefined, { isShared } = { isShared: false }) {
    this.#fd = fd;
    this.#size = size;
    this.#isShared = isShared;
  }

  get size(): number {
    return this.#size ?? 0;
  }

  set size(bytes: number) {
    this.#size = bytes;
  }

  async write(bytes: Buffer): Promise<void> {
    const whole = this.#isTorn ? Buffer.concat([Buffer.from('\n'), bytes]) : bytes;
    let at = 0;
    try {
      while (at < whole.length) at += await this.#writeFrom(whole, at);
    } catch (error) {
      if (at > 0) await this.#takeBack();
      throw error;
    }
    this.#isTorn = false;
    if (this.#size !== undefined) this.#size += whole.length;
  }

  async #writeFrom(bytes: Buffer, at: number): Promise<number> {
    try {
      const { bytesWritten } = await writeSome(this.#fd, bytes, at, bytes.length - at, null);
      return bytesWritten;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      await sleep(pause);
      return 0;
    }
  }

  async #takeBack(): Promise<void> {
    this.#isTorn = true;
    if (this.#size === undefined || this.#isShared) return;
    try {
      await truncate(this.#fd, this.#size);
      this.#isTorn = false;
    } catch {
      // The next line begins with an end of line instead.
    }
  }
}
