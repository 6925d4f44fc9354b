import { ListValue, MapValue } from './collections.ts';
import type { CostBudget } from './cost.ts';
import { equalJson } from './json-equality.ts';
import { isSet, sameMembers } from './list-types.ts';
import { ObjectValue } from './object-value.ts';
import { CelType, type CelValue, Duration, isNumeric, plainNumber, Timestamp, Url } from './values.ts';

/**
 * Numbers of all types are compared by what they count; values of different types differ. What a list is (a set, a map by
 * keys) its left side says.
 */
export function equals(a: CelValue, b: CelValue, budget: CostBudget): boolean {
  budget.work(1);
  if (a === b) return true;
  if (isNumeric(a) && isNumeric(b)) return isSameNumber(plainNumber(a), plainNumber(b));
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof ListValue) return b instanceof ListValue && equalLists(a, b, budget);
  if (a instanceof MapValue) return b instanceof MapValue && equalMaps(a, b, budget);
  if (a instanceof ObjectValue) return b instanceof ObjectValue && equalSources(a, b, budget);
  if (a instanceof Uint8Array) return b instanceof Uint8Array && equalBytes(a, b, budget);
  if (a instanceof Timestamp) return b instanceof Timestamp && a.nanoseconds === b.nanoseconds;
  if (a instanceof Duration) return b instanceof Duration && a.nanoseconds === b.nanoseconds;
  if (a instanceof CelType) return b instanceof CelType && a.name === b.name;
  return a instanceof Url && b instanceof Url && a.text === b.text;
}

function equalLists(a: ListValue, b: ListValue, budget: CostBudget): boolean {
  if (a.length !== b.length) return false;
  if (a.source?.schema !== undefined && a.source.schema === b.source?.schema)
    return equalSources(a, b, budget);
  if (a.type !== undefined && isSet(a.type))
    return sameMembers(a.items(budget), b.items(budget), a.type, budget);
  for (let index = 0; index < a.length; index++) if (!equals(a.at(index), b.at(index), budget)) return false;
  return true;
}

function equalMaps(a: MapValue, b: MapValue, budget: CostBudget): boolean {
  if (a.size !== b.size) return false;
  if (a.source !== undefined && a.schema === b.schema) return equalSources(a, b, budget);
  for (const key of a.keys) {
    const other = b.get(key);
    if (other === undefined || !equals(a.get(key)!, other, budget)) return false;
  }
  return true;
}

/** Values of one schema need not be converted to be compared. */
function equalSources(
  { source: a }: ListValue | MapValue | ObjectValue,
  { source: b }: ListValue | MapValue | ObjectValue,
  budget: CostBudget,
): boolean {
  return equalJson(a!.json, b!.json, a!.schema, { names: a!.reader.names, budget });
}

function equalBytes(a: Uint8Array, b: Uint8Array, budget: CostBudget): boolean {
  budget.work(Math.min(a.length, b.length) / 256);
  return Buffer.compare(a, b) === 0;
}

const isSameNumber = (a: bigint | number, b: bigint | number): boolean => a <= b && a >= b;
