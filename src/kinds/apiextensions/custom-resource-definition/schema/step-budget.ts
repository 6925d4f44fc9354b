/**
 * Checks that the defaults of one definition may take together: a large value under many alternatives has a product
 * of them, and the server does nothing else meanwhile.
 */
const max = 300_000;

export class TooManySteps extends Error {}

export class Steps {
  #left = max;

  take(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw new TooManySteps();
  }
}
