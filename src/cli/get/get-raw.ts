import type { CommandContext } from '../shared/command.ts';
import { CliError, UsageError } from '../shared/errors/cli-error.ts';
import { printAnswer } from '../shared/raw/print-answer.ts';

/** Prints the answer to a path as it is. */
export async function getRaw({ flags, words, session, host }: CommandContext, path: string): Promise<void> {
  const forbidden = ['filename', 'watch', 'watch-only', 'selector', 'output', 'chunk-size'].filter((name) =>
    flags.has(name),
  );
  if (words.length > 0) throw new UsageError('arguments may not be passed when --raw is specified');
  if (forbidden.length > 0) {
    throw new UsageError(`--raw and --${forbidden[0]} may not be specified together`);
  }
  if (!path.startsWith('/')) throw new CliError(`--raw must be a path that begins with /: ${path}`);
  await printAnswer({ session, host }, { method: 'GET', path });
}
