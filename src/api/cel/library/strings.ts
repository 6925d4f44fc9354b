import { shortEscapes } from '../../../util/quote.ts';
import type { EvaluationBudget } from '../contract.ts';
import { noSuchOverload } from '../evaluate/step.ts';
import type { FunctionDeclaration, Implementation, RunCost } from '../types/overloads.ts';
import { boolType, intType, listOf, stringType } from '../types/types.ts';
import { ArrayList, itemsOf, type ListValue } from '../values/collections.ts';
import { characters, hasPairs } from '../values/texts.ts';
import { CelError, type CelValue } from '../values/value.ts';
import { declare, declareWith, method, plain, traversal } from './declare.ts';
import { formatText } from './format-text.ts';

/** Works on texts: what is not one is no overload. */
const onTexts =
  (call: (a: string, b: string, budget: EvaluationBudget) => CelValue): Implementation =>
  ([a, b], budget) => {
    if (typeof a !== 'string' || typeof b !== 'string') throw noSuchOverload();
    return call(a, b, budget);
  };

/** Searching takes both lengths at worst; what is sought is short nearly always. */
function search(text: string, part: string, budget: EvaluationBudget): void {
  budget.work((text.length / 250) * (1 + part.length / 250));
}

const productCost: RunCost = (sizes) => Math.ceil(sizes[0]! * 0.1) * Math.ceil(sizes[1]! * 0.1);

/** Functions of the language itself. */
export const basicStrings: readonly FunctionDeclaration[] = [
  declareWith(
    'startsWith',
    onTexts((text, part) => text.startsWith(part)),
    method([stringType, stringType], boolType, undefined, traversal(1)),
  ),
  declareWith(
    'endsWith',
    onTexts((text, part) => text.endsWith(part)),
    method([stringType, stringType], boolType, undefined, traversal(1)),
  ),
  declareWith(
    'contains',
    onTexts((text, part, budget) => {
      search(text, part, budget);
      return text.includes(part);
    }),
    method([stringType, stringType], boolType, undefined, productCost),
  ),
];

const outOfRange = (index: bigint): CelError => new CelError(`index out of range: ${index}`);

/** A text as a thing with places that count characters. */
class Places {
  readonly text: string;
  readonly #characters: readonly string[] | undefined;

  constructor(text: string, budget: EvaluationBudget) {
    this.text = text;
    budget.work(text.length / 64);
    if (!hasPairs(text)) return;
    budget.work(text.length);
    this.#characters = characters(text);
  }

  get length(): number {
    return this.#characters?.length ?? this.text.length;
  }

  /** Throws CelError. */
  place(index: bigint): number {
    if (index < 0n || index > BigInt(this.length)) throw outOfRange(index);
    return Number(index);
  }

  slice(from: number, to: number): string {
    return this.#characters?.slice(from, to).join('') ?? this.text.slice(from, to);
  }

  /** The UTF-16 offset of a place. */
  offset(place: number): number {
    return this.#characters === undefined ? place : this.#characters.slice(0, place).join('').length;
  }

  /** The place of a UTF-16 offset; -1 stays. */
  placeOf(offset: number): bigint {
    if (offset < 0) return -1n;
    return BigInt(this.#characters === undefined ? offset : characters(this.text.slice(0, offset)).length);
  }
}

const charAt: Implementation = ([text, index], budget) => {
  const places = new Places(text as string, budget);
  const place = places.place(index as bigint);
  return places.slice(place, place + 1);
};

const indexOf: Implementation = ([text, part, from = 0n], budget) => {
  if (part === '') return from!;
  if ((from as bigint) < 0n) throw outOfRange(from as bigint);
  const places = new Places(text as string, budget);
  search(text as string, part as string, budget);
  if ((from as bigint) >= BigInt(places.length)) return -1n;
  return places.placeOf(places.text.indexOf(part as string, places.offset(Number(from))));
};

const lastIndexOf: Implementation = ([text, part, from], budget) => {
  const places = new Places(text as string, budget);
  search(text as string, part as string, budget);
  if (from === undefined) {
    return part === '' ? BigInt(places.length) : places.placeOf(places.text.lastIndexOf(part as string));
  }
  if (part === '') return from;
  if ((from as bigint) < 0n) throw outOfRange(from as bigint);
  if ((from as bigint) >= BigInt(places.length)) return -1n;
  return places.placeOf(places.text.lastIndexOf(part as string, places.offset(Number(from))));
};

/** Steps for each piece of a text. */
const stepsOfPiece = 8;

/** Takes the steps of a text in pieces, before it is cut: they are counted without being made. */
function spendPieces(text: string, part: string, budget: EvaluationBudget): void {
  search(text, part, budget);
  if (part === '') return budget.work(text.length * stepsOfPiece);
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length))
    budget.work(stepsOfPiece);
}

const replace: Implementation = ([given, from, to, limit = -1n], budget) => {
  const [text, old, made] = [given as string, from as string, to as string];
  spendPieces(text, old, budget);
  const parts = old === '' ? ['', ...characters(text), ''] : text.split(old);
  const most = (limit as bigint) < 0n ? parts.length - 1 : Math.min(Number(limit), parts.length - 1);
  budget.work((most * made.length) / 64);
  const kept = parts.slice(most).join(old);
  return [...parts.slice(0, most), kept].join(made);
};

const split: Implementation = ([given, by, limit = -1n], budget) => {
  const [text, separator] = [given as string, by as string];
  spendPieces(text, separator, budget);
  if (limit === 0n) return ArrayList.empty;
  const parts = separator === '' ? characters(text) : text.split(separator);
  if ((limit as bigint) < 0n || BigInt(parts.length) <= (limit as bigint)) return new ArrayList(parts);
  const whole = parts.slice(0, Number(limit) - 1);
  return new ArrayList([...whole, parts.slice(whole.length).join(separator)]);
};

const substring: Implementation = ([text, from, to], budget) => {
  const places = new Places(text as string, budget);
  const start = places.place(from as bigint);
  const end = to === undefined ? places.length : places.place(to as bigint);
  if (start > end) throw new CelError(`invalid substring range. start: ${start}, end: ${end}`);
  return places.slice(start, end);
};

const join: Implementation = ([list, by = ''], budget) => {
  const items = itemsOf(list as ListValue);
  budget.work(items.length * 4);
  for (const item of items) {
    if (typeof item !== 'string') throw new CelError(`join: invalid input: ${String(item)}`);
    budget.work((item.length + (by as string).length) / 64);
  }
  return items.join(by as string);
};

const blanks = String.raw`[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+`;
const outerBlanks = new RegExp(`^${blanks}|${blanks}$`, 'g');

const trim: Implementation = ([text], budget) => {
  budget.work((text as string).length / 8);
  return (text as string).replaceAll(outerBlanks, '');
};

const inAscii =
  (pattern: RegExp, change: (letters: string) => string): Implementation =>
  ([text], budget) => {
    budget.work((text as string).length / 8);
    return (text as string).replaceAll(pattern, change);
  };

const twice = traversal(0, 0.2);
const joinCost: RunCost = (_, result) => Math.ceil(result() * 0.2);
const texts = (count: number) => Array.from({ length: count }, () => stringType);
const list = listOf(stringType);

/** The first version of the extension. */
export const strings: readonly FunctionDeclaration[] = [
  declare('charAt', method([stringType, intType], stringType, charAt)),
  declare(
    'indexOf',
    method(texts(2), intType, indexOf, traversal()),
    method([...texts(2), intType], intType, indexOf, traversal()),
  ),
  declare(
    'lastIndexOf',
    method(texts(2), intType, lastIndexOf, traversal()),
    method([...texts(2), intType], intType, lastIndexOf, traversal()),
  ),
  declare(
    'lowerAscii',
    method(
      texts(1),
      stringType,
      inAscii(/[A-Z]+/g, (letters) => letters.toLowerCase()),
      traversal(),
    ),
  ),
  declare(
    'upperAscii',
    method(
      texts(1),
      stringType,
      inAscii(/[a-z]+/g, (letters) => letters.toUpperCase()),
      traversal(),
    ),
  ),
  declare(
    'replace',
    method(texts(3), stringType, replace, twice),
    method([...texts(3), intType], stringType, replace, twice),
  ),
  declare('split', method(texts(2), list, split, twice), method([...texts(2), intType], list, split, twice)),
  declare(
    'substring',
    method([stringType, intType], stringType, substring, traversal()),
    method([stringType, intType, intType], stringType, substring, traversal()),
  ),
  declare('trim', method(texts(1), stringType, trim, traversal())),
  declare(
    'join',
    method([list], stringType, join, joinCost),
    method([list, stringType], stringType, join, joinCost),
  ),
];

const quote: Implementation = ([text], budget) => {
  budget.work((text as string).length / 4);
  return `"${(text as string).replaceAll(/[\x07\b\f\n\r\t\v\\"]/g, (mark) => shortEscapes[mark]!)}"`;
};

const formatCost: RunCost = (sizes) => Math.ceil(sizes[0]! * 0.1);

/** All that the second version adds. */
export const formattedStrings: readonly FunctionDeclaration[] = [
  declare(
    'format',
    method(
      [stringType, listOf({ kind: 'dyn' })],
      stringType,
      ([format, args], budget) => formatText(format as string, args as ListValue, budget),
      formatCost,
    ),
  ),
  declare('strings.quote', plain([stringType], stringType, quote, traversal())),
];
