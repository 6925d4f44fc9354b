/** A client that does one step after the other until it is stopped. */
export abstract class ClientLoop {
  #isStopped = false;
  #running: Promise<void> | undefined;

  start(): void {
    this.#running = this.#run();
  }

  /** Resolves when the last request is answered. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let n = 0; !this.#isStopped; n++) await this.step(n);
  }

  protected abstract step(n: number): Promise<void>;
}
