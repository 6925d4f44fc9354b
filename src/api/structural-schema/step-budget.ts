/** For the checks of all defaults of one definition, or of one object. */
const maxSteps = 1_200_000;

/** That are taken at once, without a stop in between: a match, the compilation of a pattern. */
const maxAtOnce = 2_000_000;

export class StepBudgetError extends Error {}

/** A large value under many alternatives takes the product of both, and the check blocks the event loop. */
export class StepBudget {
  #left: number;
  #seen: number;

  constructor(steps = maxSteps) {
    this.#left = steps;
    this.#seen = steps;
  }

  /** Throws StepBudgetError. */
  readonly take = (count: number): void => {
    this.#left -= count;
    if (this.#left < 0 || count > maxAtOnce) throw new StepBudgetError();
  };

  /** Steps that were taken since this was last asked. */
  sinceLast(): number {
    const taken = this.#seen - this.#left;
    this.#seen = this.#left;
    return taken;
  }
}
