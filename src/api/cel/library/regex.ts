import { type LinearPattern, linearPattern } from '../../patterns/pattern-match.ts';
import type { EvaluationBudget } from '../contract.ts';
import { noSuchOverload } from '../evaluate/step.ts';
import type { FunctionDeclaration, Implementation, RunCost } from '../types/overloads.ts';
import { boolType, intType, listOf, stringType } from '../types/types.ts';
import { ArrayList } from '../values/collections.ts';
import { CelError, type CelValue } from '../values/value.ts';
import { method, plain } from './declare.ts';

/** A pattern that is known is found by its text, and makes a matcher. */
const stepsOfMatcher = 25;

/** Throws CelError for a pattern that there is not. */
function pattern(source: string, budget: EvaluationBudget): LinearPattern {
  const known = linearPattern(source, budget.work);
  if (known instanceof Error) throw new CelError(known.message);
  return known;
}

/** Whether a text is a pattern; undefined if so, otherwise what is wrong with it. */
export function patternProblem(source: string): string | undefined {
  const known = linearPattern(source, () => {});
  return known instanceof Error ? known.message : undefined;
}

type Search = (known: LinearPattern, text: string, limit: bigint) => CelValue;

const searching =
  (search: Search): Implementation =>
  ([text, source, limit = -1n], budget) => {
    if (typeof text !== 'string' || typeof source !== 'string') throw noSuchOverload();
    const known = pattern(source, budget);
    budget.work(stepsOfMatcher + known.stepsIn(text));
    return search(known, text, limit as bigint);
  };

/** A constant pattern is compiled with the expression. */
function preparing(search: Search): FunctionDeclaration['prepare'] {
  return ([, source]) => {
    if (typeof source !== 'string') return undefined;
    const known = pattern(source, unlimited);
    return ([text, , limit = -1n], budget) => {
      if (typeof text !== 'string') throw noSuchOverload();
      budget.work(stepsOfMatcher + known.stepsIn(text));
      return search(known, text, limit as bigint);
    };
  };
}

const unlimited: EvaluationBudget = { take: () => {}, work: () => {} };

const cost: RunCost = (sizes) => Math.ceil((1 + sizes[0]!) * 0.1) * Math.ceil(sizes[1]! * 0.25);

function declareSearch(
  name: string,
  search: Search,
  forms: FunctionDeclaration['overloads'],
): FunctionDeclaration {
  return { name, call: searching(search), prepare: preparing(search), cost, overloads: forms };
}

const occurs: Search = (known, text) => known.occursIn(text);
const first: Search = (known, text) => known.findAll(text, 1)[0] ?? '';
const all: Search = (known, text, limit) =>
  new ArrayList(known.findAll(text, limit < 0n ? text.length + 1 : Number(limit)));

export const matching: readonly FunctionDeclaration[] = [
  declareSearch('matches', occurs, [
    method([stringType, stringType], boolType),
    plain([stringType, stringType], boolType),
  ]),
];

export const regex: readonly FunctionDeclaration[] = [
  declareSearch('find', first, [method([stringType, stringType], stringType)]),
  declareSearch('findAll', all, [
    method([stringType, stringType], listOf(stringType)),
    method([stringType, stringType, intType], listOf(stringType)),
  ]),
];
