import { homedir } from 'node:os';
import { runCommandLine } from '../../cli/main.ts';
import { type Host, Output } from '../../cli/shared/host.ts';
import { tools } from './tools.ts';

/** Carries out the command line of this process. */
export async function runOrchctl(): Promise<void> {
  endWithReader(process.stdout);
  endWithReader(process.stderr);
  const { env, stdin, stdout, stderr } = process;
  const host: Host = {
    ...{ env, stdin, home: env['HOME'] || homedir(), now: () => Date.now() },
    ...{ out: new Output(stdout, env), err: new Output(stderr, env), interruption },
  };
  process.exitCode = await runCommandLine(process.argv.slice(2), host, tools);
}

/** The first interrupt lets the command clean up; the second one ends it. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  return controller.signal;
}

/** Of `orchctl get pods | head -1` nothing is read any more after the first line. */
function endWithReader(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(141);
    throw error;
  });
}
