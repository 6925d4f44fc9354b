import { outOfBudget } from '../../api/policies/evaluation.ts';
import type { PolicyErrorType } from '../policy-observer.ts';

/** The name that metrics have for an error; undefined: there was none. */
export function errorTypeOf(problem: string | undefined): PolicyErrorType {
  if (problem === undefined) return 'no_error';
  if (problem.startsWith('compilation')) return 'compile_error';
  return problem === outOfBudget ? 'out_of_budget' : 'invalid_error';
}
