import type { ListValue } from './collections.ts';
import type { CostBudget } from './cost.ts';
import { equals } from './equality.ts';
import type { Method } from './method.ts';
import { binary, compare } from './operators.ts';
import { CelError, type CelValue, noSuchOverload } from './values.ts';

function itemsFor(list: ListValue, budget: CostBudget): readonly CelValue[] {
  budget.take(Math.max(1, list.length));
  return list.items(budget);
}

function someOf(list: ListValue, budget: CostBudget): readonly CelValue[] {
  if (list.length === 0) throw new CelError('min called on empty list');
  return itemsFor(list, budget);
}

export const listMethods: Readonly<Record<string, Method>> = {
  size: (list: ListValue, _, budget) => {
    budget.take(1);
    return BigInt(list.length);
  },
  isSorted: (list: ListValue, _, budget) =>
    itemsFor(list, budget).every((item, at, items) => at === 0 || compare(items[at - 1]!, item, budget) <= 0),
  sum: (list: ListValue, _, budget) => {
    const items = itemsFor(list, budget);
    return items.length === 0 ? 0n : items.reduce((sum, item) => binary('+', sum, item, budget));
  },
  min: (list: ListValue, _, budget) =>
    someOf(list, budget).reduce((least, item) => (compare(item, least, budget) < 0 ? item : least)),
  max: (list: ListValue, _, budget) =>
    someOf(list, budget).reduce((most, item) => (compare(item, most, budget) > 0 ? item : most)),
  indexOf: (list: ListValue, [wanted], budget) =>
    BigInt(itemsFor(list, budget).findIndex((item) => equals(item, wanted, budget))),
  lastIndexOf: (list: ListValue, [wanted], budget) =>
    BigInt(itemsFor(list, budget).findLastIndex((item) => equals(item, wanted, budget))),
  join: (list: ListValue, [by = ''], budget) => {
    const items = itemsFor(list, budget);
    if (typeof by !== 'string') throw noSuchOverload();
    let length = items.length * by.length;
    for (const item of items) {
      if (typeof item !== 'string') throw noSuchOverload();
      length += item.length;
    }
    budget.take(length / 5);
    budget.work(items.length * 4);
    return items.join(by);
  },
};
