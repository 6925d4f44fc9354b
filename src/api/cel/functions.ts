import { RE2JS } from 're2js';
import type { CostBudget } from './cost.ts';
import { equals, isNumeric, plainNumber } from './equality.ts';
import { binary, compare, int, uint } from './operators.ts';
import { dateMethods } from './time-functions.ts';
import {
  CelError,
  CelType,
  type CelValue,
  Duration,
  duration,
  noSuchOverload,
  ObjectValue,
  Timestamp,
  timestamp,
  Uint,
  Url,
} from './values.ts';

// biome-ignore lint/suspicious/noExplicitAny: the types of an expression are checked when it is written
type Values = any;
type Method = (operand: Values, parameters: Values[], budget: CostBudget) => CelValue;

/** `size(x)` and the like. */
export function callFunction(name: string, parameters: CelValue[], budget: CostBudget): CelValue {
  const [first, ...rest] = parameters;
  const own = Object.hasOwn(conversions, name) ? conversions[name]! : undefined;
  if (own !== undefined && parameters.length === 1) return own(first!);
  // `size(x)` and `matches(x, y)` are methods as well.
  if (first !== undefined && (name === 'size' || name === 'matches'))
    return callMethod(name, first, rest, budget);
  throw noSuchOverload();
}

export function callMethod(
  name: string,
  operand: CelValue,
  parameters: CelValue[],
  budget: CostBudget,
): CelValue {
  const table = methodsOf(operand);
  const method = table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
  if (method === undefined) throw noSuchOverload();
  if (typeof operand === 'string') budget.take(operand.length / 10);
  else if (Array.isArray(operand)) budget.take(operand.length);
  return method(operand, parameters, budget);
}

function methodsOf(operand: CelValue): Readonly<Record<string, Method>> | undefined {
  if (typeof operand === 'string') return ofText;
  if (Array.isArray(operand)) return ofLists;
  if (operand instanceof Map) return { size: (map: Map<unknown, unknown>) => BigInt(map.size) };
  if (operand instanceof Uint8Array) return { size: (bytes: Uint8Array) => BigInt(bytes.length) };
  if (operand instanceof Timestamp || operand instanceof Duration) return dateMethods(operand);
  return operand instanceof Url ? ofUrls : undefined;
}

const characters = (text: string): string[] => Array.from(text);

/** Positions count characters. */
function position(text: string[], at: bigint): number {
  if (at < 0n || at > BigInt(text.length)) throw new CelError(`index out of range: ${at}`);
  return Number(at);
}

function regex(pattern: unknown, text: string, budget: CostBudget): RE2JS {
  if (typeof pattern !== 'string') throw noSuchOverload();
  budget.take(((text.length + 1) / 10) * Math.ceil(pattern.length / 4));
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    throw new CelError((error as Error).message);
  }
}

function texts(...values: unknown[]): void {
  if (!values.every((value) => typeof value === 'string')) throw noSuchOverload();
}

function asText(value: unknown): string {
  if (typeof value !== 'string') throw noSuchOverload();
  return value;
}

const ofText: Readonly<Record<string, Method>> = {
  size: (text: string) => BigInt(characters(text).length),
  startsWith: (text: string, [part]) => text.startsWith(asText(part)),
  endsWith: (text: string, [part]) => text.endsWith(asText(part)),
  contains: (text: string, [part]) => text.includes(asText(part)),
  matches: (text: string, [pattern], budget) => regex(pattern, text, budget).matcher(text).find(),
  find: (text: string, [pattern], budget) => {
    const matcher = regex(pattern, text, budget).matcher(text);
    return matcher.find() ? (matcher.group() ?? '') : '';
  },
  findAll: (text: string, [pattern, limit = -1n], budget) => {
    const matcher = regex(pattern, text, budget).matcher(text);
    const found: string[] = [];
    while ((limit < 0n || BigInt(found.length) < limit) && matcher.find()) found.push(matcher.group() ?? '');
    return found;
  },
  charAt: (text: string, [at]) => characters(text)[position(characters(text), at)] ?? '',
  indexOf: (text: string, [part, from = 0n]) => {
    texts(part);
    const all = characters(text);
    const found = all.slice(position(all, from)).join('').indexOf(part);
    return found === -1
      ? -1n
      : from + BigInt(characters(all.slice(Number(from)).join('').slice(0, found)).length);
  },
  lastIndexOf: (text: string, [part]) => {
    texts(part);
    const found = text.lastIndexOf(part);
    return found === -1 ? -1n : BigInt(characters(text.slice(0, found)).length);
  },
  lowerAscii: (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
  upperAscii: (text: string) => text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()),
  replace: (text: string, [from, to, limit = -1n], budget) => {
    texts(from, to);
    const parts = text.split(from);
    const count = limit < 0n ? parts.length - 1 : Math.min(Number(limit), parts.length - 1);
    budget.take((parts.length * String(to).length) / 10);
    return (
      parts.slice(0, count + 1).join(to) +
      parts
        .slice(count + 1)
        .map((part) => from + part)
        .join('')
    );
  },
  split: (text: string, [by, limit = -1n], budget) => {
    texts(by);
    const parts = by === '' ? characters(text) : text.split(by);
    budget.take(parts.length);
    if (limit < 0n || BigInt(parts.length) <= limit) return parts;
    if (limit === 0n) return [];
    return [...parts.slice(0, Number(limit) - 1), parts.slice(Number(limit) - 1).join(by)];
  },
  substring: (text: string, [from, to]) => {
    const all = characters(text);
    const end = to === undefined ? all.length : position(all, to);
    const start = position(all, from);
    if (start > end) throw new CelError(`invalid substring range. start: ${start}, end: ${end}`);
    return all.slice(start, end).join('');
  },
  trim: (text: string) => text.trim(),
};

const numbers = (list: CelValue[]): CelValue[] => {
  if (list.length === 0) throw new CelError('min called on empty list');
  return list;
};

const ofLists: Readonly<Record<string, Method>> = {
  size: (list: CelValue[]) => BigInt(list.length),
  isSorted: (list: CelValue[], _, budget) =>
    list.every((item, at) => at === 0 || compare(list[at - 1]!, item, budget) <= 0),
  sum: (list: CelValue[], _, budget) =>
    list.length === 0 ? 0n : list.reduce((sum, item) => binary('+', sum, item, budget)),
  min: (list: CelValue[], _, budget) =>
    numbers(list).reduce((least, item) => (compare(item, least, budget) < 0 ? item : least)),
  max: (list: CelValue[], _, budget) =>
    numbers(list).reduce((most, item) => (compare(item, most, budget) > 0 ? item : most)),
  indexOf: (list: CelValue[], [wanted], budget) =>
    BigInt(list.findIndex((item) => equals(item, wanted, budget))),
  lastIndexOf: (list: CelValue[], [wanted], budget) =>
    BigInt(list.findLastIndex((item) => equals(item, wanted, budget))),
  join: (list: CelValue[], [by = ''], budget) => {
    texts(by, ...list);
    budget.take((list as string[]).reduce((sum, { length }) => sum + length, 0) / 10);
    return list.join(by);
  },
};

const ofUrls: Readonly<Record<string, Method>> = {
  getScheme: ({ url }: Url) => url.protocol.slice(0, -1),
  getHost: ({ url }: Url) => url.host,
  getHostname: ({ url }: Url) => url.hostname.replace(/^\[(.*)\]$/, '$1'),
  getPort: ({ url }: Url) => url.port,
  getEscapedPath: ({ url, text }: Url) => (url.pathname === '/' && !text.endsWith('/') ? '' : url.pathname),
  getQuery: ({ url }: Url) => {
    const query = new Map<CelValue, CelValue>();
    for (const key of new Set(url.searchParams.keys())) query.set(key, url.searchParams.getAll(key));
    return query;
  },
};

const conversions: Readonly<Record<string, (value: CelValue) => CelValue>> = {
  dyn: (value) => value,
  type: (value) => new CelType(typeName(value)),
  bool: (value) => {
    if (typeof value === 'boolean') return value;
    if (value === 'true' || value === 'false') return value === 'true';
    throw noSuchOverload();
  },
  int: (value) => {
    if (value instanceof Timestamp) return value.nanoseconds / 1_000_000_000n;
    if (isNumeric(value)) return int(wholeOf(plainNumber(value)));
    if (typeof value === 'string' && /^[+-]?\d+$/.test(value)) return int(BigInt(value));
    throw noSuchOverload();
  },
  uint: (value) => {
    if (isNumeric(value)) return uint(wholeOf(plainNumber(value)));
    if (typeof value === 'string' && /^\d+$/.test(value)) return uint(BigInt(value));
    throw noSuchOverload();
  },
  double: (value) => {
    if (isNumeric(value)) return Number(plainNumber(value));
    if (typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)))
      return Number(value);
    throw noSuchOverload();
  },
  string: (value) => {
    if (typeof value === 'string') return value;
    if (typeof value === 'boolean' || isNumeric(value))
      return String(isNumeric(value) ? plainNumber(value) : value);
    if (value instanceof Uint8Array) return Buffer.from(value).toString();
    if (value instanceof Url) return value.text;
    throw noSuchOverload();
  },
  bytes: (value) => {
    if (typeof value === 'string') return new Uint8Array(Buffer.from(value));
    if (value instanceof Uint8Array) return value;
    throw noSuchOverload();
  },
  timestamp: (value) => {
    if (typeof value === 'string') return timestamp(value);
    if (typeof value === 'bigint') return new Timestamp(value * 1_000_000_000n);
    if (value instanceof Timestamp) return value;
    throw noSuchOverload();
  },
  duration: (value) => {
    if (typeof value === 'string') return duration(value);
    if (value instanceof Duration) return value;
    throw noSuchOverload();
  },
  url: (value) => {
    if (typeof value === 'string' && isUrl(value)) return new Url(value);
    throw new CelError(`URL parse error during conversion from string: ${JSON.stringify(value)}`);
  },
  isURL: (value) => typeof value === 'string' && isUrl(value),
};

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
  if (Array.isArray(value)) return 'list';
  if (value instanceof Uint) return 'uint';
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof Map || value instanceof ObjectValue) return 'map';
  if (value instanceof Timestamp) return 'google.protobuf.Timestamp';
  return value instanceof Duration ? 'google.protobuf.Duration' : 'type';
}
