import { join } from 'node:path';
import { openLog } from '../../program.ts';
import type { SupervisorFlags } from './count.ts';
import { Supervisor } from './supervisor.ts';

/** Runs the server as several workers, until SIGTERM or SIGINT; a second signal means now. SIGHUP replaces the workers. */
export async function supervise(
  { workers: count, verbosity, loggingFormat }: SupervisorFlags,
  parameters: readonly string[],
): Promise<void> {
  const { logger: log } = openLog(verbosity, loggingFormat);
  const program = join(import.meta.dirname, 'worker.js');
  const supervisor = new Supervisor({ program, parameters, count, log });
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) {
        supervisor.kill();
        process.exit(1);
      }
      isStopping = true;
      log.info(`${signal}: stopping`);
      supervisor.stop();
    });
  }
  process.on('SIGHUP', () => supervisor.roll());
  process.exit(await supervisor.run());
}
