import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { CliError } from '../errors/cli-error.ts';
import type { Host } from '../host.ts';
import { findPlugin } from './find-plugins.ts';

/** Runs the plugin that the words mean, with the parameters behind them. Undefined when there is none, else its exit code. */
export async function runPlugin(
  host: Host,
  words: readonly string[],
  rest: readonly string[],
): Promise<number | undefined> {
  const found = findPlugin(host, words);
  if (found === undefined) return undefined;
  const parameters = [...words.slice(found.used), ...rest];
  const child = spawn(found.path, parameters, { stdio: 'inherit', env: { ...host.env } });
  // An interrupt of the terminal goes to both: the plugin decides what it means.
  host.interruption();
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + constants.signals[signal!];
  } catch (error) {
    throw new CliError(`${found.path}: ${(error as Error).message}`, 1, { cause: error });
  }
}

/** For an unknown command: a program of the other client that is there under this name. */
export function otherPlugin(host: Host, word: string): string | undefined {
  return findPlugin(host, [word], 'kubectl-')?.path;
}
