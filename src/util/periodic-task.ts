import { setTimeout as sleep } from 'node:timers/promises';

/** Runs a task repeatedly, with a pause before each run, until it is closed. */
export class PeriodicTask {
  readonly #task: () => Promise<void>;
  readonly #pauseMs: number;
  readonly #onError: (error: Error) => void;
  readonly #closing = new AbortController();
  #running: Promise<void> = Promise.resolve();

  /** An error of the task is reported and does not end the repetition. */
  constructor(task: () => Promise<void>, pauseMs: number, onError: (error: Error) => void) {
    this.#task = task;
    this.#pauseMs = pauseMs;
    this.#onError = onError;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Resolves when a run that is under way has ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    for (;;) {
      await sleep(this.#pauseMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      await this.#task().catch(this.#onError);
    }
  }
}
