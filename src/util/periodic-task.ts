import { setTimeout as sleep } from 'node:timers/promises';

/** Does something again and again, one after the other, with a rest in between, until it is closed. */
export class PeriodicTask {
  readonly #task: () => Promise<void>;
  readonly #rest: number;
  readonly #failed: (error: Error) => void;
  readonly #closing = new AbortController();
  #running: Promise<void> = Promise.resolve();

  /** `rest` in milliseconds. A failure is told and does not end it. */
  constructor(task: () => Promise<void>, rest: number, failed: (error: Error) => void) {
    this.#task = task;
    this.#rest = rest;
    this.#failed = failed;
  }

  /** The first time comes after a rest. */
  start(): void {
    this.#running = this.#run();
  }

  /** Resolves when what is under way is over. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    for (;;) {
      await sleep(this.#rest, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      await this.#task().catch(this.#failed);
    }
  }
}
