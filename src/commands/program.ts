import type { Logger } from 'pino';
import { failureText } from './failure-text.ts';
import { ServerLog } from './server-log.ts';
import { StartError } from './start-error.ts';
import { logLevel } from './verbosity.ts';

/** The log of a program, on standard error. `verbosity`: 0 to 10. `worker`: its number, in a program of several. */
export function openLog(verbosity: number, format: 'json' | 'text' = 'json', worker?: number): ServerLog {
  const log = new ServerLog(logLevel(verbosity), 2, format, worker);
  // An unhandled rejection, of one request say, must not end the process.
  process.on('unhandledRejection', (reason) => log.logger.error(reason as Error, 'unhandled rejection'));
  // Warnings that Node.js would print by itself become lines of the log.
  process.on('uncaughtException', (error) => {
    log.logger.fatal(error, 'uncaught exception');
    process.exit(1);
  });
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.logger.warn(warning));
  return log;
}

/** On SIGTERM or SIGINT the program stops and the process ends; a second signal means now. */
export function stopOnSignals(log: Logger, stop: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      log.info(`${signal}: stopping`);
      stop().then(
        () => process.exit(0),
        (error: Error) => {
          log.error(error);
          process.exit(1);
        },
      );
    });
  }
}

/** Ends a server for an error of its start: one line of the log as text, as long as the log is not open. */
export const failStart =
  (program: string) =>
  (error: unknown): void => {
    process.stderr.write(failureText(program, error, new Date()));
    process.exit(1);
  };

/** Ends a tool for an error: one line; a stack is printed only for unexpected errors. */
export const failAs =
  (program: string) =>
  (error: unknown): void => {
    const text = error instanceof StartError ? error.message : ((error as Error).stack ?? String(error));
    process.stderr.write(`${program}: ${text}\n`);
    process.exit(1);
  };
