import type { EvaluationBudget } from '../contract.ts';
import type { FunctionDeclaration, RunCost } from '../types/overloads.ts';
import { boolType, listOf, parameter } from '../types/types.ts';
import type { ListValue } from '../values/collections.ts';
import { equals } from '../values/equality.ts';
import { declare, plain } from './declare.ts';

const list = listOf(parameter('T'));

const everyWithEvery: RunCost = (sizes) => 1 + sizes[0]! * sizes[1]!;
const twice: RunCost = (sizes) => 1 + 2 * sizes[0]! * sizes[1]!;

/** Whether all items of the second are in the first. */
function containsAll(a: ListValue, b: ListValue, budget: EvaluationBudget): boolean {
  for (const item of b) if (!has(a, item, budget)) return false;
  return true;
}

function has(list: ListValue, wanted: Parameters<typeof equals>[0], budget: EvaluationBudget): boolean {
  for (let at = 0; at < list.length; at++) if (equals(list.at(at), wanted, budget)) return true;
  return false;
}

function intersects(a: ListValue, b: ListValue, budget: EvaluationBudget): boolean {
  for (const item of a) if (has(b, item, budget)) return true;
  return false;
}

type Comparison = (a: ListValue, b: ListValue, budget: EvaluationBudget) => boolean;

const declareSet = (name: string, compare: Comparison, cost: RunCost): FunctionDeclaration =>
  declare(
    name,
    plain([list, list], boolType, ([a, b], budget) => compare(a as ListValue, b as ListValue, budget), cost),
  );

export const sets: readonly FunctionDeclaration[] = [
  declareSet('sets.contains', containsAll, everyWithEvery),
  declareSet(
    'sets.equivalent',
    (a, b, budget) => containsAll(a, b, budget) && containsAll(b, a, budget),
    twice,
  ),
  declareSet('sets.intersects', intersects, everyWithEvery),
];
