import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { KvError } from '../../kv.ts';

/** Result code of SQLite: another connection holds the lock. */
const sqliteBusy = 5;

/**
 * Holds a directory for one opener at a time, in this process or any other on the machine.
 *
 * Node has no file locks, but the SQLite in it has: its exclusive transaction is a lock of the kernel on the
 * file `lock`, which ends with the process whatever ends it, and which also tells apart two openers within one
 * process. A file with a process id in it would do neither for a container that restarts as process 1 again.
 */
export class DirectoryLock {
  readonly #connection: DatabaseSync;

  constructor(directory: string) {
    this.#connection = new DatabaseSync(join(directory, 'lock'), { timeout: 0 });
    try {
      // In memory, lest a journal file is left behind; nothing is ever written.
      this.#connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    } catch (cause) {
      this.#connection.close();
      if ((cause as { errcode?: number }).errcode !== sqliteBusy) throw cause;
      throw new KvError('Unavailable', `data directory ${directory} is in use by another process`, { cause });
    }
  }

  release(): void {
    this.#connection.close();
  }
}
