/**
 * Checks that the defaults of one definition may take together: a large value under many alternatives has a product
 * of them, and the server does nothing else meanwhile.
 */
const maxSteps = 300_000;

export class StepBudgetError extends Error {}

export class StepBudget {
  #left = maxSteps;

  take(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw new StepBudgetError();
  }
}
