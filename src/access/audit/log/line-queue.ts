import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Delivery } from '../backend.ts';

/** Something that lines are written to, one write at a time. */
export interface LineTarget {
  /** Number of bytes that may be written now, which is at least so many; begins a new file when it must. */
  makeRoom(bytes: number): Promise<number>;
  /** Writes all of it, or nothing that stays, and then rejects. */
  write(bytes: Buffer): Promise<void>;
  close(): Promise<void>;
}

interface WaitingLine {
  line: string;
  bytes: number;
  done: (error?: Error) => void;
}

/** Milliseconds before a write, for more lines to come; none: what comes in the same turn of the event loop. */
export interface Lingering {
  calm: number;
  /** Wait when the write before had many lines: a write of its own costs each more than what else there is to do. */
  busy: number;
}

/** Waits of lines for more: those that responses wait for, and those that no response waits for. */
export const shortLingering: Lingering = { calm: 0, busy: 1 };
export const longLingering: Lingering = { calm: 20, busy: 20 };

/** Lines of a write: two of each request. */
const many = 4;
/** Lines that wait for a disk which does not answer. */
const maxWaiting = 10_000;
/** Bytes of one write, unless a single line has more. */
const maxAtOnce = 4 * 1_048_576;

/** Writes lines in order, as many at a time as there are. */
export class LineQueue implements Delivery {
  readonly name = 'log';
  readonly #target: LineTarget;
  readonly #lingering: Lingering;
  #waiting: WaitingLine[] = [];
  #running: Promise<void> | undefined;
  #latest = 0;

  constructor(target: LineTarget, lingering: Lingering) {
    this.#target = target;
    this.#lingering = lingering;
  }

  deliver(lines: readonly string[]): Promise<void> {
    if (this.#waiting.length >= maxWaiting) return Promise.reject(new Error('too many events are waiting'));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // Lost as a whole; nearly every batch has one line.
    let left = lines.length;
    const done = (error?: Error): void => {
      if (error !== undefined) reject(error);
      else if (--left === 0) resolve();
    };
    for (const line of lines) this.#waiting.push({ line, bytes: Buffer.byteLength(line) + 1, done });
    this.#running ??= this.#run();
    return promise;
  }

  async close(): Promise<void> {
    await this.#running;
    await this.#target.close();
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const ms = this.#latest > many ? this.#lingering.busy : this.#lingering.calm;
      await (ms === 0 ? setImmediate() : sleep(ms));
      await this.#writeNext();
    }
    this.#running = undefined;
  }

  async #writeNext(): Promise<void> {
    let lines = this.#waiting.splice(0, 1);
    try {
      const [first] = lines;
      const room = Math.min(await this.#target.makeRoom(first!.bytes), maxAtOnce);
      lines = [first!, ...this.#waiting.splice(0, this.#fitting(room - first!.bytes))];
      this.#latest = lines.length;
      await this.#target.write(Buffer.from(`${lines.map(({ line }) => line).join('\n')}\n`));
      for (const { done } of lines) done();
    } catch (error) {
      for (const { done } of lines) done(error as Error);
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
