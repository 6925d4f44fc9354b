import { ServerLog } from '../apiserver/server-log.ts';
import { StartError } from '../start-error.ts';
import { parseFlags } from './flags.ts';
import { ControllerManager } from './manager.ts';

/** From levels of verbosity, where more is more, to those of the logger. */
const levels = ['error', 'warn', 'info', 'info', 'debug'];
/** Of a manager that leads no more: another one does, and this one begins anew. */
const lostStatus = 255;

/** The program: runs controllers by its flags until SIGTERM or SIGINT, or until another manager leads. */
export async function main(): Promise<void> {
  const flags = parseFlags(process.argv.slice(2));
  const log = new ServerLog(levels[Math.min(flags.count('v'), 5)] ?? 'trace', 2).logger;
  process.on('unhandledRejection', (reason) => log.error(reason as Error, 'unhandled rejection'));
  const manager = new ControllerManager(flags, log);
  const address = await manager.serve();
  if (address !== undefined) log.info(`serving on https://${address.address}:${address.port}`);
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // A second signal means now.
      if (stopping) process.exit(1);
      stopping = true;
      log.info(`${signal}: stopping`);
      manager.stop().then(
        () => process.exit(0),
        (error: Error) => {
          log.error(error);
          process.exit(1);
        },
      );
    });
  }
  // Timers and idle connections alone would let it end.
  const alive = setInterval(() => {}, 60_000);
  try {
    await manager.run();
  } catch (error) {
    if (!stopping) throw error;
  }
  if (stopping) return clearInterval(alive);
  log.error('leaderelection lost');
  process.exit(lostStatus);
}

/** A start-up error is one line; a stack is printed only for unexpected errors. */
export function fail(error: unknown): void {
  const text = error instanceof StartError ? error.message : ((error as Error).stack ?? String(error));
  process.stderr.write(`controller-manager: ${text}\n`);
  process.exit(1);
}
