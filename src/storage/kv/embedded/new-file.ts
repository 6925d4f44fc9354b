import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type CopySource, copyRecords } from './copy-records.ts';
import { dataFile } from './data-file.ts';
import { openRoot, type Tables, tablesOf } from './tables.ts';

/** The format of a data file that is made now. */
export const storeFormat = '2';

/** Name of the data file that another one has replaced. */
const oldFile = 'old.mdb';

/** The file gets its name when it is complete, so that a file that is empty or half made is never ours. */
export async function createDataFile(directory: string): Promise<void> {
  const workshop = new Workshop(directory);
  await workshop.close();
  workshop.finish();
}

/**
 * Writes the data file anew from the tables that are open, which are closed then: in the form of today, and without the
 * pages that are free, in which there still is what was deleted or replaced.
 */
export async function rewriteDataFile(directory: string, from: CopySource): Promise<void> {
  const workshop = new Workshop(directory);
  try {
    copyRecords(from, workshop.tables);
  } finally {
    await workshop.close();
    await from.root.close();
  }
  // There must be a data file at any time: a directory without one is that of a new store.
  linkSync(join(directory, dataFile), join(directory, oldFile));
  workshop.finish();
  removeOldFile(directory);
}

/** A new data file in a directory of its own, until it is finished. */
class Workshop {
  readonly tables: Tables;
  readonly #directory: string;
  readonly #path: string;

  constructor(directory: string) {
    this.#directory = directory;
    this.#path = join(directory, 'new');
    rmSync(this.#path, { recursive: true, force: true });
    mkdirSync(this.#path);
    this.tables = tablesOf(openRoot(this.#path, 0), true);
    this.tables.meta.putSync('format', Buffer.from(storeFormat));
  }

  close(): Promise<void> {
    return this.tables.root.close();
  }

  /** The file takes its place. */
  finish(): void {
    renameSync(join(this.#path, dataFile), join(this.#directory, dataFile));
    rmSync(this.#path, { recursive: true });
    // A file is only safe when its name is.
    const handle = openSync(this.#directory, 'r');
    fsyncSync(handle);
    closeSync(handle);
  }
}

/** Overwrites the file that was replaced, whose bytes would stay on the disk otherwise, and removes it. */
export function removeOldFile(directory: string): void {
  const [path, old] = [join(directory, dataFile), join(directory, oldFile)];
  const { ino, size } = statSync(old, { throwIfNoEntry: false }) ?? {};
  if (size === undefined) return;
  const current = statSync(path, { throwIfNoEntry: false });
  if (current === undefined) return;
  // The same file under two names: the new one did not take its place.
  if (current.ino !== ino) overwrite(old, size);
  rmSync(old);
}

function overwrite(path: string, size: number): void {
  const file = openSync(path, 'r+');
  try {
    const zeros = Buffer.alloc(1024 * 1024);
    for (let at = 0; at < size; at += zeros.length)
      writeSync(file, zeros, 0, Math.min(zeros.length, size - at), at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
