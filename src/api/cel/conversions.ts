import { ListValue, MapValue } from './collections.ts';
import type { CostBudget } from './cost.ts';
import { ObjectValue } from './object-value.ts';
import { int, uint } from './operators.ts';
import { duration, timestamp } from './times.ts';
import {
  CelError,
  CelType,
  type CelValue,
  Duration,
  isNumeric,
  noSuchOverload,
  plainNumber,
  Timestamp,
  Uint,
  Url,
} from './values.ts';

type Conversion = (value: CelValue, budget: CostBudget) => CelValue;

/** Characters of the longest text that is a number. */
const maxDigits = 400;

const oneStep =
  (convert: (value: CelValue) => CelValue): Conversion =>
  (value, budget) => {
    budget.take(1);
    return convert(value);
  };

/** Costs a traversal of a text. */
const traversal =
  (convert: (value: CelValue) => CelValue): Conversion =>
  (value, budget) => {
    const length = typeof value === 'string' || value instanceof Uint8Array ? value.length : 0;
    budget.take(Math.max(1, Math.ceil(length / 10)));
    budget.work(stepsOfTraversal + length / 4);
    return convert(value);
  };

const ofTime =
  (convert: (value: CelValue) => CelValue): Conversion =>
  (value, budget) => {
    budget.take(1);
    budget.work(stepsOfTime);
    return convert(value);
  };

const ofUrl = (convert: (value: CelValue) => CelValue): Conversion => {
  const traverse = traversal(convert);
  return (value, budget) => {
    budget.work(stepsOfUrl);
    return traverse(value, budget);
  };
};

const stepsOfUrl = 80;
const stepsOfTraversal = 3;
/** To read a time or a span of time. */
const stepsOfTime = 10;

export const conversions: Readonly<Record<string, Conversion>> = {
  dyn: oneStep((value) => value),
  type: oneStep((value) => new CelType(typeName(value))),
  bool: oneStep((value) => {
    if (typeof value === 'boolean') return value;
    if (value === 'true' || value === 'false') return value === 'true';
    throw noSuchOverload();
  }),
  int: oneStep((value) => {
    if (value instanceof Timestamp) return value.nanoseconds / 1_000_000_000n;
    if (isNumeric(value)) return int(wholeOf(plainNumber(value)));
    if (isShort(value) && /^[+-]?\d+$/.test(value)) return int(BigInt(value));
    throw noSuchOverload();
  }),
  uint: oneStep((value) => {
    if (isNumeric(value)) return uint(wholeOf(plainNumber(value)));
    if (isShort(value) && /^\d+$/.test(value)) return uint(BigInt(value));
    throw noSuchOverload();
  }),
  double: oneStep((value) => {
    if (isNumeric(value)) return Number(plainNumber(value));
    if (isShort(value) && value.trim() !== '' && !Number.isNaN(Number(value))) return Number(value);
    throw noSuchOverload();
  }),
  string: traversal((value) => {
    if (typeof value === 'string') return value;
    if (typeof value === 'boolean' || isNumeric(value))
      return String(isNumeric(value) ? plainNumber(value) : value);
    if (value instanceof Uint8Array)
      return Buffer.from(value.buffer, value.byteOffset, value.length).toString();
    if (value instanceof Url) return value.text;
    throw noSuchOverload();
  }),
  bytes: traversal((value) => {
    if (typeof value === 'string') return new Uint8Array(Buffer.from(value));
    if (value instanceof Uint8Array) return value;
    throw noSuchOverload();
  }),
  timestamp: ofTime((value) => {
    if (typeof value === 'string') return timestamp(value);
    if (typeof value === 'bigint') return new Timestamp(value * 1_000_000_000n);
    if (value instanceof Timestamp) return value;
    throw noSuchOverload();
  }),
  duration: ofTime((value) => {
    if (typeof value === 'string') return duration(value);
    if (value instanceof Duration) return value;
    throw noSuchOverload();
  }),
  url: ofUrl((value) => {
    if (typeof value === 'string' && isUrl(value)) return new Url(value);
    throw new CelError(
      `URL parse error during conversion from string: ${JSON.stringify(typeof value === 'string' ? value.slice(0, maxShown) : '')}`,
    );
  }),
  isURL: ofUrl((value) => typeof value === 'string' && isUrl(value)),
};

/** Characters of a text in a message. */
const maxShown = 1_000;

const isShort = (value: CelValue): value is string => typeof value === 'string' && value.length <= maxDigits;

const isUrl = (text: string): boolean => /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text) && URL.canParse(text);

function wholeOf(value: bigint | number): bigint {
  if (typeof value === 'bigint') return value;
  if (!Number.isFinite(value)) throw new CelError('integer overflow');
  return BigInt(Math.trunc(value));
}

function typeName(value: CelValue): string {
  if (value === null) return 'null_type';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'double';
  if (typeof value === 'string') return 'string';
  if (value instanceof ListValue) return 'list';
  if (value instanceof Uint) return 'uint';
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof MapValue || value instanceof ObjectValue) return 'map';
  if (value instanceof Timestamp) return 'google.protobuf.Timestamp';
  return value instanceof Duration ? 'google.protobuf.Duration' : 'type';
}
