import { write, writeSync } from 'node:fs';

/** Bytes of lines that are not written yet: a reader that is slow, or none. Lines beyond are dropped. */
const maxUnwritten = 4 * 1024 * 1024;

/** Milliseconds until a write that failed is tried again. */
const retryDelay = 100;

export interface LineWriterOptions {
  /** Bytes of one write, which always has whole lines; a line that is longer is written alone. */
  maxWrite: number;
  /** Called when lines are lost or wait for a file system that is full, and when all is well again. */
  onBlocked(isBlocked: boolean): void;
}

/**
 * Lines of text to a file descriptor, beside everything else that the process does. A file system that is full, or a
 * pipe that is not read, makes it lose lines and nothing more; a reader that has left gets none.
 */
export class LineWriter {
  readonly #file: number;
  readonly #options: LineWriterOptions;
  #lines: Buffer[] = [];
  #bytes = 0;
  /** The write that goes on, or that is tried again. */
  #current = Buffer.alloc(0);
  #isWriting = false;
  /** `#current` is with the system, which finishes it even while the process ends. */
  #isUnderWay = false;
  #isUnread = false;

  constructor(file: number, options: LineWriterOptions) {
    this.#file = file;
    this.#options = options;
  }

  write(text: string): void {
    if (this.#isUnread) return;
    const line = Buffer.from(text);
    if (this.#bytes + line.length > maxUnwritten) return this.#options.onBlocked(true);
    this.#lines.push(line);
    this.#bytes += line.length;
    if (!this.#isWriting) this.#next();
  }

  /** Writes the rest when the process ends: as much as can be written without waiting. */
  flushSync(): void {
    if (this.#isUnderWay) this.#current = Buffer.alloc(0);
    try {
      for (this.#take(); this.#current.length > 0; this.#take())
        this.#written(writeSync(this.#file, this.#current));
    } catch {
      // The rest is lost: there is nowhere to say so.
    }
  }

  #next(): void {
    this.#take();
    this.#isWriting = this.#current.length > 0;
    if (!this.#isWriting) return;
    this.#isUnderWay = true;
    write(this.#file, this.#current, (error, count) => {
      this.#isUnderWay = false;
      if (error !== null) return this.#failed(error);
      this.#options.onBlocked(false);
      this.#written(count);
      this.#next();
    });
  }

  /** Makes the next write of as many whole lines as it may have, if the one before is done. */
  #take(): void {
    if (this.#current.length > 0) return;
    let size = 0;
    let count = 0;
    for (const { length } of this.#lines) {
      if (count > 0 && size + length > this.#options.maxWrite) break;
      size += length;
      count++;
    }
    this.#current = Buffer.concat(this.#lines.splice(0, count));
  }

  #written(count: number): void {
    this.#current = this.#current.subarray(count);
    this.#bytes -= count;
  }

  #failed(error: NodeJS.ErrnoException): void {
    if (error.code === 'EPIPE') {
      this.#isUnread = true;
      this.#lines = [];
      this.#current = Buffer.alloc(0);
      return;
    }
    // A pipe that is full for a moment is no problem: its lines wait.
    if (error.code !== 'EAGAIN') this.#options.onBlocked(true);
    setTimeout(() => this.#next(), retryDelay).unref();
  }
}
