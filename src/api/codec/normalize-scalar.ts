import type { Schema } from '../schema/schema.ts';
import { canonicalQuantity, quantityFromJson } from '../values/quantity.ts';
import { canonicalMicroTime, canonicalTime } from '../values/time.ts';
import { DecodeError } from './json.ts';

/** Returned for a value of another type: the caller knows the path and makes the error. */
export const notOfType = Symbol('not of the type');

/** The canonical form of a scalar, or `notOfType`. Throws DecodeError for a malformed base64, quantity or time. */
export function normalizeScalar(value: unknown, schema: Schema): unknown {
  switch (schema.type) {
    case 'string':
      return typeof value === 'string' ? value : notOfType;
    case 'boolean':
      return typeof value === 'boolean' ? value : notOfType;
    case 'int32':
      return typeof value === 'number' && (value | 0) === value ? value : notOfType;
    case 'int64':
      return isInt64(value) ? value : notOfType;
    case 'double':
      return typeof value === 'number' || typeof value === 'bigint' ? value : notOfType;
    case 'bytes':
      return typeof value === 'string' ? canonicalBase64(value) : notOfType;
    case 'int-or-string':
      if (typeof value === 'string' || (typeof value === 'number' && (value | 0) === value)) return value;
      return notOfType;
    case 'quantity':
      return quantity(value);
    default:
      return typeof value === 'string' ? time(value, schema) : notOfType;
  }
}

function isInt64(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return typeof value === 'bigint' && BigInt.asIntN(64, value) === value;
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

function canonicalBase64(text: string): string {
  const compact = text.includes('\n') || text.includes('\r') ? text.replaceAll(/[\r\n]/g, '') : text;
  if (compact.length % 4 !== 0 || !base64.test(compact)) {
    const at = /[^A-Za-z0-9+/=]/.exec(compact)?.index ?? compact.length - (compact.length % 4);
    throw new DecodeError(`illegal base64 data at input byte ${at}`);
  }
  return compact;
}

function quantity(value: unknown): string {
  try {
    return typeof value === 'string'
      ? canonicalQuantity(value)
      : quantityFromJson(value as number | bigint).toString();
  } catch (error) {
    throw new DecodeError((error as Error).message);
  }
}

function time(text: string, schema: Schema): string {
  if (schema.type === 'duration') return text;
  try {
    return schema.type === 'time' ? canonicalTime(text) : canonicalMicroTime(text);
  } catch (error) {
    throw new DecodeError((error as Error).message);
  }
}
