/** Work of which no more than one piece is under way. */
export class OneAtATime {
  #isBusy = false;

  /** Undefined, and nothing is done, when other work is under way. */
  run<T>(work: () => Promise<T>): Promise<T> | undefined {
    if (this.#isBusy) return undefined;
    this.#isBusy = true;
    return work().finally(() => {
      this.#isBusy = false;
    });
  }
}
