import { readFileSync } from 'node:fs';
import { fileError } from './config-error.ts';

/** The text of a configuration that must be there. Throws, in the words that operators search for. */
export function configText(path: string): string {
  const text = optionalConfigText(path);
  if (text === undefined) throw new Error(`stat ${path}: no such file or directory`);
  return text;
}

/** Undefined for a file that is not there. Throws for one that cannot be read. */
export function optionalConfigText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const error = cause as NodeJS.ErrnoException;
    if (error.code === 'ENOENT') return undefined;
    throw loadError(path, fileError(path, error), error);
  }
}

/** Makes the error of a configuration that is there and cannot be used. */
export const loadError = (path: string, problem: string, cause: Error): Error =>
  new Error(`error loading config file "${path}": ${problem}`, { cause });
