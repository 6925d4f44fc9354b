import { readFile, stat } from 'node:fs/promises';
import { PeriodicTask } from '../../util/periodic-task.ts';
import type { ControllerLog } from '../controller.ts';
import { type LoadedAuthority, parseAuthority } from './loaded-authority.ts';

export interface AuthorityFiles {
  certificate: string;
  key: string;
}

/** Milliseconds between two looks at the files. */
const pollInterval = 60_000;

/** A certificate authority in files, which an operator may replace while it is used. */
export class SigningAuthority {
  readonly #files: AuthorityFiles;
  readonly #log: ControllerLog;
  readonly #poll: PeriodicTask;
  /** Stamp of the files that `#current` is from. */
  #stamp = '';
  #current!: LoadedAuthority;

  private constructor(files: AuthorityFiles, log: ControllerLog) {
    this.#files = files;
    this.#log = log;
    this.#poll = new PeriodicTask(
      () => this.refresh(),
      pollInterval,
      () => {},
    );
  }

  /** Rejects with a start-up error when the files cannot be used. */
  static async load(files: AuthorityFiles, log: ControllerLog): Promise<SigningAuthority> {
    const authority = new SigningAuthority(files, log);
    await authority.#read();
    return authority;
  }

  get current(): LoadedAuthority {
    return this.#current;
  }

  start(): void {
    this.#poll.start();
  }

  async close(): Promise<void> {
    await this.#poll.close();
  }

  /** Reads the files if they have changed. Files that cannot be used leave what was read before. */
  async refresh(): Promise<void> {
    try {
      if ((await this.#newStamp()) !== this.#stamp) await this.#read();
    } catch (error) {
      this.#log.warn(`the certificate authority was not read again: ${(error as Error).message}`);
    }
  }

  /** Asks for the stamp first: what is written meanwhile is read the next time. */
  async #read(): Promise<void> {
    const { certificate, key } = this.#files;
    try {
      const stamp = await this.#newStamp();
      this.#current = parseAuthority(await readFile(certificate, 'utf8'), await readFile(key, 'utf8'));
      this.#stamp = stamp;
    } catch (error) {
      throw new Error(`reading CA cert file ${certificate} and key file ${key}: ${(error as Error).message}`);
    }
  }

  async #newStamp(): Promise<string> {
    const { certificate, key } = this.#files;
    const states = await Promise.all([stat(certificate), stat(key)]);
    return states.map(({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`).join(' ');
  }
}
