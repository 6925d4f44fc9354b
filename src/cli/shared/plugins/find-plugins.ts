import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Host } from '../host.ts';

export const pluginPrefix = 'orchctl-';

export interface FoundPlugin {
  path: string;
  /** `orchctl-foo` */
  name: string;
  isExecutable: boolean;
}

/** Programs on the PATH, in its order. */
export function plugins({ env }: Pick<Host, 'env'>): FoundPlugin[] {
  return directoriesOf(env).flatMap((directory) =>
    namesIn(directory)
      .filter((name) => name.startsWith(pluginPrefix))
      .map((name) => ({
        path: join(directory, name),
        name,
        isExecutable: isExecutable(join(directory, name)),
      })),
  );
}

/** The program that the words mean: the one that most of them name. */
export function findPlugin(
  { env }: Pick<Host, 'env'>,
  words: readonly string[],
  prefix: string = pluginPrefix,
): { path: string; used: number } | undefined {
  for (let used = words.length; used > 0; used--) {
    const name =
      prefix +
      words
        .slice(0, used)
        .map((word) => word.replaceAll('-', '_'))
        .join('-');
    // A word with a slash would lead out of the directories of the PATH.
    if (name.includes('/')) continue;
    const path = directoriesOf(env)
      .map((directory) => join(directory, name))
      .find(isExecutable);
    if (path !== undefined) return { path, used };
  }
  return undefined;
}

const directoriesOf = (env: Host['env']): string[] => [
  ...new Set((env['PATH'] ?? '').split(delimiter).filter((directory) => directory.trim() !== '')),
];

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
