import { ListValue, MapValue } from './collections.ts';
import type { CelValue } from './values.ts';

/** The size that costs are reckoned by: characters, bytes, items; 1 for all that has no size. */
export function sizeOf(value: CelValue): number {
  if (typeof value === 'string' || value instanceof Uint8Array || value instanceof ListValue)
    return value.length;
  return value instanceof MapValue ? value.size : 1;
}
