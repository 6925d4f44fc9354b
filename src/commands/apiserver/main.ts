import { StartError } from '../start-error.ts';
import { startApiServer } from './api-server.ts';
import { parseFlags } from './flags.ts';
import { ServerLog } from './server-log.ts';

/** From levels of verbosity, where more is more, to those of the logger. */
const levels = ['error', 'warn', 'info', 'info', 'debug'];

/** The program: starts a server by its flags and runs until SIGTERM or SIGINT. */
export async function main(): Promise<void> {
  const options = parseFlags(process.argv.slice(2));
  const level = levels[Math.min(options.verbosity, 5)] ?? 'trace';
  const serverLog = new ServerLog(level, 2);
  const log = serverLog.logger;
  // An unhandled rejection of one request must not end the process.
  process.on('unhandledRejection', (reason) => log.error(reason as Error, 'unhandled rejection'));
  const server = await startApiServer(options, serverLog);
  log.info(`serving on https://${server.address.address}:${server.address.port}`);
  if (server.adminKubeconfig !== undefined) process.stdout.write(welcome(server.adminKubeconfig));

  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // A second signal means now.
      if (stopping) process.exit(1);
      stopping = true;
      log.info(`${signal}: stopping`);
      server.stop().then(
        () => process.exit(0),
        (error: Error) => {
          log.error(error);
          process.exit(1);
        },
      );
    });
  }
}

/** The commands with which to begin. */
function welcome(kubeconfig: string): string {
  return `
The API server is up. In another shell:

  kubectl --kubeconfig ${kubeconfig} get namespaces
  kubectl --kubeconfig ${kubeconfig} create deployment web --image=nginx

`;
}

/** A start-up error is one line; a stack is printed only for unexpected errors. */
export function fail(error: unknown): void {
  const text = error instanceof StartError ? error.message : ((error as Error).stack ?? String(error));
  process.stderr.write(`apiserver: ${text}\n`);
  process.exit(1);
}
