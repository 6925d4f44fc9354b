import type { CheckedTree } from './check/checked.ts';
import type { Activation, CelExpression, CostEstimate, DeclaredSizes, EvaluationBudget } from './contract.ts';
import { estimateCost } from './cost/estimate.ts';
import type { Step } from './evaluate/step.ts';
import { type Expr, partsOf } from './syntax/tree.ts';
import type { Type } from './types/types.ts';
import type { CelValue } from './values/value.ts';

/** An expression with its types. */
interface CheckedExpression {
  readonly expr: Expr;
  readonly tree: CheckedTree;
}

export class CompiledExpression implements CelExpression {
  readonly text: string;
  readonly type: Type;
  readonly #checked: CheckedExpression;
  readonly #step: Step;
  readonly #locals: number;

  constructor(text: string, type: Type, checked: CheckedExpression, plan: { step: Step; locals: number }) {
    this.text = text;
    this.type = type;
    this.#checked = checked;
    this.#step = plan.step;
    this.#locals = plan.locals;
  }

  uses(variable: string): boolean {
    return usesName(this.#checked, this.#checked.expr, variable);
  }

  estimatedCost(sizes: DeclaredSizes = () => undefined): CostEstimate {
    return estimateCost(this.#checked.expr, this.#checked.tree, sizes);
  }

  evaluate(variables: Activation, budget: EvaluationBudget): CelValue {
    return this.#step({ variables, budget, locals: new Array(this.#locals) });
  }
}

function usesName({ tree }: { tree: CheckedTree }, expr: Expr, variable: string): boolean {
  const declared = tree.names.get(expr);
  if (declared?.name === variable && !declared.isLocal) return true;
  return partsOf(expr).some((part) => usesName({ tree }, part, variable));
}
