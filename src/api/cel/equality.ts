import type { CostBudget } from './cost.ts';
import { CelType, type CelValue, Duration, ObjectValue, Timestamp, Uint, Url } from './values.ts';

type Numeric = bigint | number | Uint;

export const isNumeric = (value: CelValue): value is Numeric =>
  typeof value === 'bigint' || typeof value === 'number' || value instanceof Uint;

export const plainNumber = (value: Numeric): bigint | number => (value instanceof Uint ? value.value : value);

/** Numbers of all types are compared by what they count; values of different types differ. */
export function equals(a: CelValue, b: CelValue, budget: CostBudget): boolean {
  budget.take(1);
  if (a === b) return true;
  if (isNumeric(a) && isNumeric(b)) return isSameNumber(plainNumber(a), plainNumber(b));
  if (typeof a === 'string' || typeof b === 'string') return false;
  if (Array.isArray(a)) return Array.isArray(b) && equalLists(a, b, budget);
  if (a instanceof Map) return b instanceof Map && equalMaps(a, b, budget);
  if (a instanceof ObjectValue) return b instanceof ObjectValue && equalObjects(a, b, budget);
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  if (a instanceof Timestamp) return b instanceof Timestamp && a.nanoseconds === b.nanoseconds;
  if (a instanceof Duration) return b instanceof Duration && a.nanoseconds === b.nanoseconds;
  if (a instanceof CelType) return b instanceof CelType && a.name === b.name;
  return a instanceof Url && b instanceof Url && a.text === b.text;
}

const equalLists = (a: readonly CelValue[], b: readonly CelValue[], budget: CostBudget): boolean =>
  a.length === b.length && a.every((item, index) => equals(item, b[index]!, budget));

function equalMaps(a: Map<CelValue, CelValue>, b: Map<CelValue, CelValue>, budget: CostBudget): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) if (!b.has(key) || !equals(value, b.get(key)!, budget)) return false;
  return true;
}

function equalObjects(a: ObjectValue, b: ObjectValue, budget: CostBudget): boolean {
  return equalJson(a.fields, b.fields, budget);
}

function equalJson(a: unknown, b: unknown, budget: CostBudget): boolean {
  budget.take(1);
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every(
      (key) =>
        Object.hasOwn(b, key) &&
        equalJson((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], budget),
    )
  );
}

const isSameNumber = (a: bigint | number, b: bigint | number): boolean => a <= b && a >= b;
