import { setOwn } from '../../json/json-values.ts';
import { ListValue, MapValue } from './collections.ts';
import { JsonList, JsonMap } from './json.ts';
import { durationText, timestampText } from './times.ts';
import { typeName } from './types.ts';
import { CelError, type CelValue, Duration, OptionalValue, Timestamp, Uint } from './value.ts';

/** Whole numbers beyond these lose digits as a number. */
const isSafe = (value: bigint): boolean => BigInt.asIntN(53, value) === value;

const wholeNumber = (value: bigint): number | bigint => (isSafe(value) ? Number(value) : value);

/**
 * The JSON that a value stands for: texts of moments, base64 of bytes. Throws CelError for what has no form as JSON (an
 * address, a quantity).
 */
export function jsonOfValue(value: CelValue): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'bigint') return wholeNumber(value);
  if (typeof value === 'number') return value;
  if (value instanceof Uint) return wholeNumber(value.value);
  if (value instanceof JsonList || value instanceof JsonMap) return value.json;
  if (value instanceof ListValue) return [...value].map(jsonOfValue);
  if (value instanceof MapValue) return jsonOfMap(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof Timestamp) return timestampText(value);
  if (value instanceof Duration) return durationText(value);
  if (value instanceof OptionalValue && value.value !== undefined) return jsonOfValue(value.value);
  throw new CelError(`unsupported type: ${typeName(value)}`);
}

function jsonOfMap(map: MapValue): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const key of map.keys()) {
    if (typeof key !== 'string') throw new CelError(`unsupported map key type: ${typeName(key)}`);
    setOwn(made, key, jsonOfValue(map.get(key)!));
  }
  return made;
}
