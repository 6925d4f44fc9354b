import { type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';
import { PeriodicTask } from './periodic-task.ts';

/** Milliseconds between two readings of a file that may change. */
const readInterval = 60_000;
/** Milliseconds after a change of its directory: it may be written in parts. */
const readAfter = 200;

/** Calls for a file to be read again: at once where the file system tells of a change, else from time to time. */
export class FollowedFile implements AsyncDisposable {
  readonly #read: () => Promise<void>;
  readonly #task: PeriodicTask;
  #reading: Promise<void> | undefined;
  #watcher: FSWatcher | undefined;
  #changed: NodeJS.Timeout | undefined;

  /** `read` is called whether or not the file has changed, once at a time. */
  constructor(path: string, read: () => Promise<void>, report: (message: string) => void) {
    this.#read = read;
    const failed = (error: Error): void => report(error.message);
    this.#task = new PeriodicTask(() => this.#reload(), readInterval, failed);
    this.#task.start();
    try {
      // Of the directory: the file may be replaced by another one, or be a link that is.
      this.#watcher = watch(dirname(path), { persistent: false }, () => {
        clearTimeout(this.#changed);
        this.#changed = setTimeout(() => void this.#reload().catch(failed), readAfter).unref();
      });
      this.#watcher.on('error', () => {});
    } catch {
      // The periodic reading is enough.
    }
  }

  #reload(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#changed);
    this.#watcher?.close();
    await this.#task.close();
  }
}
