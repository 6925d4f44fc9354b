import type { CostBudget } from './cost.ts';
import { equals, isNumeric, plainNumber } from './equality.ts';
import { CelError, type CelValue, Duration, noSuchKey, noSuchOverload, Timestamp, Uint } from './values.ts';

const minInt = -(2n ** 63n);
const maxInt = 2n ** 63n - 1n;
const maxUint = 2n ** 64n - 1n;
/** Characters that cost as much as one step. */
const charactersAStep = 10;

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
  if (Array.isArray(operand)) {
    const at = isNumeric(key) ? Number(plainNumber(key)) : Number.NaN;
    if (!Number.isInteger(at)) throw noSuchOverload();
    if (at < 0 || at >= operand.length) throw new CelError(`index out of bounds: ${at}`);
    return operand[at]!;
  }
  if (!(operand instanceof Map)) throw noSuchOverload();
  const found = operand.get(key);
  if (found === undefined) throw noSuchKey(String(key));
  return found;
}

export function contains(range: CelValue, item: CelValue, budget: CostBudget): boolean {
  if (range instanceof Map) return range.has(item);
  if (!Array.isArray(range)) throw noSuchOverload();
  return range.some((one) => equals(one, item, budget));
}

export function binary(op: string, a: CelValue, b: CelValue, budget: CostBudget): CelValue {
  switch (op) {
    case '==':
      return equals(a, b, budget);
    case '!=':
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
      return minus(a, b);
    case '*':
    case '/':
    case '%':
      return arithmetic(op, a, b);
    default:
      throw noSuchOverload();
  }
}

/** Below, at, or above 0. */
export function compare(a: CelValue, b: CelValue, budget: CostBudget): number {
  if (isNumeric(a) && isNumeric(b)) return order(plainNumber(a), plainNumber(b));
  if (typeof a === 'string' && typeof b === 'string') {
    budget.take(Math.min(a.length, b.length) / charactersAStep);
    return order(a, b);
  }
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (a instanceof Timestamp && b instanceof Timestamp) return order(a.nanoseconds, b.nanoseconds);
  if (a instanceof Duration && b instanceof Duration) return order(a.nanoseconds, b.nanoseconds);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  throw noSuchOverload();
}

const order = (a: bigint | number | string, b: bigint | number | string): number =>
  a < b ? -1 : a > b ? 1 : 0;

function plus(a: CelValue, b: CelValue, budget: CostBudget): CelValue {
  if (typeof a === 'bigint' && typeof b === 'bigint') return int(a + b);
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  if (a instanceof Uint && b instanceof Uint) return uint(a.value + b.value);
  if (typeof a === 'string' && typeof b === 'string') {
    budget.take((a.length + b.length) / charactersAStep);
    return a + b;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    budget.take(a.length + b.length);
    return [...a, ...b];
  }
  if (a instanceof Uint8Array && b instanceof Uint8Array) return new Uint8Array(Buffer.concat([a, b]));
  if (a instanceof Duration && b instanceof Duration) return new Duration(a.nanoseconds + b.nanoseconds);
  if (a instanceof Timestamp && b instanceof Duration) return new Timestamp(a.nanoseconds + b.nanoseconds);
  if (a instanceof Duration && b instanceof Timestamp) return new Timestamp(a.nanoseconds + b.nanoseconds);
  throw noSuchOverload();
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
