import type { EvaluationBudget } from '../contract.ts';
import type { FunctionDeclaration, Implementation, RunCost } from '../types/overloads.ts';
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  listOf,
  parameter,
  stringType,
  type Type,
  timestampType,
  uintType,
} from '../types/types.ts';
import { plus } from '../values/arithmetic.ts';
import { itemsOf, type ListValue } from '../values/collections.ts';
import { equals } from '../values/equality.ts';
import { compare } from '../values/order.ts';
import { CelError, type CelValue, Duration, Uint } from '../values/value.ts';
import { declare, method } from './declare.ts';

/** Types whose values have an order, and those that can be summed up, with the sum of none. */
const comparable: readonly Type[] = [
  intType,
  uintType,
  doubleType,
  boolType,
  durationType,
  timestampType,
  stringType,
  bytesType,
];
const summable: readonly (readonly [Type, CelValue])[] = [
  [intType, 0n],
  [uintType, new Uint(0n)],
  [doubleType, 0],
  [durationType, new Duration(0n)],
];

/** One look at all items. */
const traversal: RunCost = (sizes) => sizes[0]!;

function items(list: CelValue | undefined, budget: EvaluationBudget): readonly CelValue[] {
  const found = itemsOf(list as ListValue);
  budget.work(found.length * 2);
  return found;
}

/** Values of different types are in no order: neither is before the other. */
function isBefore(a: CelValue, b: CelValue): boolean {
  try {
    return compare(a, b) < 0;
  } catch (error) {
    if (error instanceof CelError) return false;
    throw error;
  }
}

const isSorted: Implementation = ([list], budget) =>
  items(list, budget).every((item, at, all) => at === 0 || !isBefore(item, all[at - 1]!));

function extreme(name: string, isBetter: (item: CelValue, best: CelValue) => boolean): Implementation {
  return ([list], budget) => {
    const [first, ...rest] = items(list, budget);
    if (first === undefined) throw new CelError(`${name} called on empty list`);
    return rest.reduce((best, item) => (isBetter(item, best) ? item : best), first);
  };
}

const sumFrom =
  (zero: CelValue): Implementation =>
  ([list], budget) =>
    items(list, budget).reduce((sum, item) => plus(sum, item, budget), zero);

const indexOf: Implementation = ([list, wanted], budget) =>
  BigInt(items(list, budget).findIndex((item) => equals(item, wanted!, budget)));

const lastIndexOf: Implementation = ([list, wanted], budget) =>
  BigInt(items(list, budget).findLastIndex((item) => equals(item, wanted!, budget)));

const T = parameter('T');

const ofEach = (result: (type: Type) => Type, call: Implementation) =>
  comparable.map((type) => method([listOf(type)], result(type), call, traversal));

export const listFunctions: readonly FunctionDeclaration[] = [
  declare('isSorted', ...ofEach(() => boolType, isSorted)),
  declare('sum', ...summable.map(([type, zero]) => method([listOf(type)], type, sumFrom(zero), traversal))),
  declare('min', ...ofEach((type) => type, extreme('min', isBefore))),
  declare(
    'max',
    ...ofEach(
      (type) => type,
      extreme('max', (item, best) => isBefore(best, item)),
    ),
  ),
  declare('indexOf', method([listOf(T), T], intType, indexOf, traversal)),
  declare('lastIndexOf', method([listOf(T), T], intType, lastIndexOf, traversal)),
];
