import type { EvaluationBudget } from '../contract.ts';
import { itemsOf, ListValue, MapValue } from './collections.ts';
import { uniqueBy } from './list-union.ts';
import { type CelValue, Duration, OpaqueValue, OptionalValue, Timestamp, TypeValue, Uint } from './value.ts';

/** A number as it counts; undefined for what is none. */
export function numberOf(value: CelValue): bigint | number | undefined {
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  return value instanceof Uint ? value.value : undefined;
}

/**
 * Numbers of all types are compared by what they count; values of different types differ. Whether items have an order,
 * the list on the left says.
 */
export function equals(a: CelValue, b: CelValue, budget: EvaluationBudget): boolean {
  budget.work(1);
  if (a === b) return typeof a !== 'number' || !Number.isNaN(a);
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left !== undefined && right !== undefined) {
    return typeof left === typeof right ? left === right : Number(left) === Number(right);
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof ListValue) return b instanceof ListValue && equalLists(a, b, budget);
  if (a instanceof MapValue) return b instanceof MapValue && equalMaps(a, b, budget);
  return equalScalars(a, b, budget);
}

function equalScalars(a: CelValue, b: CelValue, budget: EvaluationBudget): boolean {
  if (a instanceof Uint8Array) {
    if (!(b instanceof Uint8Array)) return false;
    budget.work(Math.min(a.length, b.length) / 256);
    return Buffer.compare(a, b) === 0;
  }
  if (a instanceof Timestamp) return b instanceof Timestamp && a.nanoseconds === b.nanoseconds;
  if (a instanceof Duration) return b instanceof Duration && a.nanoseconds === b.nanoseconds;
  if (a instanceof TypeValue) return b instanceof TypeValue && a.name === b.name;
  if (a instanceof OptionalValue) return b instanceof OptionalValue && equalOptionals(a, b, budget);
  return a instanceof OpaqueValue && b instanceof OpaqueValue && a.typeName === b.typeName && a.equals(b);
}

function equalOptionals(a: OptionalValue, b: OptionalValue, budget: EvaluationBudget): boolean {
  if (a.value === undefined || b.value === undefined) return a.value === b.value;
  return equals(a.value, b.value, budget);
}

function equalLists(a: ListValue, b: ListValue, budget: EvaluationBudget): boolean {
  if (a.length !== b.length) return false;
  if (a.semantics !== undefined) return sameMembers(a, b, budget);
  for (let index = 0; index < a.length; index++) if (!equals(a.at(index), b.at(index), budget)) return false;
  return true;
}

/** Whether two lists without an order have the same members. */
function sameMembers(a: ListValue, b: ListValue, budget: EvaluationBudget): boolean {
  const others = uniqueBy(itemsOf(b), a.semantics!, budget);
  const own = uniqueBy(itemsOf(a), a.semantics!, budget);
  if (own.size !== others.size) return false;
  for (const [identity, item] of own) {
    const other = others.get(identity);
    if (other === undefined || !equals(item, other, budget)) return false;
  }
  return true;
}

function equalMaps(a: MapValue, b: MapValue, budget: EvaluationBudget): boolean {
  if (a.size !== b.size) return false;
  for (const key of a.keys()) {
    const other = b.get(key);
    if (other === undefined || !equals(a.get(key)!, other, budget)) return false;
  }
  return true;
}
