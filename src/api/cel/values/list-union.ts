import type { EvaluationBudget } from '../contract.ts';
import { ArrayList, itemsOf, type ListSemantics, ListValue, MapValue } from './collections.ts';
import { type CelValue, Duration, OpaqueValue, Timestamp, Uint } from './value.ts';

const stepsOfIdentity = 20;

/** Items by a text that is the same for those that are one item of the list. */
export function uniqueBy(
  items: readonly CelValue[],
  semantics: ListSemantics,
  budget: EvaluationBudget,
): Map<string, CelValue> {
  const found = new Map<string, CelValue>();
  for (const item of items) found.set(itemIdentity(item, semantics, budget), item);
  return found;
}

function itemIdentity(item: CelValue, { type, keys }: ListSemantics, budget: EvaluationBudget): string {
  if (type === 'set' || !(item instanceof MapValue)) return identity(item, budget);
  return keys.map((key) => identity(item.get(key) ?? null, budget)).join('\0');
}

/** A text that equal values have, and no others. */
export function identity(value: CelValue, budget: EvaluationBudget): string {
  budget.work(stepsOfIdentity);
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isInteger(value) ? String(BigInt(value)) : `d${value}`;
  if (value instanceof Uint) return String(value.value);
  if (value instanceof ListValue) return `[${itemsOf(value).map((item) => identity(item, budget))}]`;
  if (value instanceof MapValue) {
    const members = value
      .keys()
      .map((key) => `${identity(key, budget)}:${identity(value.get(key)!, budget)}`);
    return `{${members.sort()}}`;
  }
  if (value instanceof Uint8Array) return `b${Buffer.from(value).toString('base64')}`;
  if (value instanceof Timestamp) return `t${value.nanoseconds}`;
  if (value instanceof Duration) return `p${value.nanoseconds}`;
  return `${value.typeName} ${value instanceof OpaqueValue ? value.text() : ''}`;
}

/**
 * A list without an order, with what another one has: a set takes what it does not have, an associative list replaces
 * items of the same keys in their places.
 */
export function union(
  a: ListValue,
  b: ListValue,
  semantics: ListSemantics,
  budget: EvaluationBudget,
): ListValue {
  const items = [...itemsOf(a)];
  const places = new Map<string, number>();
  for (const [index, item] of items.entries()) places.set(itemIdentity(item, semantics, budget), index);
  for (const item of itemsOf(b)) {
    const known = itemIdentity(item, semantics, budget);
    const place = places.get(known);
    if (place === undefined) places.set(known, items.push(item) - 1);
    else if (semantics.type === 'map') items[place] = item;
  }
  return new ArrayList(items, semantics);
}
