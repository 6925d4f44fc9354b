import type { EvaluationBudget } from './contract.ts';

/** Cost of one evaluation of one expression, in the units that clients know. */
const maxCallCost = 1_000_000;

/**
 * Steps of work: what costs nothing (literals, `&&`) takes time as well, and so do long texts. One takes some tens of
 * nanoseconds; those of one call take less than a tenth of a second together.
 */
const maxCallSteps = 1_200_000;

/** Steps that every call takes, beside those of its expression. */
const stepsOfCall = 5;

/** An expression costs more than it may. */
export class CostError extends Error {
  /** All expressions together have used up what there was. */
  readonly isOfAll: boolean;

  constructor(isOfAll: boolean) {
    super('operation cancelled: actual cost limit exceeded');
    this.isOfAll = isOfAll;
  }
}

/** All that is left for the expressions of one object: each call has a limit of its own beside that of all. */
export class Budget implements EvaluationBudget {
  #cost: number;
  #steps: number;
  #costOfCall = maxCallCost;
  #stepsOfCall = maxCallSteps;

  readonly counts = new Map<string, number>();

  /** `cost`: of all calls together. */
  constructor(cost: number) {
    this.#cost = cost;
    this.#steps = cost * 2;
  }

  /** Before each expression. */
  beginCall(): void {
    this.#costOfCall = maxCallCost;
    this.#stepsOfCall = maxCallSteps;
    this.counts.clear();
    this.work(stepsOfCall);
  }

  /** Cost that is left for all. */
  get left(): number {
    return this.#cost;
  }

  /** Cost of the call so far. */
  get costOfCall(): number {
    return maxCallCost - this.#costOfCall;
  }

  /** Steps that the call has taken. */
  get stepsOfCall(): number {
    return maxCallSteps - this.#stepsOfCall;
  }

  /** Throws CostError. */
  take(cost: number): void {
    this.#cost -= cost;
    this.#costOfCall -= cost;
    if (this.#costOfCall < 0 || this.#cost < 0) throw new CostError(this.#cost < 0);
  }

  /** Throws CostError. */
  readonly work = (steps: number): void => {
    this.#steps -= steps;
    this.#stepsOfCall -= steps;
    if (this.#stepsOfCall < 0 || this.#steps < 0) throw new CostError(this.#steps < 0);
  };
}

/** For what is worked out once, when an expression is compiled. */
export const unlimitedBudget: EvaluationBudget = { take: () => {}, work: () => {}, counts: new Map() };
