import type { CompiledCondition } from '../../api/policies/compiled-policy.ts';
import { budgets, type Evaluation, OutOfBudgetError } from '../../api/policies/evaluation.ts';
import { aggregate } from '../../util/aggregate.ts';
import type { ObservedConditions, PolicyObserver } from '../policy-observer.ts';

/** Outcome of conditions: go on, not concerned, or the errors of those that could not be worked out. */
export type ConditionsOutcome = 'hold' | 'do not hold' | { readonly problem: string };

/** One that is false is enough, whatever is wrong with the others. */
export async function askConditions(
  conditions: readonly CompiledCondition[],
  evaluation: Evaluation,
  observer: PolicyObserver,
  observed: ObservedConditions,
): Promise<ConditionsOutcome> {
  if (conditions.length === 0) return 'hold';
  const begun = performance.now();
  try {
    return await ask(conditions, evaluation, observer, observed);
  } finally {
    observer.conditionsAsked(observed, (performance.now() - begun) / 1_000);
  }
}

async function ask(
  conditions: readonly CompiledCondition[],
  evaluation: Evaluation,
  observer: PolicyObserver,
  observed: ObservedConditions,
): Promise<ConditionsOutcome> {
  const left = { cost: budgets.conditions };
  const problems: string[] = [];
  for (const condition of conditions) {
    try {
      const asked = evaluation.evaluate(condition, left);
      const outcome = asked instanceof Promise ? await asked : asked;
      if (outcome.problem !== undefined) {
        problems.push(outcome.problem);
        observer.conditionFailed(observed);
      } else if (outcome.value === false) {
        observer.conditionExcluded(observed);
        return 'do not hold';
      }
    } catch (error) {
      if (!(error instanceof OutOfBudgetError)) throw error;
      return { problem: error.message };
    }
  }
  return problems.length === 0 ? 'hold' : { problem: aggregate(problems) };
}
