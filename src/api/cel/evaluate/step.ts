import type { Activation, EvaluationBudget } from '../contract.ts';
import { CelError, type CelValue } from '../values/value.ts';

/** One evaluation: what variables hold, what may be spent, and the variables of loops by their places. */
export interface Frame {
  readonly variables: Activation;
  readonly budget: EvaluationBudget;
  readonly locals: CelValue[];
}

/** A part of an expression that is ready to run. Throws CelError and CostError. */
export type Step = (frame: Frame) => CelValue;

export const noSuchOverload = (): CelError => new CelError('no such overload');

/** Throws CelError for what is no bool. */
export function truth(value: CelValue): boolean {
  if (typeof value !== 'boolean') throw noSuchOverload();
  return value;
}

/** Work of an error that an expression goes on after: it knows where it was thrown. */
const stepsOfError = 200;

/** An error that an expression may go on after; anything else is thrown. */
export function survivable(error: unknown, budget: EvaluationBudget): CelError {
  if (!(error instanceof CelError)) throw error;
  budget.work(stepsOfError);
  return error;
}
