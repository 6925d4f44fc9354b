/** Steps that one evaluation of one rule may take. */
const maxCallCost = 1_000_000;
/** And all rules of one object together. */
const maxObjectCost = 10_000_000;

/** An expression costs more than it may. */
export class CostError extends Error {
  /** All rules of the object together have used up what there was. */
  readonly ofObject: boolean;

  constructor(ofObject: boolean) {
    super('operation cancelled: actual cost limit exceeded');
    this.ofObject = ofObject;
  }
}

/** The cost that is left for the rules of one object. */
export class CostBudget {
  #left = maxObjectCost;
  #ofCall = maxCallCost;

  beginCall(): void {
    this.#ofCall = maxCallCost;
  }

  /** Throws CostError. */
  take(cost: number): void {
    const whole = Math.ceil(cost);
    this.#left -= whole;
    this.#ofCall -= whole;
    if (this.#left < 0) throw new CostError(true);
    if (this.#ofCall < 0) throw new CostError(false);
  }
}
