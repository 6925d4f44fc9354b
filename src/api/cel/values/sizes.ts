import { ListValue, MapValue } from './collections.ts';
import type { CelValue } from './value.ts';

/** The size that costs are reckoned by: characters, bytes, items; 1 for all that has no size. */
export function sizeOf(value: CelValue): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  if (value instanceof ListValue || value instanceof Uint8Array) return value.length;
  return value instanceof MapValue ? value.size : 1;
}
