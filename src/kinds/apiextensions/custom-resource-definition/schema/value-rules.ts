import type { JsonSchema } from './json-schema.ts';
import type { ValueError } from './validation-result.ts';

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value;
}

/** The formats that numbers have without being told. */
const impliedFormats: Record<string, string> = { integer: 'int64', number: 'float64' };

/** Where a schema has a format, a value of another type is measured by that: `must be of type int32`. */
export function typeErrors(value: unknown, schema: JsonSchema, at: string): ValueError[] {
  const { type = '', nullable } = schema;
  const format = (schema['format'] as string | undefined) ?? '';
  const found = typeOf(value);
  const fault = (wanted: string, given: string): ValueError[] => {
    const text = `${at} in body must be of type ${wanted}: ${JSON.stringify(given)}`;
    return [{ at, reason: 'invalid', value: given, text }];
  };
  if (value === null) return type === '' || nullable ? [] : fault(type, found);
  const fits = type === found || (found === 'integer' && type === 'number');
  if (format === '') return fits ? [] : fault(type, found);
  const own = impliedFormats[found] ?? '';
  if (found !== 'string' && found !== 'array') {
    if (!fits && own !== format) return fault(format, own);
  } else if (type !== 'number' && type !== 'integer') {
    return [];
  }
  return fits ? [] : fault(type, found);
}

/** The first fault of a text's length, in characters. */
export function lengthErrors(value: string, schema: JsonSchema, at: string): ValueError[] {
  const { minLength, maxLength } = schema as { minLength?: number; maxLength?: number };
  if (minLength === undefined && maxLength === undefined) return [];
  const fault = (text: string): ValueError[] => [
    { at, reason: 'invalid', value, text: `${at} in body should be at ${text} chars long` },
  ];
  const length = [...value].length;
  if (maxLength !== undefined && length > maxLength) return fault(`most ${maxLength}`);
  return minLength !== undefined && length < minLength ? fault(`least ${minLength}`) : [];
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
  // Integers are measured by integers.
  const limit = (bound: number) => (Number.isInteger(value) ? Math.trunc(bound) : bound);
  const fault = (text: string): ValueError => ({
    at,
    reason: 'invalid',
    value,
    text: `${at} in body ${text}`,
  });
  const faults: ValueError[] = [];
  if (multipleOf !== undefined) faults.push(...multipleErrors(value, limit(multipleOf), at));
  if (minimum !== undefined) {
    const least = limit(minimum);
    if (exclusiveMinimum && value <= least) faults.push(fault(`should be greater than ${least}`));
    if (!exclusiveMinimum && value < least) faults.push(fault(`should be greater than or equal to ${least}`));
  }
  if (maximum !== undefined) {
    const most = limit(maximum);
    if (exclusiveMaximum && value >= most) faults.push(fault(`should be less than ${most}`));
    if (!exclusiveMaximum && value > most) faults.push(fault(`should be less than or equal to ${most}`));
  }
  return faults;
}

function multipleErrors(value: number, factor: number, at: string): ValueError[] {
  if (factor <= 0) {
    const text = `factor MultipleOf declared for ${at} must be positive: ${factor}`;
    return [{ at, reason: 'invalid', value: factor, text }];
  }
  const text = `${at} in body should be a multiple of ${factor}`;
  return Number.isInteger(value / factor) ? [] : [{ at, reason: 'invalid', value, text }];
}
