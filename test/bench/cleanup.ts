/** What a run started and made, to be ended and removed in reverse order, however the run ends. */
export class Cleanup {
  readonly #actions: (() => unknown)[] = [];
  #running: Promise<void> | undefined;

  add(action: () => unknown): void {
    this.#actions.push(action);
  }

  /** One that fails does not keep the others. May be called again. */
  run(): Promise<void> {
    this.#running ??= this.#runAll();
    return this.#running;
  }

  async #runAll(): Promise<void> {
    for (const action of this.#actions.reverse()) {
      try {
        await action();
      } catch (error) {
        process.stderr.write(`cleaning up: ${(error as Error).message}\n`);
      }
    }
  }
}
