import type { Logger } from 'pino';

/** From levels of verbosity, where more is more, to those of the logger. */
const levels = ['error', 'warn', 'info', 'info', 'debug'];
/** From which on each request is a line of the log. */
const requestsFrom = 3;

/** The logger's level for a level of verbosity. */
export const logLevel = (verbosity: number): string => levels[Math.min(verbosity, 5)] ?? 'trace';

/** Verbosity of the log of a program. An operator can change it while the program runs. */
export class Verbosity {
  readonly #log: Logger;
  #value: number;

  constructor(log: Logger, value: number) {
    this.#log = log;
    this.#value = value;
  }

  readonly set = (value: number): void => {
    this.#value = value;
    this.#log.level = logLevel(value);
  };

  get logsRequests(): boolean {
    return this.#value >= requestsFrom;
  }
}
