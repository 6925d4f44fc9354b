import type { JsonSchema } from './json-schema.ts';
import type { ValueError } from './validation-result.ts';

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value;
}

/** The formats of numbers without an explicit format. */
const impliedFormats: Record<string, string> = { integer: 'int64', number: 'float64' };

/** If a schema has a format, the message names it instead of the type: `must be of type int32`. */
export function typeErrors(value: unknown, schema: JsonSchema, at: string): ValueError[] {
  const { type = '', nullable } = schema;
  const format = (schema['format'] as string | undefined) ?? '';
  const actual = typeOf(value);
  const mismatch = (expected: string, found: string): ValueError[] => {
    const text = `${at} in body must be of type ${expected}: ${JSON.stringify(found)}`;
    return [{ at, reason: 'invalid', value: found, text }];
  };
  if (value === null) return type === '' || nullable ? [] : mismatch(type, actual);
  const matches = type === actual || (actual === 'integer' && type === 'number');
  if (format === '') return matches ? [] : mismatch(type, actual);
  const impliedFormat = impliedFormats[actual] ?? '';
  if (actual !== 'string' && actual !== 'array') {
    if (!matches && impliedFormat !== format) return mismatch(format, impliedFormat);
  } else if (type !== 'number' && type !== 'integer') {
    return [];
  }
  return matches ? [] : mismatch(type, actual);
}

/** The first error of the length in characters. */
export function lengthErrors(value: string, schema: JsonSchema, at: string): ValueError[] {
  const { minLength, maxLength } = schema as { minLength?: number; maxLength?: number };
  if (minLength === undefined && maxLength === undefined) return [];
  const error = (bound: string): ValueError[] => [
    { at, reason: 'invalid', value, text: `${at} in body should be at ${bound} chars long` },
  ];
  const length = [...value].length;
  if (maxLength !== undefined && length > maxLength) return error(`most ${maxLength}`);
  return minLength !== undefined && length < minLength ? error(`least ${minLength}`) : [];
}

interface Bounds {
  multipleOf?: number;
  minimum?: number;
  exclusiveMinimum?: boolean;
  maximum?: number;
  exclusiveMaximum?: boolean;
}

export function boundErrors(value: number, schema: JsonSchema, at: string): ValueError[] {
  const { multipleOf, minimum, exclusiveMinimum, maximum, exclusiveMaximum } = schema as Bounds;
  // Integers are compared with truncated bounds.
  const limit = (bound: number) => (Number.isInteger(value) ? Math.trunc(bound) : bound);
  const error = (text: string): ValueError => ({
    at,
    reason: 'invalid',
    value,
    text: `${at} in body ${text}`,
  });
  const errors: ValueError[] = [];
  if (multipleOf !== undefined) errors.push(...multipleErrors(value, limit(multipleOf), at));
  if (minimum !== undefined) {
    const min = limit(minimum);
    if (exclusiveMinimum && value <= min) errors.push(error(`should be greater than ${min}`));
    if (!exclusiveMinimum && value < min) errors.push(error(`should be greater than or equal to ${min}`));
  }
  if (maximum !== undefined) {
    const max = limit(maximum);
    if (exclusiveMaximum && value >= max) errors.push(error(`should be less than ${max}`));
    if (!exclusiveMaximum && value > max) errors.push(error(`should be less than or equal to ${max}`));
  }
  return errors;
}

function multipleErrors(value: number, factor: number, at: string): ValueError[] {
  if (factor <= 0) {
    const text = `factor MultipleOf declared for ${at} must be positive: ${factor}`;
    return [{ at, reason: 'invalid', value: factor, text }];
  }
  const text = `${at} in body should be a multiple of ${factor}`;
  return Number.isInteger(value / factor) ? [] : [{ at, reason: 'invalid', value, text }];
}
