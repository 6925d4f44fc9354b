import { entityTooLarge } from '../meta/status.ts';
import { DecodeError } from './decode-error.ts';
import { endOfString } from './end-of-string.ts';

/*
 * JSON.parse with the numbers that it would not read as they are written. A reviver would be called for each value of
 * the text, at a microsecond each; here such numbers are marked in the text, and only they are worked on afterwards.
 *
 * A mark is a negative number that no double holds in full precision: `-1e-316` for the first one, `-2e-316` for the
 * second. A client's own number of that size gets a mark as well, so that every one in the result is a mark.
 */

/** Integers of one text that are noted: a client can send a million of them. */
const maxNoted = 1_000;

/** Key under which an object or array holds the texts of its integers that are written like other numbers: `1.0`, `1e2`. */
const fractions = Symbol('fractions');

interface WithFractions {
  [fractions]?: Map<string, string>;
}

/**
 * The text of a number that is an integer but not written as one, in an object or array as `parseExact` made it, if it
 * is among the first ones. Undefined for any other value.
 */
export const fractionOf = (holder: object, key: string | number): string | undefined =>
  (holder as WithFractions)[fractions]?.get(String(key));

/**
 * The value of a JSON text: integers that a double cannot hold are bigints. `notesFractions`: for `fractionOf`. Throws
 * SyntaxError, DecodeError for a number beyond every double, and RequestEntityTooLarge for more than `maxExact` numbers
 * that are not what JSON.parse would read.
 */
export function parseExact(
  text: string,
  notesFractions: boolean,
  maxExact = Number.POSITIVE_INFINITY,
): unknown {
  const { marked, numbers } = markNumbers(text, notesFractions ? maxNoted : 0, maxExact);
  const root = { value: JSON.parse(marked) as unknown };
  if (numbers.length > 0) new Restorer(numbers).restore(root);
  return root.value;
}

const firstMark = 1e-316;
const markOf = (place: number): string => `-${place}e-316`;
/** A body has no million numbers of three characters. */
const placeOf = (mark: number): number => Math.round(mark / -firstMark);

/** Numbers below have less than full precision. */
const leastPrecise = 2 ** -1022;

const quote = 0x22;
const minus = 0x2d;

interface Marked {
  marked: string;
  /** The texts of the numbers that are marked. */
  numbers: string[];
}

function markNumbers(text: string, maxFractions: number, maxExact: number): Marked {
  const numbers: string[] = [];
  let marked = '';
  let from = 0;
  let fractionsLeft = maxFractions;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (isDigit(code) || code === minus) {
      const end = endOfNumber(text, at);
      const kind = end - at < 3 ? 'plain' : kindOf(text, at, end, fractionsLeft > 0);
      if (kind !== 'plain' && isValue(text, at, end)) {
        if (kind === 'fraction') fractionsLeft--;
        numbers.push(text.slice(at, end));
        if (numbers.length > maxExact) throw tooManyNumbers(maxExact);
        marked += `${text.slice(from, at)}${markOf(numbers.length)}`;
        from = end;
      }
      at = end - 1;
    }
  }
  return { marked: numbers.length === 0 ? text : marked + text.slice(from), numbers };
}

const tooManyNumbers = (limit: number) =>
  entityTooLarge(`limit is ${limit} numbers beyond the precision of a double`);

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Finds the end of the characters that numbers are made of. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && isOfNumber(text.charCodeAt(end))) end++;
  return end;
}

/** A digit, `.`, `+`, `-`, `e` or `E`. */
const isOfNumber = (code: number): boolean =>
  isDigit(code) || code === 0x2e || code === 0x2b || code === minus || code === 0x65 || code === 0x45;

/** Digits that any double holds. */
const exactDigits = 15;

function kindOf(
  text: string,
  start: number,
  end: number,
  wantsFractions: boolean,
): 'plain' | 'fraction' | 'odd' {
  const afterDigits = endOfDigits(text, start + 1, end);
  const isInteger = afterDigits === end;
  if (isInteger && end - start <= exactDigits) return 'plain';
  if (!isInteger && !wantsFractions && isModest(text, start, end)) return 'plain';
  const value = Number(text.slice(start, end));
  if (isInteger) return Number.isSafeInteger(value) ? 'plain' : 'odd';
  if (wantsFractions && Number.isSafeInteger(value)) return 'fraction';
  return Number.isFinite(value) && (value === 0 || Math.abs(value) >= leastPrecise) ? 'plain' : 'odd';
}

function endOfDigits(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isDigit(text.charCodeAt(at))) at++;
  return at;
}

/** Whether a number is far from the largest and the least ones: it is short, and two digits at most follow its `e`. */
function isModest(text: string, start: number, end: number): boolean {
  if (end - start > 100) return false;
  for (let at = start; at < end; at++) {
    if ((text.charCodeAt(at) | 0x20) === 0x65) return end - at <= 3;
  }
  return true;
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const colon = /\s*:/y;

/** Whether a number is one to JSON, and no name, so that JSON.parse takes a mark exactly where it would take it. */
function isValue(text: string, start: number, end: number): boolean {
  colon.lastIndex = end;
  return number.test(text.slice(start, end)) && !colon.test(text);
}

/** Puts the numbers where their marks are. */
class Restorer {
  readonly #numbers: readonly string[];

  constructor(numbers: readonly string[]) {
    this.#numbers = numbers;
  }

  restore(holder: object): void {
    if (Array.isArray(holder)) {
      for (let index = 0; index < holder.length; index++) this.#member(holder, index, holder[index]);
      return;
    }
    for (const key of Object.keys(holder)) {
      this.#member(holder, key, (holder as Record<string, unknown>)[key]);
    }
  }

  #member(holder: object, key: string | number, value: unknown): void {
    if (typeof value === 'object') {
      if (value !== null) this.restore(value);
    } else if (typeof value === 'number' && value < 0 && value > -leastPrecise) {
      const text = this.#numbers[placeOf(value) - 1]!;
      // Assigning to this key would set the prototype.
      if (key === '__proto__') setOwnValue(holder, key, exactNumber(text));
      else (holder as Record<string | number, unknown>)[key] = exactNumber(text);
      if (!isPlainInteger.test(text) && Number.isSafeInteger(Number(text))) noteFraction(holder, key, text);
    }
  }
}

const isPlainInteger = /^-?\d+$/;

function exactNumber(text: string): unknown {
  const value = Number(text);
  if (!Number.isFinite(value)) {
    throw new DecodeError(`json: cannot unmarshal number ${text} into Go value of type float64`);
  }
  return Number.isSafeInteger(value) || !isPlainInteger.test(text) ? value : BigInt(text);
}

function noteFraction(holder: WithFractions, key: string | number, text: string): void {
  if (holder[fractions] === undefined) Object.defineProperty(holder, fractions, { value: new Map() });
  holder[fractions]!.set(String(key), text);
}

const setOwnValue = (holder: object, key: string, value: unknown): unknown =>
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
