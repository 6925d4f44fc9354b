import { runCommandLine } from '../../cli/main.ts';
import { type Host, Output } from '../../cli/shared/host.ts';
import { tools } from './tools.ts';

/** Carries out the command line of this process. */
export async function runOrchctl(): Promise<void> {
  const { env } = process;
  const host: Host = {
    env,
    home: env['HOME'] || process.getBuiltinModule('node:os').homedir(),
    now: () => Date.now(),
    interruption,
    out: new Output(() => endWithReader(process.stdout), env),
    err: new Output(() => endWithReader(process.stderr), env),
    // Made when it is read: few commands do.
    get stdin() {
      return process.stdin;
    },
  };
  process.exitCode = await runCommandLine(process.argv.slice(2), host, tools);
}

/** The first interrupt lets the command clean up; the second one ends it. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  return controller.signal;
}

/** Ends the program when its reader does: `orchctl get pods | head -1` reads nothing after the first line. */
function endWithReader(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  return stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(141);
    throw error;
  });
}
