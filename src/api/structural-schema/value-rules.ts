import { goQuote } from '../../util/quote.ts';
import { matchesPattern } from '../patterns/pattern-match.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { dns1123Label, dns1123Subdomain, type NameCheck } from '../validation/names.ts';
import { hasFormat } from './formats.ts';
import type { ValueError } from './validation-result.ts';

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number';
  return typeof value === 'bigint' ? 'integer' : typeof value;
}

/** The formats of numbers without an explicit format. */
const impliedFormats: Record<string, string> = { integer: 'int64', number: 'float64' };

/** Checks the type. The message names a format of the schema instead of the type: `must be of type int32`. */
export function typeErrors(value: unknown, schema: JsonSchema, at: string): ValueError[] {
  const { type = '', nullable } = schema;
  const format = (schema['format'] as string | undefined) ?? '';
  const actual = typeOf(value);
  const mismatch = (expected: string, found: string): ValueError[] => {
    const text = `${at} in body must be of type ${expected}: ${JSON.stringify(found)}`;
    return [{ at, reason: 'type', value: found, text }];
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

/** Checks a value that may be either. */
export function intOrStringErrors(value: unknown, at: string): ValueError[] {
  const actual = typeOf(value);
  if (actual === 'integer' || actual === 'string' || actual === 'null') return [];
  const text = `${at} in body must be of type integer,string: ${JSON.stringify(actual)}`;
  return [{ at, reason: 'type', value: actual, text }];
}

const int32Max = 2n ** 31n;
const int64Max = 2n ** 63n;
const floatMax = 3.4028234663852886e38;

/** Checks that a number fits into the format of its type, which is told of the whole value. */
export function numberFormatErrors(value: unknown, schema: JsonSchema, at: string): ValueError[] {
  if (typeof value !== 'number' && typeof value !== 'bigint') return [];
  const { type } = schema;
  const format = (schema['format'] as string | undefined) ?? '';
  if (fitsFormat(value, type ?? '', format)) return [];
  const which = format === '' ? '(default format)' : `with format ${format}`;
  return [
    { at, reason: 'whole', value: '', text: `Checked value must be of type ${type} ${which} in ${at}` },
  ];
}

function fitsFormat(value: number | bigint, type: string, format: string): boolean {
  if (type === 'number') return format !== 'float' || Math.abs(Number(value)) <= floatMax;
  if (type !== 'integer') return true;
  if (!Number.isInteger(Number(value))) return false;
  const limit = format === 'int32' ? int32Max : format === '' || format === 'int64' ? int64Max : undefined;
  const whole = BigInt(value);
  return limit === undefined || (whole >= -limit && whole < limit);
}

/** The first error of a string: its length in characters, or its pattern. */
export function stringErrors(
  value: string,
  schema: JsonSchema,
  at: string,
  spend: (steps: number) => void,
): ValueError[] {
  const { minLength, maxLength } = schema as { minLength?: number; maxLength?: number };
  const { pattern } = schema;
  const error = (text: string): ValueError[] => [
    { at, reason: 'invalid', value, text: `${at} in body should ${text}` },
  ];
  const length = minLength === undefined && maxLength === undefined ? 0 : characters(value);
  if (maxLength !== undefined && length > maxLength) {
    return [{ ...error(`be at most ${maxLength} chars long`)[0]!, reason: 'long', limit: maxLength }];
  }
  if (minLength !== undefined && length < minLength) return error(`be at least ${minLength} chars long`);
  return pattern && !matchesPattern(value, pattern, spend) ? error(`match '${pattern}'`) : [];
}

function characters(text: string): number {
  if (!/[\ud800-\udbff]/.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Formats of names of objects: those of labels and of subdomains. */
const nameFormats: Readonly<Record<string, NameCheck>> = {
  short: dns1123Label,
  long: dns1123Subdomain,
};

function hasNameFormat(value: string, format: string): boolean {
  const check = nameFormats[/^k8s-(short|long)-name$/.exec(format)?.[1] ?? ''];
  return check === undefined || check(value).length === 0;
}

/** `knowsNames`: there are formats for names of objects. */
export function formatErrors(value: string, format: string, at: string, knowsNames = false): ValueError[] {
  if (hasFormat(value, format) && (!knowsNames || hasNameFormat(value, format))) return [];
  return [{ at, reason: 'type', value, text: `${at} in body must be of type ${format}: ${goQuote(value)}` }];
}

interface Bounds {
  multipleOf?: number;
  minimum?: number;
  exclusiveMinimum?: boolean;
  maximum?: number;
  exclusiveMaximum?: boolean;
}

/** `tellsZero`: integers have no factor below 1. */
export function boundErrors(
  value: number | bigint,
  schema: JsonSchema,
  at: string,
  tellsZero = false,
): ValueError[] {
  const { multipleOf, minimum, exclusiveMinimum, maximum, exclusiveMaximum } = schema as Bounds;
  const isInteger = typeOf(value) === 'integer';
  // Integers are compared with truncated bounds.
  const limit = (bound: number | bigint) => (isInteger ? BigInt(Math.trunc(Number(bound))) : Number(bound));
  const error = (text: string): ValueError => ({
    at,
    reason: 'invalid',
    value,
    text: `${at} in body ${text}`,
  });
  const errors: ValueError[] = [];
  if (multipleOf !== undefined) errors.push(...multipleErrors(value, limit(multipleOf), at, tellsZero));
  if (minimum !== undefined) {
    const min = limit(minimum);
    if (exclusiveMinimum && value <= min) errors.push(error(`should be greater than ${goNumber(min)}`));
    if (!exclusiveMinimum && value < min)
      errors.push(error(`should be greater than or equal to ${goNumber(min)}`));
  }
  if (maximum !== undefined) {
    const max = limit(maximum);
    if (exclusiveMaximum && value >= max) errors.push(error(`should be less than ${goNumber(max)}`));
    if (!exclusiveMaximum && value > max)
      errors.push(error(`should be less than or equal to ${goNumber(max)}`));
  }
  return errors;
}

function multipleErrors(
  value: number | bigint,
  factor: number | bigint,
  at: string,
  tellsZero: boolean,
): ValueError[] {
  // Integers are divided by the whole part of a factor, which the oldest releases did with 0 as well.
  if (factor === 0n && !tellsZero) return [];
  if (factor <= 0) {
    const text = `factor MultipleOf declared for ${at} must be positive: ${goNumber(factor)}`;
    return [{ at, reason: 'invalid', value: factor, text }];
  }
  const text = `${at} in body should be a multiple of ${goNumber(factor)}`;
  return isMultiple(value, factor) ? [] : [{ at, reason: 'invalid', value, text }];
}

/** Divides as decimals, which is how both were written: 0.3 is three times 0.1. */
function isMultiple(value: number | bigint, factor: number | bigint): boolean {
  const [digits, exponent] = decimal(value);
  const [otherDigits, otherExponent] = decimal(factor);
  const common = Math.min(exponent, otherExponent);
  const scaled = (number: bigint, power: number): bigint => number * 10n ** BigInt(power - common);
  return scaled(digits, exponent) % scaled(otherDigits, otherExponent) === 0n;
}

/** 12.5 is 125 with the exponent -1. */
function decimal(value: number | bigint): [digits: bigint, exponent: number] {
  if (typeof value === 'bigint') return [value, 0];
  const [mantissa, power] = value.toExponential().split('e') as [string, string];
  const [whole, fraction = ''] = mantissa.split('.') as [string, string?];
  return [BigInt(whole + fraction), Number(power) - fraction.length];
}

/** Go's `%v`: `1e+06`, `1.5`; integers as they are. Exponents from 6 on and below -4 are printed. */
function goNumber(value: number | bigint): string {
  if (typeof value === 'bigint' || value === 0) return String(value);
  const [digits, power] = value.toExponential().split('e') as [string, string];
  if (Number(power) >= -4 && Number(power) < 6) return String(value);
  return `${digits}e${power[0]}${power.slice(1).padStart(2, '0')}`;
}
