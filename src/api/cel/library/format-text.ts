import type { EvaluationBudget } from '../contract.ts';
import { ListValue, MapValue } from '../values/collections.ts';
import { compare } from '../values/order.ts';
import { doubleText, fixedText, textOfBytes } from '../values/texts.ts';
import { durationText, timestampText } from '../values/times.ts';
import { typeName } from '../values/types.ts';
import { CelError, type CelValue, Duration, Timestamp, TypeValue, Uint } from '../values/value.ts';

/** A part of a format: a text, or a clause for the next argument. */
export type FormatPart = string | FormatClause;

export interface FormatClause {
  readonly letter: string;
  readonly precision: number | undefined;
}

/** All that is wrong with a format itself. */
export class FormatError extends CelError {}

const letters = 'sdfexXob';

/** Throws FormatError. */
export function parseFormat(format: string): FormatPart[] {
  const parts: FormatPart[] = [];
  let at = 0;
  while (at < format.length) {
    const mark = format.indexOf('%', at);
    if (mark < 0) break;
    if (mark > at) parts.push(format.slice(at, mark));
    const [part, end] = clauseAt(format, mark + 1);
    parts.push(part);
    at = end;
  }
  if (at < format.length) parts.push(format.slice(at));
  return parts;
}

function clauseAt(format: string, start: number): [FormatPart, number] {
  if (start >= format.length) throw new FormatError('unexpected end of string');
  if (format[start] === '%') return ['%', start + 1];
  let at = start;
  let precision: number | undefined;
  if (format[at] === '.') {
    const digits = /^\d*/.exec(format.slice(at + 1))![0];
    at += 1 + digits.length;
    if (digits === '') throw new FormatError(noPrecision(digits, 'invalid syntax'));
    if (BigInt(digits) > maxInteger) throw new FormatError(noPrecision(digits, 'value out of range'));
    // Clients know a number that is kept in a byte: of 1,000 decimals 232 are printed.
    precision = Number(BigInt(digits) % 256n);
  }
  const letter = Array.from(format.slice(at, at + 2))[0];
  if (letter === undefined) throw new FormatError('unexpected end of string');
  if (!letters.includes(letter)) {
    throw new FormatError(`could not parse formatting clause: unrecognized formatting clause "${letter}"`);
  }
  return [{ letter, precision }, at + 1];
}

const maxInteger = 2n ** 63n - 1n;

const noPrecision = (digits: string, why: string): string =>
  `could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "${digits}": ${why}`;

/** `'%s is %d'.format([a, b])` */
export function formatText(format: string, args: ListValue, budget: EvaluationBudget): string {
  let next = 0;
  let made = '';
  for (const part of parseFormat(format)) {
    if (typeof part === 'string') {
      made += part;
      continue;
    }
    if (next >= args.length) throw new CelError(`index ${next} out of range`);
    const text = clauseText(part, args.at(next++), budget);
    budget.work(1 + text.length / 16);
    made += text;
  }
  if (next < args.length) throw tooMany(next, args.length);
  return made;
}

export const tooMany = (expected: number, given: number): CelError =>
  new CelError(`too many arguments supplied to string.format (expected ${expected}, got ${given})`);

/** All that a clause takes, as its error says it. */
export const clauseKinds: Readonly<Record<string, string>> = {
  s: 'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
  d: 'decimal clause can only be used on integers',
  f: 'fixed-point clause can only be used on doubles',
  e: 'scientific clause can only be used on doubles',
  x: 'only integers, byte buffers, and strings can be formatted as hex',
  X: 'only integers, byte buffers, and strings can be formatted as hex',
  o: 'octal clause can only be used on integers',
  b: 'only integers and bools can be formatted as binary',
};

function clauseText(
  { letter, precision = 6 }: FormatClause,
  value: CelValue,
  budget: EvaluationBudget,
): string {
  const text = letter === 's' ? shownText(value, budget) : numberText(letter, value, precision);
  if (text !== undefined) return text;
  throw new CelError(`error during formatting: ${clauseKinds[letter]}, was given ${typeName(value)}`);
}

function numberText(letter: string, value: CelValue, decimals: number): string | undefined {
  const whole = value instanceof Uint ? value.value : value;
  switch (letter) {
    case 'd':
      return typeof whole === 'bigint' ? String(whole) : undefined;
    case 'f':
      return typeof value === 'number' ? fixedText(value, decimals) : undefined;
    case 'e':
      return typeof value === 'number' ? scientificText(value) : undefined;
    case 'o':
      return typeof whole === 'bigint' ? whole.toString(8) : undefined;
    case 'b':
      if (typeof value === 'boolean') return value ? '1' : '0';
      return typeof whole === 'bigint' ? whole.toString(2) : undefined;
    default:
      return hexText(whole, letter === 'X');
  }
}

function hexText(value: CelValue, isUpper: boolean): string | undefined {
  const inCase = (text: string): string => (isUpper ? text.toUpperCase() : text);
  if (typeof value === 'bigint') return inCase(value.toString(16));
  if (typeof value === 'string' || value instanceof Uint8Array)
    return inCase(Buffer.from(value as string).toString('hex'));
  return undefined;
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** `1.234500×10⁰³`: a precision does not count. */
function scientificText(value: number): string {
  if (!Number.isFinite(value)) return fixedText(value, 0);
  const [digits, exponent] = value.toExponential(6).split('e') as [string, string];
  const power = exponent
    .slice(1)
    .padStart(2, '0')
    .replaceAll(/\d/g, (digit) => superscripts[Number(digit)]!);
  return `${digits}×10${exponent.startsWith('-') ? '⁻' : ''}${power}`;
}

/** A value by itself. */
function shownText(value: CelValue, budget: EvaluationBudget): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return doubleText(value);
  if (value instanceof Uint8Array) return bytesText(value);
  if (value instanceof Timestamp) return timestampText(value);
  if (value instanceof Duration) return durationText(value);
  if (value instanceof TypeValue) return value.name;
  return memberText(value, budget);
}

function bytesText(value: Uint8Array): string {
  try {
    return textOfBytes(value);
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    throw new CelError(`error during formatting: could not convert argument "${error.message}" to string`);
  }
}

/** A value inside a list or a map: texts have quotes, other things say what they are. */
function memberText(value: CelValue, budget: EvaluationBudget): string | undefined {
  budget.work(2);
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (value instanceof Uint) return String(value.value);
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number')
    return Number.isFinite(value) ? fixedText(value, 6) : `"${doubleText(value)}"`;
  if (value instanceof Uint8Array) return `b${quoted(bytesText(value))}`;
  if (value instanceof Timestamp) return `timestamp("${timestampText(value)}")`;
  if (value instanceof Duration) return `duration("${durationText(value)}")`;
  if (value instanceof TypeValue) return value.name;
  if (value instanceof ListValue)
    return `[${[...value].map((item) => memberOrFail(item, budget)).join(', ')}]`;
  if (!(value instanceof MapValue)) return undefined;
  const keys = [...value.keys()].sort(compareKeys);
  const members = keys.map((key) => `${memberOrFail(key, budget)}:${memberOrFail(value.get(key)!, budget)}`);
  return `{${members.join(', ')}}`;
}

function memberOrFail(value: CelValue, budget: EvaluationBudget): string {
  const text = memberText(value, budget);
  if (text !== undefined) return text;
  throw new CelError(`error during formatting: ${clauseKinds['s']}, was given ${typeName(value)}`);
}

const quoted = (text: string): string => JSON.stringify(text);

function compareKeys(a: CelValue, b: CelValue): number {
  try {
    return compare(a, b);
  } catch {
    return 0;
  }
}
