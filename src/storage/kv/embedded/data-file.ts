import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { KvError } from '../../kv.ts';
import { type Meta, readMetas } from './check/meta-pages.ts';

/** LMDB's name for it. */
export const dataFile = 'data.mdb';

/** Advice about a data file that cannot be used. */
export const advice =
  'Nothing was changed. Restore a copy of the directory that was made while the server was stopped';

/** The data file as bytes, while LMDB has not mapped it into memory. */
export class DataFile {
  readonly path: string;
  readonly meta: Meta;
  readonly #file: number;

  private constructor(path: string, file: number) {
    this.path = path;
    this.#file = file;
    this.meta = this.#readMeta();
  }

  /** Hands over the file until the work is done. Undefined when there is none. Throws Corrupt when it is no data file. */
  static use<T>(directory: string, work: (file: DataFile) => T): T | undefined {
    const path = join(directory, dataFile);
    const file = openIfThere(path);
    if (file === undefined) return undefined;
    try {
      return work(new DataFile(path, file));
    } finally {
      closeSync(file);
    }
  }

  get size(): number {
    return fstatSync(this.#file).size;
  }

  /** Reads so many bytes, or fewer where the file ends before, into the memory that is given. */
  readonly readInto = (target: Buffer, at: number): Buffer =>
    target.subarray(0, readSync(this.#file, target, 0, target.length, at));

  readonly read = (at: number, size: number): Buffer => this.readInto(Buffer.allocUnsafe(size), at);

  /**
   * Makes the file as long as its pages say, with zeros. LMDB leaves it shorter when the last ones are free, and where they
   * are not there the process would end with a signal (SIGBUS).
   */
  fill(): void {
    const expected = (this.meta.lastPage + 1) * this.meta.pageSize;
    if (this.size < expected) ftruncateSync(this.#file, expected);
  }

  /** The error for a file that cannot be used. */
  damaged(what: string): KvError {
    return new KvError('Corrupt', `the data file ${this.path} is damaged: ${what}. ${advice}`);
  }

  #readMeta(): Meta {
    let meta: Meta | undefined;
    try {
      meta = readMetas(this.read);
    } catch (error) {
      throw this.damaged((error as Error).message);
    }
    if (meta !== undefined) return meta;
    throw new KvError(
      'Corrupt',
      `${this.path} is not a data file of this store, or its meta pages are damaged. ${advice}`,
    );
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
