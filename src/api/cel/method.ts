import type { CostBudget } from './cost.ts';
import type { CelValue } from './values.ts';

// biome-ignore lint/suspicious/noExplicitAny: the types of an expression are checked when it is written
type Values = any;

/** Takes its cost from the budget before it does anything. */
export type Method = (operand: Values, parameters: Values[], budget: CostBudget) => CelValue;
