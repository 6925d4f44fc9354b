import { CelError } from './values.ts';

/** Cost of one evaluation of one rule, in the units that clients know. */
const maxCallCost = 1_000_000;
/** And of all rules of one object together. */
const maxObjectCost = 10_000_000;

/**
 * Steps of work: what costs nothing (literals, `&&`) takes time as well, and so do long texts. One takes some tens of
 * nanoseconds; those of one call take less than a tenth of a second together.
 */
const maxCallSteps = 1_200_000;
const maxObjectSteps = 20_000_000;

/** Steps that every call takes, beside those of its expression. */
const stepsOfCall = 5;

/** Steps that an error takes: it knows where it was thrown. */
const stepsOfError = 200;

/** An expression costs more than it may. */
export class CostError extends Error {
  /** All rules of the object together have used up what there was. */
  readonly ofObject: boolean;

  constructor(ofObject: boolean) {
    super('operation cancelled: actual cost limit exceeded');
    this.ofObject = ofObject;
  }
}

/** The cost and the work that are left for the rules of one object. */
export class CostBudget {
  #cost = maxObjectCost;
  #costOfCall = maxCallCost;
  #steps = maxObjectSteps;
  #stepsOfCall = maxCallSteps;
  /** Numbers of characters of the long texts of this call. */
  readonly counts = new Map<string, number>();

  beginCall(): void {
    this.counts.clear();
    this.#costOfCall = maxCallCost;
    this.#stepsOfCall = maxCallSteps;
    this.work(stepsOfCall);
  }

  /** Cost of the call so far. */
  get cost(): number {
    return maxCallCost - this.#costOfCall;
  }

  /** Steps that the call has taken. */
  get taken(): number {
    return maxCallSteps - this.#stepsOfCall;
  }

  /** Takes the cost of an error that the expression goes on after; throws what is no error of an expression. */
  problem(error: unknown): CelError {
    if (!(error instanceof CelError)) throw error;
    this.work(stepsOfError);
    return error;
  }

  /** Throws CostError. */
  take(cost: number): void {
    this.#cost -= cost;
    this.#costOfCall -= cost;
    if (this.#cost < 0) throw new CostError(true);
    if (this.#costOfCall < 0) throw new CostError(false);
  }

  /** Throws CostError. */
  readonly work = (steps: number): void => {
    this.#steps -= steps;
    this.#stepsOfCall -= steps;
    if (this.#steps < 0) throw new CostError(true);
    if (this.#stepsOfCall < 0) throw new CostError(false);
  };
}
