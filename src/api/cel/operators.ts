import { itemAt, ListValue, MapValue } from './collections.ts';
import type { CostBudget } from './cost.ts';
import { equals } from './equality.ts';
import { isSet, union } from './list-types.ts';
import { sizeOf } from './sizes.ts';
import {
  CelError,
  type CelValue,
  Duration,
  isNumeric,
  noSuchKey,
  noSuchOverload,
  plainNumber,
  Timestamp,
  Uint,
} from './values.ts';

const minInt = -(2n ** 63n);
const maxInt = 2n ** 63n - 1n;
const maxUint = 2n ** 64n - 1n;
/** Characters, bytes and items that cost as much as one step. */
const unitsOfCost = 10;
/** Items of lists that are copied in a step. */
const copiedInStep = 2;

export function int(value: bigint): bigint {
  if (value < minInt || value > maxInt) throw new CelError('integer overflow');
  return value;
}

export function uint(value: bigint): Uint {
  if (value < 0n || value > maxUint) throw new CelError('unsigned integer overflow');
  return new Uint(value);
}

export function negate(value: CelValue): CelValue {
  if (typeof value === 'bigint') return int(-value);
  if (typeof value === 'number') return -value;
  if (value instanceof Duration) return new Duration(-value.nanoseconds);
  throw noSuchOverload();
}

export function index(operand: CelValue, key: CelValue): CelValue {
  if (operand instanceof ListValue) {
    const at = isNumeric(key) ? Number(plainNumber(key)) : Number.NaN;
    if (!Number.isInteger(at)) throw noSuchOverload();
    return itemAt(operand, at);
  }
  if (!(operand instanceof MapValue)) throw noSuchOverload();
  const found = operand.get(key);
  if (found === undefined) throw noSuchKey(String(key));
  return found;
}

export function contains(range: CelValue, item: CelValue, budget: CostBudget): boolean {
  budget.take(range instanceof ListValue ? Math.max(range.length, 1) : 1);
  if (range instanceof MapValue) return range.has(item);
  if (!(range instanceof ListValue)) throw noSuchOverload();
  for (let at = 0; at < range.length; at++) if (equals(range.at(at), item, budget)) return true;
  return false;
}

export function binary(op: string, a: CelValue, b: CelValue, budget: CostBudget): CelValue {
  switch (op) {
    case '==':
      budget.take(comparisonCost(a, b));
      return equals(a, b, budget);
    case '!=':
      budget.take(comparisonCost(a, b));
      return !equals(a, b, budget);
    case '<':
      return compare(a, b, budget) < 0;
    case '<=':
      return compare(a, b, budget) <= 0;
    case '>':
      return compare(a, b, budget) > 0;
    case '>=':
      return compare(a, b, budget) >= 0;
    case '+':
      return plus(a, b, budget);
    case '-':
      budget.take(1);
      return minus(a, b);
    case '*':
    case '/':
    case '%':
      budget.take(1);
      return arithmetic(op, a, b);
    default:
      throw noSuchOverload();
  }
}

const comparisonCost = (a: CelValue, b: CelValue): number =>
  typeof a === 'bigint' || typeof a === 'number' || typeof a === 'boolean'
    ? 1
    : Math.max(1, Math.ceil(Math.min(sizeOf(a), sizeOf(b)) / unitsOfCost));

/** Below, at, or above 0. */
export function compare(a: CelValue, b: CelValue, budget: CostBudget): number {
  budget.take(comparisonCost(a, b));
  if (isNumeric(a) && isNumeric(b)) return order(plainNumber(a), plainNumber(b));
  if (typeof a === 'string' && typeof b === 'string') return order(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (a instanceof Timestamp && b instanceof Timestamp) return order(a.nanoseconds, b.nanoseconds);
  if (a instanceof Duration && b instanceof Duration) return order(a.nanoseconds, b.nanoseconds);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  throw noSuchOverload();
}

const order = (a: bigint | number | string, b: bigint | number | string): number =>
  a < b ? -1 : a > b ? 1 : 0;

function plus(a: CelValue, b: CelValue, budget: CostBudget): CelValue {
  const isLong = typeof a === 'string' || a instanceof Uint8Array;
  budget.take(isLong ? Math.max(1, Math.ceil((sizeOf(a) + sizeOf(b)) / unitsOfCost)) : 1);
  if (typeof a === 'bigint' && typeof b === 'bigint') return int(a + b);
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  if (a instanceof Uint && b instanceof Uint) return uint(a.value + b.value);
  if (typeof a === 'string' && typeof b === 'string') return a + b;
  if (a instanceof ListValue && b instanceof ListValue) return concatenated(a, b, budget);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return new Uint8Array(Buffer.concat([a, b]));
  if (a instanceof Duration && b instanceof Duration) return new Duration(a.nanoseconds + b.nanoseconds);
  if (a instanceof Timestamp && b instanceof Duration) return new Timestamp(a.nanoseconds + b.nanoseconds);
  if (a instanceof Duration && b instanceof Timestamp) return new Timestamp(a.nanoseconds + b.nanoseconds);
  throw noSuchOverload();
}

function concatenated(a: ListValue, b: ListValue, budget: CostBudget): ListValue {
  budget.work((a.length + b.length) / copiedInStep);
  return a.type !== undefined && isSet(a.type)
    ? union(a, b, a.type, budget)
    : ListValue.of(a.items(budget).concat(b.items(budget)));
}

function minus(a: CelValue, b: CelValue): CelValue {
  if (typeof a === 'bigint' && typeof b === 'bigint') return int(a - b);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (a instanceof Uint && b instanceof Uint) return uint(a.value - b.value);
  if (a instanceof Duration && b instanceof Duration) return new Duration(a.nanoseconds - b.nanoseconds);
  if (a instanceof Timestamp && b instanceof Timestamp) return new Duration(a.nanoseconds - b.nanoseconds);
  if (a instanceof Timestamp && b instanceof Duration) return new Timestamp(a.nanoseconds - b.nanoseconds);
  throw noSuchOverload();
}

function arithmetic(op: '*' | '/' | '%', a: CelValue, b: CelValue): CelValue {
  if (typeof a === 'number' && typeof b === 'number' && op !== '%') return op === '*' ? a * b : a / b;
  const whole = (value: CelValue): bigint | undefined =>
    typeof value === 'bigint' ? value : value instanceof Uint ? value.value : undefined;
  const [left, right] = [whole(a), whole(b)];
  if (left === undefined || right === undefined || typeof a !== typeof b) throw noSuchOverload();
  if (op !== '*' && right === 0n) throw new CelError(op === '/' ? 'division by zero' : 'modulus by zero');
  const result = op === '*' ? left * right : op === '/' ? left / right : left % right;
  return a instanceof Uint ? uint(result) : int(result);
}
