import { CliError } from '../shared/errors/cli-error.ts';

/** A file or directory; with a pod, in its container. */
export interface FileSpec {
  pod: string;
  /** "" for that of the command line. */
  namespace: string;
  path: string;
}

/** Reads `[[namespace/]pod:]path`. Throws CliError. */
export function parseFileSpec(word: string): FileSpec {
  const colon = word.indexOf(':');
  if (colon < 0 || /^[./]/.test(word.slice(0, colon)) || word.slice(0, colon).includes('\\')) {
    return { pod: '', namespace: '', path: word };
  }
  const path = word.slice(colon + 1);
  const parts = word.slice(0, colon).split('/');
  const wrong = new CliError('filespec must match the canonical format: [[namespace/]pod:]file/path');
  if (parts.length > 2 || parts.includes('')) throw wrong;
  if (path === '') throw new CliError('filepath can not be empty');
  return { pod: parts.at(-1)!, namespace: parts.length === 2 ? parts[0]! : '', path };
}
