import { type Logger, pino } from 'pino';
import { textLine } from './text-line.ts';

/** Bytes of lines that are not written yet: a reader that is slow, or none. Lines beyond are dropped. */
const maxUnwritten = 4 * 1024 * 1024;

/** Bytes that a pipe takes as a whole or not at all: lines of several processes do not mix. */
const maxSharedWrite = 4096;

/**
 * The log of the process. A file system that is full, or a pipe that is not read, must not end the server, nor take
 * its memory: lines are lost, and health says so.
 */
export class ServerLog {
  readonly logger: Logger;
  #isBlocked = false;

  /** `file`: a descriptor. `worker`: the number of the process, when several write to the file. */
  constructor(level: string, file: number, format: 'json' | 'text' = 'json', worker?: number) {
    const maxWrite = worker === undefined ? {} : { maxWrite: maxSharedWrite };
    const destination = pino.destination({ dest: file, maxLength: maxUnwritten, ...maxWrite });
    const blocked = (): void => {
      this.#isBlocked = true;
    };
    // Without a listener of ours an error is emitted again and again, for ever.
    destination.on('error', (error: NodeJS.ErrnoException) => {
      // A reader that has left wants no lines.
      if (error.code !== 'EPIPE') blocked();
    });
    destination.on('drop', blocked);
    destination.on('write', () => {
      this.#isBlocked = false;
    });
    // The process ends with the last lines, and would try for ever to write them.
    const flush = destination.flushSync.bind(destination);
    destination.flushSync = () => {
      if (!this.#isBlocked) flush();
    };
    const timestamp = pino.stdTimeFunctions.isoTime;
    const lines =
      format === 'json' ? destination : { write: (line: string) => destination.write(textLine(line)) };
    const base = worker === undefined ? undefined : { worker };
    this.logger = pino({ level, base, timestamp }, lines);
  }

  /** Throws when the last lines could not be written. */
  check(): void {
    if (this.#isBlocked) throw new Error('logging blocked');
  }
}
