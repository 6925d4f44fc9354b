import { linearPattern } from '../patterns/pattern-match.ts';
import { characters, countOf, hasPairs, positionIn } from './characters.ts';
import { ListValue } from './collections.ts';
import type { CostBudget } from './cost.ts';
import type { Method } from './method.ts';
import { CelError, noSuchOverload } from './values.ts';

/** Cost of a character when a text is read once. */
const traversal = 0.1;

const traversalCost = (text: string, factor = traversal): number =>
  Math.max(1, Math.ceil(text.length * factor));

function asText(value: unknown): string {
  if (typeof value !== 'string') throw noSuchOverload();
  return value;
}

const stepsOfTraversal = 3;

/** Takes a traversal of the text, or more. */
function traverse(text: string, budget: CostBudget, factor = traversal): void {
  budget.take(traversalCost(text, factor));
  budget.work(stepsOfTraversal + text.length / 8);
}

/** Searching takes both lengths at worst; what is sought is short nearly always. */
function search(text: string, part: string, budget: CostBudget): void {
  budget.work((text.length / 250) * (1 + part.length / 250));
}

/** Steps for each piece of a text between those that are looked for. */
const stepsOfPiece = 8;

/** Takes the steps of a text in pieces, before it is cut: they are counted without being made. */
function spendOccurrences(text: string, part: string, budget: CostBudget): void {
  if (part === '') {
    budget.work(text.length * stepsOfPiece);
    return;
  }
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length))
    budget.work(stepsOfPiece);
}

/** A pattern that is known is found by its text, and makes a matcher. */
const stepsOfMatcher = 25;

/** A pattern that is ready to be looked for in a text. */
function pattern(text: string, given: unknown, budget: CostBudget) {
  const source = asText(given);
  budget.take(Math.ceil((text.length + 1) * traversal) * Math.max(1, Math.ceil(source.length / 4)));
  const known = linearPattern(source, budget.work);
  if (known instanceof Error) throw new CelError(known.message);
  budget.work(stepsOfMatcher + known.stepsIn(text));
  return known;
}

export const textMethods: Readonly<Record<string, Method>> = {
  size: (text: string, _, budget) => {
    budget.take(1);
    return BigInt(countOf(text, budget));
  },
  startsWith: (text: string, [part], budget) => {
    budget.take(traversalCost(asText(part)));
    return text.startsWith(part);
  },
  endsWith: (text: string, [part], budget) => {
    budget.take(traversalCost(asText(part)));
    return text.endsWith(part);
  },
  contains: (text: string, [part], budget) => {
    budget.take(traversalCost(text) * traversalCost(asText(part)));
    search(text, part, budget);
    return text.includes(part);
  },
  matches: (text: string, [given], budget) => pattern(text, given, budget).occursIn(text),
  find: (text: string, [given], budget) => pattern(text, given, budget).findAll(text, 1)[0] ?? '',
  findAll: (text: string, [given, limit = -1n], budget) => {
    const most = limit < 0n ? text.length + 1 : Number(limit);
    budget.work(Math.min(most, text.length));
    return ListValue.of(pattern(text, given, budget).findAll(text, most));
  },
  charAt: (text: string, [at], budget) => {
    budget.take(1);
    const position = positionIn(text, at, budget);
    return hasPairs(text, budget) ? (characters(text, budget)[position] ?? '') : text.charAt(position);
  },
  indexOf: (text: string, [part, from = 0n], budget) => {
    traverse(text, budget);
    search(text, asText(part), budget);
    const start = positionIn(text, from, budget);
    if (!hasPairs(text, budget)) return BigInt(text.indexOf(part, start));
    const rest = characters(text, budget).slice(start).join('');
    const found = rest.indexOf(part);
    return found === -1 ? -1n : from + BigInt(countOf(rest.slice(0, found), budget));
  },
  lastIndexOf: (text: string, [part], budget) => {
    traverse(text, budget);
    search(text, asText(part), budget);
    const found = text.lastIndexOf(part);
    return found === -1 ? -1n : BigInt(countOf(text.slice(0, found), budget));
  },
  lowerAscii: (text: string, _, budget) => {
    traverse(text, budget);
    return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  },
  upperAscii: (text: string, _, budget) => {
    traverse(text, budget);
    return text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
  },
  replace: (text: string, [from, to, limit = -1n], budget) => {
    traverse(text, budget, 2 * traversal);
    search(text, asText(from), budget);
    spendOccurrences(text, from, budget);
    const parts = text.split(from);
    const count = limit < 0n ? parts.length - 1 : Math.min(Number(limit), parts.length - 1);
    budget.take((count * asText(to).length) / 10);
    const kept = parts.slice(count).join(from);
    return [...parts.slice(0, count), kept].join(to);
  },
  split: (text: string, [by, limit = -1n], budget) => {
    traverse(text, budget, 2 * traversal);
    search(text, asText(by), budget);
    spendOccurrences(text, by, budget);
    const parts = by === '' ? Array.from(text) : text.split(by);
    if (limit < 0n || BigInt(parts.length) <= limit) return ListValue.of(parts);
    if (limit === 0n) return ListValue.of([]);
    const whole = parts.slice(0, Number(limit) - 1);
    return ListValue.of([...whole, parts.slice(whole.length).join(by)]);
  },
  substring: (text: string, [from, to], budget) => {
    traverse(text, budget);
    const length = countOf(text, budget);
    const end = to === undefined ? length : positionIn(text, to, budget);
    const start = positionIn(text, from, budget);
    if (start > end) throw new CelError(`invalid substring range. start: ${start}, end: ${end}`);
    if (length === text.length) return text.slice(start, end);
    return characters(text, budget).slice(start, end).join('');
  },
  trim: (text: string, _, budget) => {
    traverse(text, budget);
    return text.trim();
  },
};
