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

/** Holds the locks of files, which other programs that write them take too. */
export class LockedFiles implements Disposable {
  readonly #locks: string[] = [];

  /** In one order, so that two programs never wait for each other. Throws when one is taken. */
  constructor(files: readonly string[]) {
    try {
      for (const file of [...new Set(files)].sort()) this.#lock(file);
    } catch (error) {
      this[Symbol.dispose]();
      throw error;
    }
  }

  #lock(file: string): void {
    const lock = `${file}.lock`;
    mkdirSync(dirname(file), { recursive: true });
    try {
      closeSync(openSync(lock, 'wx', 0));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const reason = code === 'EEXIST' ? `open ${lock}: file exists` : fileError(lock, error as Error);
      const advice =
        code === 'EEXIST' ? '; another program writes the file, or one died: then remove the lock' : '';
      throw new Error(`${reason}${advice}`, { cause: error });
    }
    this.#locks.push(lock);
  }

  [Symbol.dispose](): void {
    for (const lock of this.#locks.splice(0)) rmSync(lock, { force: true });
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
    // What only the owner may read stays so, whoever made the file before.
    chmodSync(temporary, owner === undefined ? 0o600 : owner.mode & 0o600);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new Error(fileError(path, error as Error), { cause: error });
  }
}
