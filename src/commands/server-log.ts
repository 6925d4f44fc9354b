import { type Logger, pino } from 'pino';
import { LineWriter } from './line-writer.ts';
import { textLine } from './text-line.ts';

/** Bytes that a pipe takes as a whole or not at all: lines of several processes do not mix. */
const maxSharedWrite = 4096;
/** Limit of one write, in bytes, for a log of this process alone. */
const maxOwnWrite = 64 * 1024;

/**
 * The log of the process. A file system that is full, or a pipe that is not read, must not end the server, nor take
 * its memory: lines are lost, and health says so.
 */
export class ServerLog {
  readonly logger: Logger;
  #isBlocked = false;

  /** `file`: a descriptor. `worker`: the number of the process, when several write to the file. */
  constructor(level: string, file: number, format: 'json' | 'text' = 'json', worker?: number) {
    const writer = new LineWriter(file, {
      maxWrite: worker === undefined ? maxOwnWrite : maxSharedWrite,
      onBlocked: (isBlocked) => {
        this.#isBlocked = isBlocked;
      },
    });
    // A pipe that is not read would take the last lines never.
    process.once('exit', () => {
      if (!this.#isBlocked) writer.flushSync();
    });
    const timestamp = pino.stdTimeFunctions.isoTime;
    const lines = format === 'json' ? writer : { write: (line: string) => writer.write(textLine(line)) };
    const base = worker === undefined ? undefined : { worker };
    this.logger = pino({ level, base, timestamp }, lines);
  }

  /** Throws when the last lines could not be written. */
  check(): void {
    if (this.#isBlocked) throw new Error('logging blocked');
  }
}
