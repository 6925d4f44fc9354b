import { numberOf } from './equality.ts';
import { CelError, type CelValue, Duration, Timestamp } from './value.ts';

const noSuchOverload = (): CelError => new CelError('no such overload');

/** Below, at, or above 0. Throws CelError for values that have no order. */
export function compare(a: CelValue, b: CelValue): number {
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left !== undefined && right !== undefined) return ordered(left, right);
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (a instanceof Timestamp && b instanceof Timestamp) return ordered(a.nanoseconds, b.nanoseconds);
  if (a instanceof Duration && b instanceof Duration) return ordered(a.nanoseconds, b.nanoseconds);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  throw noSuchOverload();
}

function ordered(a: bigint | number, b: bigint | number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) throw new CelError('NaN values cannot be ordered');
  // Beside a double a whole number is one, too.
  if (typeof a !== typeof b) return Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** By code points, which UTF-16 units are not in the order of. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  if (!/[\ud800-\udfff]/.test(a) && !/[\ud800-\udfff]/.test(b)) return a < b ? -1 : 1;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
