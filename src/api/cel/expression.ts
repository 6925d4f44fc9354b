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

  reads(variable: string, field: string): boolean {
    return readsField(this.#checked.expr, variable, field);
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

/** Whether `variable.field` or `variable.?field` stands somewhere. */
function readsField(expr: Expr, variable: string, field: string): boolean {
  const isVariable = (one: Expr | undefined): boolean => one?.kind === 'ident' && one.name === variable;
  if (expr.kind === 'select' && expr.field === field && isVariable(expr.operand)) return true;
  if (expr.kind === 'call' && expr.name === '_?._' && isVariable(expr.args[0])) {
    const [, name] = expr.args;
    if (name?.kind === 'literal' && name.value === field) return true;
  }
  return partsOf(expr).some((part) => readsField(part, variable, field));
}
