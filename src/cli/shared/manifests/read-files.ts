import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileError } from '../../../client/config/config-error.ts';
import { CliError } from '../errors/cli-error.ts';
import type { FileSelection } from './file-flags.ts';

/** The content of one file. */
export interface ManifestText {
  /** A path, a URL, or `STDIN`. */
  source: string;
  text: string;
}

/** Within directories only these are read. */
const extensions = new Set(['.json', '.yaml', '.yml']);

/** The files that a command names, one after the other. Rejects with CliError. */
export async function* readFiles(
  { names, recursive }: Pick<FileSelection, 'names' | 'recursive'>,
  stdin: NodeJS.ReadableStream,
): AsyncGenerator<ManifestText> {
  for (const name of names) {
    if (name === '-') yield { source: 'STDIN', text: await text(stdin) };
    else if (/^https?:\/\//.test(name)) yield { source: name, text: await download(name) };
    else for (const path of filesBelow(name, recursive)) yield { source: path, text: contentOf(path) };
  }
}

function filesBelow(path: string, recursive: boolean): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new CliError(`the path "${path}" does not exist`);
  if (!found.isDirectory()) return [path];
  const below: string[] = [];
  for (const entry of readdirSync(path, { withFileTypes: true }).sort(byName)) {
    const child = join(path, entry.name);
    if (statSync(child, { throwIfNoEntry: false })?.isDirectory()) {
      if (recursive) below.push(...filesBelow(child, true));
    } else if (extensions.has(extname(entry.name))) below.push(child);
  }
  return below;
}

const byName = (a: { name: string }, b: { name: string }): number =>
  a.name < b.name ? -1 : Number(a.name > b.name);

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new CliError(fileError(path, error as Error), 1, { cause: error });
  }
}

async function download(url: string): Promise<string> {
  try {
    const answer = await fetch(url);
    if (answer.ok) return await answer.text();
    await answer.body?.cancel();
    throw new CliError(
      `unable to read URL "${url}", server reported ${answer.status} ${answer.statusText}, status code=${answer.status}`,
    );
  } catch (error) {
    if (error instanceof CliError) throw error;
    const { message, cause } = error as Error;
    throw new CliError(`unable to read URL "${url}": ${(cause as Error | undefined)?.message ?? message}`);
  }
}
