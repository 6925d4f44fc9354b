import type { CostBudget } from './cost.ts';
import type { CelValue } from './values.ts';

/** A node of a parsed expression: an operator and what it is applied to. */
export interface Node {
  readonly op: string;
  // biome-ignore lint/suspicious/noExplicitAny: what an operator is applied to depends on it
  readonly args: any;
}

export type Variables = ReadonlyMap<string, CelValue>;

/** Works out the parts of an expression. */
export interface Evaluation {
  readonly budget: CostBudget;
  value(node: Node, variables: Variables): CelValue;
  bool(node: Node, variables: Variables): boolean;
}
