import { setImmediate } from 'node:timers/promises';
import type { Delivery } from '../backend.ts';

/** Something that lines are written to, one write at a time. */
export interface LineTarget {
  /** How many bytes may be written now, which is at least so many; begins a new file when it must. */
  makeRoom(bytes: number): Promise<number>;
  /** Writes all of it, or nothing that stays, and then rejects. */
  write(bytes: Buffer): Promise<void>;
  close(): Promise<void>;
}

interface WaitingLine {
  line: string;
  bytes: number;
  resolve: () => void;
  reject: (error: Error) => void;
}

/** Lines that wait for a disk which does not answer. */
const mostWaiting = 10_000;
/** Bytes of one write, unless a single line has more. */
const mostAtOnce = 4 * 1_048_576;

/** Writes lines in order. Those that come while something is being written go together in the next write. */
export class LineQueue implements Delivery {
  readonly name = 'log';
  readonly #target: LineTarget;
  #waiting: WaitingLine[] = [];
  #running: Promise<void> | undefined;

  constructor(target: LineTarget) {
    this.#target = target;
  }

  deliver(lines: readonly string[]): Promise<void> {
    if (this.#waiting.length >= mostWaiting) return Promise.reject(new Error('too many events are waiting'));
    // One promise for all: a batch is lost as a whole, and nearly every one has one line.
    let left = lines.length;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const done = (): void => {
      if (--left === 0) resolve();
    };
    for (const line of lines) {
      this.#waiting.push({ line, bytes: Buffer.byteLength(line) + 1, resolve: done, reject });
    }
    this.#running ??= this.#run();
    return promise;
  }

  async close(): Promise<void> {
    await this.#running;
    await this.#target.close();
  }

  async #run(): Promise<void> {
    // What else comes in this turn of the event loop goes along: often the rest of the same request.
    await setImmediate();
    while (this.#waiting.length > 0) await this.#writeNext();
    this.#running = undefined;
  }

  async #writeNext(): Promise<void> {
    let lines = this.#waiting.splice(0, 1);
    try {
      const room = Math.min(await this.#target.makeRoom(lines[0]!.bytes), mostAtOnce);
      lines = [...lines, ...this.#waiting.splice(0, this.#fitting(room - lines[0]!.bytes))];
      await this.#target.write(Buffer.from(`${lines.map(({ line }) => line).join('\n')}\n`));
      for (const { resolve } of lines) resolve();
    } catch (error) {
      for (const { reject } of lines) reject(error as Error);
    }
  }

  #fitting(room: number): number {
    let bytes = 0;
    const end = this.#waiting.findIndex((one) => {
      bytes += one.bytes;
      return bytes > room;
    });
    return end === -1 ? this.#waiting.length : end;
  }
}
