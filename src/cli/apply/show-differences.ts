import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unifiedDiff } from '../shared/changes/unified-diff.ts';
import type { CommandContext } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';

/** Two states of the objects as texts, in the order of the objects. */
export interface Difference {
  /** `apps.v1.Deployment.default.web` */
  name: string;
  live: string | undefined;
  merged: string;
}

/** Resolves with 1 when something differs, as `diff` does. */
export async function showDifferences(
  context: CommandContext,
  differences: readonly Difference[],
): Promise<number> {
  const { host } = context;
  const program = host.env['ORCHCTL_EXTERNAL_DIFF'] ?? host.env['KUBECTL_EXTERNAL_DIFF'] ?? '';
  if (program !== '') return showByProgram(program, context, differences);
  let differs = 0;
  for (const { name, live, merged } of differences) {
    const text = unifiedDiff({ name: `LIVE/${name}`, text: live }, { name: `MERGED/${name}`, text: merged });
    if (text === '') continue;
    differs = 1;
    await host.out.write(`diff -u -N LIVE/${name} MERGED/${name}\n${text}`, colored);
  }
  return differs;
}

const colors: Readonly<Record<string, string>> = { '+': '\x1b[32m', '-': '\x1b[31m', '@': '\x1b[36m' };

const colored = (text: string): string =>
  text.replaceAll(/^([+@-]).*$/gm, (line, first: string) => `${colors[first]}${line}\x1b[0m`);

/** The program gets two directories, with a file for each object. */
async function showByProgram(
  program: string,
  { host }: CommandContext,
  differences: readonly Difference[],
): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'orchctl-diff-'));
  try {
    const [live, merged] = [join(directory, 'LIVE'), join(directory, 'MERGED')];
    await Promise.all([mkdir(live), mkdir(merged)]);
    for (const one of differences) {
      if (one.live !== undefined) await writeFile(join(live, one.name), one.live, { mode: 0o600 });
      await writeFile(join(merged, one.name), one.merged, { mode: 0o600 });
    }
    const [file = '', ...words] = program.split(/\s+/).filter((word) => word !== '');
    const child = spawn(file, [...words, live, merged], { stdio: ['ignore', 'pipe', 'pipe'] });
    const exited = once(child, 'exit');
    for await (const piece of child.stdout) await host.out.write(piece);
    for await (const piece of child.stderr) await host.err.write(piece);
    const [code] = await exited;
    return code ?? 2;
  } catch (error) {
    throw new CliError(`failed to run ${JSON.stringify(program)}: ${(error as Error).message}`, 2);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
