/** Lets workers pass while it is open; the others wait. */
export class Gate {
  #opening = Promise.withResolvers<void>();
  #isOpen = false;

  open(): void {
    this.#isOpen = true;
    this.#opening.resolve();
  }

  close(): void {
    if (this.#isOpen) this.#opening = Promise.withResolvers();
    this.#isOpen = false;
  }

  /** Resolves at once while it is open. */
  async pass(): Promise<void> {
    while (!this.#isOpen) await this.#opening.promise;
  }
}
