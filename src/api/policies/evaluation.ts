import type { Pacer } from '../../util/pacer.ts';
import { CostError } from '../cel/budget.ts';
import type { Activation } from '../cel/contract.ts';
import { LazyFields } from '../cel/values/lazy-fields.ts';
import { CelError, type CelValue } from '../cel/values/value.ts';
import { CallBudget } from './budget.ts';
import type { CompiledExpression, CompiledPolicy } from './compiled-policy.ts';
import { variablesTypeName } from './policy-expressions.ts';
import { settled } from './settled.ts';

/** Cost of all expressions of one list that are evaluated one after the other. */
export const budgets = { policy: 10_000_000, conditions: 2_500_000 } as const;

export const outOfBudget =
  'validation failed due to running out of cost budget, no further validation rules will be run';

/** All that a list of expressions may cost is used up. */
export class OutOfBudgetError extends Error {
  constructor() {
    super(outOfBudget);
  }
}

export type Outcome =
  | { readonly value: CelValue; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: string };

/** Receives each expression that was evaluated, and each variable when it is first used. */
export type EvaluationListener = (
  expression: CompiledExpression & { readonly variable?: string },
  outcome: Outcome,
  cost: number,
) => void;

/** Expressions of one policy about one request, with one object of parameters. Variables are worked out once. */
export class Evaluation implements Activation {
  readonly #policy: Pick<CompiledPolicy, 'variables'>;
  readonly #request: Activation;
  readonly #pacer: Pacer | undefined;
  readonly #params: CelValue | undefined;
  readonly #listener: EvaluationListener | undefined;
  #values: Map<string, CelValue | CelError> | undefined;
  #variables: CelValue | undefined;
  /** Cost of the variables that the present expression was the first to use. */
  #costOfVariables = 0;

  /** `params`: undefined where the policy knows of none. `pacer`: that of the request. */
  constructor(
    policy: Pick<CompiledPolicy, 'variables'>,
    request: Activation,
    params: CelValue | undefined,
    pacer?: Pacer,
    listener?: EvaluationListener,
  ) {
    this.#pacer = pacer;
    this.#listener = listener;
    this.#policy = policy;
    this.#request = request;
    this.#params = params;
  }

  get(name: string): CelValue | undefined {
    if (name === 'params') return this.#params;
    return name === 'variables' ? (this.#variables ??= this.#lazyVariables()) : this.#request.get(name);
  }

  /** Takes its cost from what is left; other requests have their turn when it has taken long. Throws OutOfBudgetError. */
  evaluate(expression: CompiledExpression, left: { cost: number }): Outcome | Promise<Outcome> {
    const outcome = this.#outcome(expression, left);
    if (outcome instanceof Promise) return outcome;
    return this.#pacer?.step()?.then(() => outcome) ?? outcome;
  }

  #outcome(evaluated: CompiledExpression, left: { cost: number }): Outcome | Promise<Outcome> {
    const { text, compiled } = evaluated;
    if ('problem' in compiled) {
      const failed = { problem: `compilation error: ${compiled.problem.detail}` };
      this.#listener?.(evaluated, failed, 0);
      return failed;
    }
    const { expression } = compiled;
    return settled(() => {
      const budget = new CallBudget();
      this.#costOfVariables = 0;
      const outcome = outcomeOf(() => expression.evaluate(this, budget));
      const cost = this.#costOfVariables + budget.cost;
      this.#listener?.(evaluated, outcome, cost);
      if (cost > left.cost) throw new OutOfBudgetError();
      left.cost -= cost;
      return outcome.problem === undefined
        ? outcome
        : { problem: `expression '${text}' resulted in error: ${outcome.problem}` };
    });
  }

  #lazyVariables(): CelValue {
    const names = [...this.#policy.variables.keys()];
    const fields = names.map((name) => [name, () => this.#variable(name)] as const);
    return new LazyFields(variablesTypeName, new Map(fields));
  }

  #variable(name: string): CelValue {
    this.#values ??= new Map();
    let found = this.#values.get(name);
    if (found === undefined) this.#values.set(name, (found = this.#evaluated(name)));
    if (found instanceof CelError) throw found;
    return found;
  }

  /** An error stays what the variable is. */
  #evaluated(name: string): CelValue | CelError {
    const compiled = this.#policy.variables.get(name)!;
    const failed = (how: string, why: string) => new CelError(`composited variable "${name}" ${how}: ${why}`);
    if ('problem' in compiled) return failed('fails to compile', compiled.problem.detail);
    const budget = new CallBudget();
    const outcome = outcomeOf(() => compiled.expression.evaluate(this, budget));
    this.#costOfVariables += budget.cost;
    this.#listener?.({ text: compiled.expression.text, compiled, variable: name }, outcome, budget.cost);
    return outcome.problem === undefined ? outcome.value : failed('fails to evaluate', outcome.problem);
  }
}

/** Passes on that an authorizer has to be waited for. */
function outcomeOf(evaluate: () => CelValue): Outcome {
  try {
    return { value: evaluate() };
  } catch (error) {
    if (error instanceof CelError || error instanceof CostError) return { problem: error.message };
    throw error;
  }
}
