import type { Evaluation, Node, Variables } from './ast.ts';
import { ListValue, MapValue } from './collections.ts';
import { type CelError, type CelValue, noSuchOverload } from './values.ts';

export type Macro = (
  evaluator: Evaluation,
  range: CelValue,
  parameters: readonly Node[],
  variables: Variables,
) => CelValue;

/**
 * Cost of a turn beside its own expressions, as cel-go unfolds macros: `all` asks whether the result is still open (2)
 * and combines it (1), `exists` negates it too; `map` and `filter` make a list of one item (10) and append it.
 */
const costs = { all: 3, exists: 4, exists_one: 1, count: 1, append: 12, skip: 1 };

/** Calls `turn` with each item of a list or key of a map as the variable, until it says that this is enough. */
function forEach(
  { budget }: Evaluation,
  range: CelValue,
  [variable]: readonly Node[],
  variables: Variables,
  turn: (own: Variables, item: CelValue) => boolean | undefined,
): void {
  const own = new Map(variables);
  const keys = range instanceof MapValue ? range.keys : undefined;
  if (keys === undefined && !(range instanceof ListValue)) throw noSuchOverload();
  const length = keys?.length ?? (range as ListValue).length;
  budget.take(1);
  for (let at = 0; at < length; at++) {
    const item = keys === undefined ? (range as ListValue).at(at) : keys[at]!;
    budget.work(1);
    if (turn(own.set(variable!.args, item), item) === true) return;
  }
}

/** Whether all (or any) are so; one that decides is enough, whatever is wrong with the others. */
function quantifier(decisive: boolean, cost: number): Macro {
  return (evaluator, range, parameters, variables) => {
    let problem: CelError | undefined;
    let isDecided = false;
    forEach(evaluator, range, parameters, variables, (own) => {
      evaluator.budget.take(cost);
      try {
        isDecided = evaluator.bool(parameters[1]!, own) === decisive;
      } catch (error) {
        // Each of them is paid for, the first is the one to be thrown.
        const next = evaluator.budget.problem(error);
        problem ??= next;
      }
      return isDecided;
    });
    if (isDecided) return decisive;
    if (problem !== undefined) throw problem;
    return !decisive;
  };
}

const existsOne: Macro = (evaluator, range, parameters, variables) => {
  let count = 0;
  forEach(evaluator, range, parameters, variables, (own) => {
    evaluator.budget.take(costs.exists_one);
    if (!evaluator.bool(parameters[1]!, own)) return undefined;
    count++;
    evaluator.budget.take(costs.count);
  });
  return count === 1;
};

const filter: Macro = (evaluator, range, parameters, variables) => {
  const kept: CelValue[] = [];
  forEach(evaluator, range, parameters, variables, (own, item) => {
    const isKept = evaluator.bool(parameters[1]!, own);
    evaluator.budget.take(isKept ? costs.append + 1 : costs.skip);
    if (isKept) kept.push(item);
  });
  return ListValue.of(kept);
};

/** With three parameters the second says which items count. */
const map: Macro = (evaluator, range, parameters, variables) => {
  const [, condition, made = condition] = parameters;
  const kept = parameters.length > 2 ? condition : undefined;
  const results: CelValue[] = [];
  forEach(evaluator, range, parameters, variables, (own) => {
    const isKept = kept === undefined || evaluator.bool(kept, own);
    evaluator.budget.take(isKept ? costs.append : costs.skip);
    if (isKept) results.push(evaluator.value(made!, own));
  });
  return ListValue.of(results);
};

export const macros: ReadonlyMap<string, Macro> = new Map<string, Macro>([
  ['all', quantifier(false, costs.all)],
  ['exists', quantifier(true, costs.exists)],
  ['exists_one', existsOne],
  ['filter', filter],
  ['map', map],
]);
