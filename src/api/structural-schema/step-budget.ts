/** For the checks of all defaults of one definition, or of one object. */
const maxSteps = 300_000;

export class StepBudgetError extends Error {}

/** A large value under many alternatives takes the product of both, and the check blocks the event loop. */
export class StepBudget {
  #left: number;

  constructor(steps = maxSteps) {
    this.#left = steps;
  }

  take(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw new StepBudgetError();
  }
}
