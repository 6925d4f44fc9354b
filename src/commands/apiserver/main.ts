import { failStart, openLog, stopOnSignals } from '../program.ts';
import { startApiServer } from './api-server.ts';
import { parseFlags } from './flags.ts';
import { welcome } from './welcome.ts';
import { alone } from './workers/group.ts';

export const fail = failStart('apiserver');

/** The program: starts a server by its flags and runs until SIGTERM or SIGINT. */
export async function main(): Promise<void> {
  const options = parseFlags(process.argv.slice(2));
  const serverLog = openLog(options.verbosity, options.settings.loggingFormat);
  for (const warning of options.warnings) serverLog.logger.warn(warning);
  const server = await startApiServer(options, serverLog, alone);
  // Before the line that says that it serves: who waits for that may stop it at once.
  stopOnSignals(serverLog.logger, () => server.stop({ others: false }));
  serverLog.logger.info(`serving on https://${server.address.address}:${server.address.port}`);
  if (server.adminKubeconfig !== undefined) process.stdout.write(welcome(server.adminKubeconfig));
}
