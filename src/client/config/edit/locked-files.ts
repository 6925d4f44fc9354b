import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileError } from '../config-error.ts';

/** Does something while it holds the locks of files, which other programs that write them take too. */
export function withLocks<T>(files: readonly string[], work: () => T): T {
  const locks: string[] = [];
  try {
    // In one order, so that two programs never wait for each other.
    for (const file of [...new Set(files)].sort()) locks.push(lock(file));
    return work();
  } finally {
    for (const held of locks) rmSync(held, { force: true });
  }
}

/** Throws when the lock is taken. */
function lock(file: string): string {
  const path = `${file}.lock`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    closeSync(openSync(path, 'wx', 0));
    return path;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new Error(fileError(path, error as Error), { cause: error });
    }
    const advice = 'another program writes the file, or one died: then remove the lock';
    throw new Error(`open ${path}: file exists; ${advice}`, { cause: error });
  }
}

/** A file has either its old content or all of the new one, whatever happens. Links to it stay links. */
export function replaceFile(path: string, content: string): void {
  const target = existsSync(path) ? realpathSync(path) : path;
  const owner = existsSync(target) ? statSync(target) : undefined;
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  try {
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(descriptor, content);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    // The file keeps its permissions, whichever program made it.
    chmodSync(temporary, owner === undefined ? 0o600 : owner.mode & 0o600);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new Error(fileError(path, error as Error), { cause: error });
  }
}
