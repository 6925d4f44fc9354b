import { openLog } from '../../program.ts';
import { startApiServer } from '../api-server.ts';
import { parseFlags } from '../flags.ts';
import { fail } from '../main.ts';
import { shareOf } from './shares.ts';
import { WorkerLink } from './worker-link.ts';

/** One of the servers on a port: it runs until its supervisor says stop, or is gone. */
async function main(): Promise<void> {
  const link = await WorkerLink.open();
  const options = shareOf(parseFlags(process.argv.slice(2)), link.place);
  const { loggingFormat, sharesPort, workerSilenceLimit: silenceLimit } = options.settings;
  link.configure({ sharesPort, silenceLimit });
  const log = openLog(options.verbosity, loggingFormat, link.place.index + 1);
  if (link.isFirst) for (const warning of options.warnings) log.logger.warn(warning);
  // As a server alone that has not set up its signals yet: no request was served that has to be ended.
  let isStarting = true;
  void link.stop.then(() => isStarting && process.exit(0));
  const server = await startApiServer(options, log, link);
  isStarting = false;
  link.ready(server.adminKubeconfig);
  const { others } = await link.stop;
  await server.stop({ others });
  await link.leave();
  process.exit(0);
}

main().catch(fail);
