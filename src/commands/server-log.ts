import { type Logger, pino } from 'pino';
import { textLine } from './text-line.ts';

/** Bytes of lines that are not written yet: a reader that is slow, or none. Lines beyond are dropped. */
const maxUnwritten = 4 * 1024 * 1024;

/**
 * The log of the process. A file system that is full, or a pipe that is not read, must not end the server, nor take
 * its memory: lines are lost, and health says so.
 */
export class ServerLog {
  readonly logger: Logger;
  #isBlocked = false;

  /** `file`: a descriptor. */
  constructor(level: string, file: number, format: 'json' | 'text' = 'json') {
    const destination = pino.destination({ dest: file, maxLength: maxUnwritten });
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
    this.logger = pino({ level, base: undefined, timestamp }, lines);
  }

  /** Throws when the last lines could not be written. */
  check(): void {
    if (this.#isBlocked) throw new Error('logging blocked');
  }
}
