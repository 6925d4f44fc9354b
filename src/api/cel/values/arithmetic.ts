import type { EvaluationBudget } from '../contract.ts';
import { ArrayList, itemsOf, ListValue } from './collections.ts';
import { union } from './list-union.ts';
import { durationOf, timestampOf } from './times.ts';
import { CelError, type CelValue, Duration, Timestamp, Uint } from './value.ts';

const minInt = -(2n ** 63n);
const maxInt = 2n ** 63n - 1n;
const maxUint = 2n ** 64n - 1n;

const noSuchOverload = (): CelError => new CelError('no such overload');

export function int(value: bigint): bigint {
  if (value < minInt || value > maxInt) throw new CelError('integer overflow');
  return value;
}

export function uint(value: bigint): Uint {
  if (value < 0n || value > maxUint) throw new CelError('unsigned integer overflow');
  return new Uint(value);
}

export function negated(value: CelValue): CelValue {
  if (typeof value === 'bigint') return int(-value);
  if (typeof value === 'number') return -value;
  if (value instanceof Duration) return durationOf(-value.nanoseconds);
  if (typeof value === 'string') throw noSuchOverload();
  throw value instanceof Uint ? new CelError('no such overload: -_') : noSuchOverload();
}

/** Items that are copied in a step. */
const copiedInStep = 2;
const charactersInStep = 64;

export function plus(a: CelValue, b: CelValue, budget: EvaluationBudget): CelValue {
  if (typeof a === 'bigint' && typeof b === 'bigint') return int(a + b);
  if (typeof a === 'string' && typeof b === 'string') {
    budget.work((a.length + b.length) / charactersInStep);
    return a + b;
  }
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  if (a instanceof Uint && b instanceof Uint) return uint(a.value + b.value);
  if (a instanceof ListValue && b instanceof ListValue) return concatenated(a, b, budget);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return new Uint8Array(Buffer.concat([a, b]));
  if (a instanceof Duration && b instanceof Duration) return durationOf(a.nanoseconds + b.nanoseconds);
  if (a instanceof Timestamp && b instanceof Duration)
    return timestampOf(a.nanoseconds + b.nanoseconds, a.offset);
  if (a instanceof Duration && b instanceof Timestamp)
    return timestampOf(a.nanoseconds + b.nanoseconds, b.offset);
  throw noSuchOverload();
}

function concatenated(a: ListValue, b: ListValue, budget: EvaluationBudget): ListValue {
  budget.work((a.length + b.length) / copiedInStep);
  if (a.semantics !== undefined) return union(a, b, a.semantics, budget);
  return new ArrayList([...itemsOf(a), ...itemsOf(b)]);
}

export function minus(a: CelValue, b: CelValue): CelValue {
  if (typeof a === 'bigint' && typeof b === 'bigint') return int(a - b);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (a instanceof Uint && b instanceof Uint) return uint(a.value - b.value);
  if (a instanceof Duration && b instanceof Duration) return durationOf(a.nanoseconds - b.nanoseconds);
  if (a instanceof Timestamp && b instanceof Timestamp) return durationOf(a.nanoseconds - b.nanoseconds);
  if (a instanceof Timestamp && b instanceof Duration)
    return timestampOf(a.nanoseconds - b.nanoseconds, a.offset);
  throw noSuchOverload();
}

export function arithmetic(operator: '*' | '/' | '%', a: CelValue, b: CelValue): CelValue {
  if (typeof a === 'number' && typeof b === 'number' && operator !== '%')
    return operator === '*' ? a * b : a / b;
  if (typeof a === 'bigint' && typeof b === 'bigint') return int(whole(operator, a, b));
  if (a instanceof Uint && b instanceof Uint) return uint(whole(operator, a.value, b.value));
  throw noSuchOverload();
}

function whole(operator: '*' | '/' | '%', a: bigint, b: bigint): bigint {
  if (operator === '*') return a * b;
  if (b === 0n) throw new CelError(operator === '/' ? 'division by zero' : 'modulus by zero');
  // The one quotient that does not fit overflows when it is divided without a rest, too.
  if (operator === '%') return a === minInt && b === -1n ? -minInt : a % b;
  return a / b;
}
