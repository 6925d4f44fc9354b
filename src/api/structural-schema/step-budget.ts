/**
 * Limit for the checks of all defaults of one definition: a large value under many alternatives takes the product of
 * both, and the check blocks the event loop.
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
