import { ListValue, MapValue } from './collections.ts';
import { conversions } from './conversions.ts';
import type { CostBudget } from './cost.ts';
import { listMethods } from './list-functions.ts';
import type { Method } from './method.ts';
import { sizeOf } from './sizes.ts';
import { textMethods } from './text-functions.ts';
import { dateMethods } from './time-functions.ts';
import { urlMethods } from './url-functions.ts';
import { type CelValue, Duration, noSuchOverload, Timestamp, Url } from './values.ts';

/** To find a method, and to hand over what it takes. */
const stepsOfCall = 2;

/** `size(x)` and the like. */
export function callFunction(name: string, parameters: CelValue[], budget: CostBudget): CelValue {
  const [first, ...rest] = parameters;
  const own = Object.hasOwn(conversions, name) ? conversions[name]! : undefined;
  if (own !== undefined && parameters.length === 1) return own(first!, budget);
  // `size(x)` and `matches(x, y)` are methods as well.
  if (first !== undefined && (name === 'size' || name === 'matches'))
    return callMethod(name, first, rest, budget);
  throw noSuchOverload();
}

export function callMethod(
  name: string,
  operand: CelValue,
  parameters: CelValue[],
  budget: CostBudget,
): CelValue {
  const table = methodsOf(operand);
  const method = table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
  if (method === undefined) throw noSuchOverload();
  budget.work(stepsOfCall);
  return method(operand, parameters, budget);
}

function methodsOf(operand: CelValue): Readonly<Record<string, Method>> | undefined {
  if (typeof operand === 'string') return textMethods;
  if (operand instanceof ListValue) return listMethods;
  if (operand instanceof MapValue || operand instanceof Uint8Array) return sized;
  if (operand instanceof Timestamp || operand instanceof Duration) return dateMethods(operand);
  return operand instanceof Url ? urlMethods : undefined;
}

const sized: Readonly<Record<string, Method>> = {
  size: (operand: CelValue, _, budget) => {
    budget.take(1);
    return BigInt(sizeOf(operand));
  },
};
