import type { CheckedTree } from '../check/checked.ts';
import type { Expr } from '../syntax/tree.ts';
import { type CelValue, OptionalValue } from '../values/value.ts';
import { noSuchOverload, type Step } from './step.ts';

/** Makes steps of the parts of an expression. */
export interface Planning {
  readonly tree: CheckedTree;
  plan(expr: Expr): Step;
  /** A step that gives one value, at no cost. */
  constant(value: CelValue): Step;
  /** The value of a step that always gives the same. */
  constantOf(step: Step): CelValue | undefined;
  /** Plans with more variables of loops, and gives their places. */
  inside<T>(names: readonly string[], run: (places: readonly number[]) => T): T;
}

/** What an optional value holds. */
export function presentIn(value: CelValue): CelValue | undefined {
  if (!(value instanceof OptionalValue)) throw noSuchOverload();
  return value.value;
}
