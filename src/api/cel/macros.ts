import type { Evaluation, Node, Variables } from './ast.ts';
import { CelError, type CelValue, noSuchOverload } from './values.ts';

export type Macro = (
  evaluator: Evaluation,
  range: CelValue,
  parameters: readonly Node[],
  variables: Variables,
) => CelValue;

/** The items of a list, the keys of a map. */
function itemsOf(range: CelValue): readonly CelValue[] {
  if (Array.isArray(range)) return range;
  if (range instanceof Map) return [...range.keys()];
  throw noSuchOverload();
}

/** `parameters`: the variable, then what is worked out for each item. */
function forEach(range: CelValue, [variable]: readonly Node[], variables: Variables) {
  const own = new Map(variables);
  return itemsOf(range).map((item) => ({ item, bind: () => own.set(variable!.args, item) }));
}

/** Whether all (or any) are so; one that decides is enough, whatever is wrong with the others. */
function quantifier(decisive: boolean): Macro {
  return (evaluator, range, parameters, variables) => {
    let fault: CelError | undefined;
    for (const { bind } of forEach(range, parameters, variables)) {
      try {
        if (evaluator.bool(parameters[1]!, bind()) === decisive) return decisive;
      } catch (error) {
        if (!(error instanceof CelError)) throw error;
        fault ??= error;
      }
    }
    if (fault !== undefined) throw fault;
    return !decisive;
  };
}

export const macros: ReadonlyMap<string, Macro> = new Map<string, Macro>([
  ['all', quantifier(false)],
  ['exists', quantifier(true)],
  [
    'exists_one',
    (evaluator, range, parameters, variables) => {
      let count = 0;
      for (const { bind } of forEach(range, parameters, variables))
        if (evaluator.bool(parameters[1]!, bind())) count++;
      return count === 1;
    },
  ],
  [
    'filter',
    (evaluator, range, parameters, variables) =>
      forEach(range, parameters, variables)
        .filter(({ bind }) => evaluator.bool(parameters[1]!, bind()))
        .map(({ item }) => item),
  ],
  [
    'map',
    (evaluator, range, parameters, variables) => {
      const [, condition, made = condition] = parameters;
      const kept = parameters.length > 2 ? condition : undefined;
      return forEach(range, parameters, variables)
        .filter(({ bind }) => kept === undefined || evaluator.bool(kept, bind()))
        .map(({ bind }) => evaluator.value(made!, bind()));
    },
  ],
]);
