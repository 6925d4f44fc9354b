/** Milliseconds: Node.js takes longer timers for timers of 1 ms. */
export const maxTimerMs = 2_147_483_647;

/** Runs a task repeatedly, with a pause before each run, until it is closed. */
export class PeriodicTask {
  readonly #task: () => Promise<void>;
  readonly #interval: number;
  readonly #onError: (error: Error) => void;
  #isClosed = false;
  #endPause: () => void = () => {};
  #running: Promise<void> = Promise.resolve();

  /** An error of the task is reported and does not end the repetition. */
  constructor(task: () => Promise<void>, interval: number, onError: (error: Error) => void) {
    this.#task = task;
    this.#interval = Math.min(interval, maxTimerMs);
    this.#onError = onError;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Resolves when a run that is under way has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#endPause();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      await this.#pause();
      if (!this.#isClosed) await this.#task().catch(this.#onError);
    }
  }

  /** Does not keep the process from its end. */
  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#interval).unref();
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
