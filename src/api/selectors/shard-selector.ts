import { goQuote } from '../../util/quote.ts';
import { SelectorError } from './selector-error.ts';
import { type Expression, expressionKind, parseShardExpression } from './shard-expression.ts';

/** Fields of objects by which they are divided: they never change. */
const shardFields = ['uid', 'namespace'] as const;
type ShardField = (typeof shardFields)[number];

const pathOf = (field: ShardField): string => `object.metadata.${field}`;

/** Hashes from `start` on, before `end`. */
interface ShardRange {
  readonly field: ShardField;
  readonly start: string;
  readonly end: string;
}

/** A part of all objects, by the hash of a field of theirs. */
export class ShardSelector {
  readonly field: ShardField;
  readonly #ranges: readonly { start: bigint; end: bigint }[];
  readonly #text: string;

  constructor(ranges: readonly ShardRange[]) {
    this.field = ranges[0]!.field;
    this.#ranges = ranges.map(({ start, end }) => ({ start: BigInt(start), end: BigInt(end) }));
    this.#text = ranges
      .map(({ field, start, end }) => `shardRange(${pathOf(field)}, '${start}', '${end}')`)
      .join(' || ');
  }

  /** `value`: of the field. */
  includes(value: string): boolean {
    const hash = fnv1a(value);
    return this.#ranges.some(({ start, end }) => start <= hash && hash < end);
  }

  toString(): string {
    return this.#text;
  }
}

/** Throws SelectorError. */
export function parseShardSelector(text: string): ShardSelector {
  if (text.trim() === '')
    throw new SelectorError('empty shard selector is not allowed; omit the parameter for unfiltered lists');
  const ranges = rangesOf(parseShardExpression(text));
  const other = ranges.find(({ field }) => field !== ranges[0]!.field);
  if (other === undefined) return new ShardSelector(ranges);
  const paths = [ranges[0]!, other].map(({ field }) => goQuote(pathOf(field)));
  throw new SelectorError(`all shard ranges must use the same field, got ${paths.join(' and ')}`);
}

function rangesOf(expression: Expression): ShardRange[] {
  if (expression.kind !== 'call') {
    const kind = expressionKind(expression);
    throw new SelectorError(`unexpected expression kind ${kind}; expected shardRange() call or || operator`);
  }
  const { name, values } = expression;
  if (name === '_||_') return values.flatMap(rangesOf);
  if (name === 'shardRange') return [rangeOf(values)];
  throw new SelectorError(`unsupported function ${goQuote(name)}; only shardRange() and || are allowed`);
}

function rangeOf(values: readonly Expression[]): ShardRange {
  if (values.length !== 3)
    throw new SelectorError(`shardRange() requires exactly 3 arguments, got ${values.length}`);
  const [path, first, last] = values as [Expression, Expression, Expression];
  const field = fieldOf(path);
  const start = hexOf(first, 'second', 'hexStart');
  const end = hexOf(last, 'third', 'hexEnd');
  if (BigInt(start) < BigInt(end)) return { field, start, end };
  throw new SelectorError(`shard range start ${start} must be less than end ${end}`);
}

function fieldOf(path: Expression): ShardField {
  const text = pathText(path);
  if (text === undefined) {
    const problem = `expected field path (e.g. object.metadata.uid), got expression kind ${expressionKind(path)}`;
    throw new SelectorError(`shardRange() first argument: ${problem}`);
  }
  const field = shardFields.find((known) => pathOf(known) === text);
  if (field !== undefined) return field;
  const known = shardFields.map(pathOf).join(', ');
  throw new SelectorError(`unsupported field path ${goQuote(text)}; supported: ${known}`);
}

/** `object.metadata.uid`; undefined for what is no path. */
function pathText(expression: Expression): string | undefined {
  if (expression.kind === 'identifier') return expression.name;
  if (expression.kind !== 'select') return undefined;
  const operand = pathText(expression.operand);
  return operand === undefined ? undefined : `${operand}.${expression.field}`;
}

/** One more than the greatest hash. */
const beyond = '0x10000000000000000';

function hexOf(expression: Expression, place: string, name: string): string {
  if (expression.kind !== 'literal' || typeof expression.value !== 'string') {
    const problem = `expected string literal, got expression kind ${expressionKind(expression)}`;
    throw new SelectorError(`shardRange() ${place} argument: ${problem}`);
  }
  const { value } = expression;
  if (!value.startsWith('0x'))
    throw new SelectorError(`${name} must have '0x' prefix, got ${goQuote(value)}`);
  if (value === beyond) return value;
  const digits = value.slice(2);
  if (digits.length !== 16) {
    const meant = digits.length < 16 ? ` (did you mean ${goQuote(`0x${digits.padStart(16, '0')}`)}?)` : '';
    throw new SelectorError(
      `${name} must be a 0x-prefixed 16-digit hex value, got ${goQuote(value)}${meant}`,
    );
  }
  const [odd] = /[^0-9a-f]/u.exec(digits) ?? [];
  if (odd === undefined) return value;
  throw new SelectorError(`${name}: invalid hex character ${goQuote(odd)} in ${goQuote(value)}`);
}

const offsetBasis = 0xcbf29ce484222325n;
const prime = 0x100000001b3n;

/** FNV-1a of 64 bits. */
export function fnv1a(text: string): bigint {
  let hash = offsetBasis;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * prime);
  return hash;
}
