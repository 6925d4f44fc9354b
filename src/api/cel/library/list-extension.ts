import type { EvaluationBudget } from '../contract.ts';
import type { FunctionDeclaration, Implementation, RunCost } from '../types/overloads.ts';
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  optionalOf,
  parameter,
  stringType,
  type Type,
  timestampType,
  uintType,
} from '../types/types.ts';
import { ArrayList, itemsOf, ListValue, NumberRange } from '../values/collections.ts';
import { equals } from '../values/equality.ts';
import { compare } from '../values/order.ts';
import { typeName } from '../values/types.ts';
import { CelError, type CelValue, OptionalValue } from '../values/value.ts';
import { declare, method, plain } from './declare.ts';

const T = parameter('T');
const list = listOf(T);
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

function items(value: CelValue | undefined, budget: EvaluationBudget): readonly CelValue[] {
  const found = itemsOf(value as ListValue);
  budget.work(found.length * 2);
  return found;
}

/** All that a list of the result costs beside the call. */
const resultCost: RunCost = (_, result) => 1 + 10 + result();
const quadratic: RunCost = (sizes) => 1 + 10 + (sizes[0]! * sizes[0]!) / 10;

/** 0, 1, … n - 1. Its cost is taken before it is made. */
const range: Implementation = ([count], budget) => {
  const length = Number(count as bigint);
  if (length <= 0) return ArrayList.empty;
  budget.take(length + 10);
  return new NumberRange(length);
};

const distinct: Implementation = ([value], budget) => {
  const kept: CelValue[] = [];
  const plainValues = new Set<CelValue>();
  for (const item of items(value, budget)) {
    if (typeof item === 'string' || typeof item === 'boolean') {
      if (plainValues.has(item)) continue;
      plainValues.add(item);
    } else if (kept.some((other) => equals(other, item, budget))) continue;
    kept.push(item);
  }
  return new ArrayList(kept);
};

function flattened(value: ListValue, depth: number, budget: EvaluationBudget): CelValue[] {
  return items(value, budget).flatMap((item) =>
    item instanceof ListValue && depth > 0 ? flattened(item, depth - 1, budget) : [item],
  );
}

const flatten: Implementation = ([value, depth = 1n], budget) => {
  if ((depth as bigint) < 0n) throw new CelError('level must be non-negative');
  return new ArrayList(flattened(value as ListValue, Math.min(Number(depth), 1_000), budget));
};

const reverse: Implementation = ([value], budget) => new ArrayList([...items(value, budget)].reverse());

const slice: Implementation = ([value, from, to], budget) => {
  const found = items(value, budget);
  const [start, end] = [from as bigint, to as bigint];
  const call = `cannot slice(${start}, ${end})`;
  if (start < 0n || end < 0n) throw new CelError(`${call}, negative indexes not supported`);
  if (start > end) throw new CelError(`${call}, start index must be less than or equal to end index`);
  if (BigInt(found.length) < end) throw new CelError(`${call}, list is length ${found.length}`);
  return new ArrayList(found.slice(Number(start), Number(end)));
};

const isOrdered = (value: CelValue): boolean => {
  const name = typeName(value);
  return name !== 'list' && name !== 'map' && name !== 'null_type';
};

/** Sorts items by keys, which must be of one type. */
function sortedBy(found: readonly CelValue[], keys: readonly CelValue[], budget: EvaluationBudget): CelValue {
  if (found.length !== keys.length)
    throw new CelError('@sortByAssociatedKeys() expected a list of the same size');
  const [first] = keys;
  if (first !== undefined && !isOrdered(first)) throw new CelError('list elements must be comparable');
  if (keys.some((key) => typeName(key) !== typeName(first!))) {
    throw new CelError('list elements must have the same type');
  }
  budget.work(found.length * (1 + Math.log2(found.length + 1)) * 2);
  const order = found.map((_, index) => index).sort((a, b) => compare(keys[a]!, keys[b]!));
  return new ArrayList(order.map((index) => found[index]!));
}

const sort: Implementation = ([value], budget) => {
  const found = items(value, budget);
  return sortedBy(found, found, budget);
};

const sortByKeys: Implementation = ([value, keys], budget) =>
  sortedBy(items(value, budget), items(keys, budget), budget);

const end =
  (at: 0 | -1): Implementation =>
  ([value]) => {
    const found = value as ListValue;
    if (found.length === 0) return OptionalValue.none;
    return new OptionalValue(found.at(at === 0 ? 0 : found.length - 1));
  };

export const listExtension: readonly FunctionDeclaration[] = [
  declare('lists.range', plain([intType], listOf(intType), range)),
  declare('distinct', method([list], list, distinct, quadratic)),
  declare(
    'flatten',
    method([listOf(list)], list, flatten, resultCost),
    method([listOf(dynType), intType], listOf(dynType), flatten, resultCost),
  ),
  declare('reverse', method([list], list, reverse, resultCost)),
  declare('slice', method([list, intType, intType], list, slice, resultCost)),
  declare('sort', ...comparable.map((type) => method([listOf(type)], listOf(type), sort, quadratic))),
  declare(
    '@sortByAssociatedKeys',
    ...comparable.map((type) => method([list, listOf(type)], list, sortByKeys, quadratic)),
  ),
  declare('first', method([list], optionalOf(T), end(0))),
  declare('last', method([list], optionalOf(T), end(-1))),
];
