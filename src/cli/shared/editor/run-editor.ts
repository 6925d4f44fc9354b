import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import type { Host } from '../host.ts';
import type { EditedText } from './edited-text.ts';

/** In this order. */
const variables = ['ORCH_EDITOR', 'KUBE_EDITOR', 'EDITOR'];

/** The text as the user's editor leaves it. The editor has this process's terminal. Rejects with CliError when it fails. */
export async function runEditor(
  { env }: Host,
  { text, format, windows = false }: EditedText,
): Promise<string> {
  const editor =
    variables.map((name) => env[name]).find((value) => value !== undefined && value !== '') ?? 'vi';
  const directory = await mkdtemp(join(tmpdir(), 'orchctl-edit-'));
  try {
    const file = join(directory, `object.${format}`);
    await writeFile(file, windows ? text.replaceAll('\n', '\r\n') : text, { mode: 0o600 });
    // The variable may hold a command with words of its own.
    const child = spawn('/bin/sh', ['-c', `${editor} "$1"`, 'editor', file], { stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    if (code !== 0)
      throw new CliError(
        `there was a problem with the editor ${JSON.stringify(editor)}: it ended with ${code}`,
      );
    return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
