import { CostError } from '../cel/budget.ts';
import type { EvaluationBudget } from '../cel/contract.ts';

/** Cost of one evaluation, in the units that clients know. */
const maxCost = 1_000_000;
/**
 * Steps of work, which cost nothing in those units and take time as well: those of one call take less than a tenth of a
 * second together.
 */
const maxSteps = 1_200_000;

/** The budget of one expression. */
export class CallBudget implements EvaluationBudget {
  #counts: Map<string, number> | undefined;
  #cost = 0;
  #steps = 0;

  /** Few expressions have long texts to be counted. */
  get counts(): Map<string, number> {
    this.#counts ??= new Map();
    return this.#counts;
  }

  get cost(): number {
    return this.#cost;
  }

  take(cost: number): void {
    this.#cost += cost;
    if (this.#cost > maxCost) throw new CostError(false);
  }

  work(steps: number): void {
    this.#steps += steps;
    if (this.#steps > maxSteps) throw new CostError(false);
  }
}
