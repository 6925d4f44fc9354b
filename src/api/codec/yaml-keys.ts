/** Keys of one object that are put in the order of clients: beyond, the order of their characters alone must do. */
const maxOrdered = 10_000;

/**
 * Puts keys in the order in which Go's library writes them: numbers in them by their value, letters behind all other
 * characters.
 *
 *     a-b  a_b  a9  a10  aB  ab
 */
export const sortKeys = (keys: string[]): string[] =>
  keys.length > maxOrdered ? keys.sort() : keys.sort(compareKeys);

const letter = /\p{L}/u;
const digit = /\p{Nd}/u;

function compareKeys(one: string, other: string): number {
  const at = firstDifference(one, other);
  if (at === undefined) return one.length - other.length;
  const [here, there] = [one.codePointAt(at)!, other.codePointAt(at)!];
  const [isHere, isThere] = [isLetter(here), isLetter(there)];
  if (isHere && isThere) return here - there;
  if (isHere || isThere) return isHere ? 1 : -1;
  return compareNumbers(one, other, at) || here - there;
}

/** Index of the first character that is another one; undefined where one is the beginning of the other. */
function firstDifference(one: string, other: string): number | undefined {
  const end = Math.min(one.length, other.length);
  let at = 0;
  while (at < end && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  if (at === end) return undefined;
  const isInside = at > 0 && (one.charCodeAt(at) & 0xfc00) === 0xdc00;
  return isInside ? at - 1 : at;
}

/** Compares the numbers that begin at an index by value; of equal ones the one with fewer digits is first. */
function compareNumbers(one: string, other: string, at: number): number {
  // A zero that is not the first digit of its number counts as a digit, and not as a blank.
  const isInNumber = (one[at] === '0' || other[at] === '0') && hasValueBefore(one, at);
  const [here, there] = [digitsFrom(one, at), digitsFrom(other, at)];
  const [size, otherSize] = [here, there].map((digits) => significant(isInNumber ? `1${digits}` : digits));
  return (
    size!.length - otherSize!.length ||
    (size === otherSize ? here.length - there.length : size! < otherSize! ? -1 : 1)
  );
}

function hasValueBefore(text: string, at: number): boolean {
  for (let index = at - 1; isDigit(text, index); index--) if (text[index] !== '0') return true;
  return false;
}

function digitsFrom(text: string, at: number): string {
  let end = at;
  while (isDigit(text, end)) end++;
  return text.slice(at, end);
}

const significant = (digits: string): string => digits.replace(/^0+/, '');

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code < 0x80 ? code >= 0x30 && code <= 0x39 : digit.test(text[index] ?? '');
}

function isLetter(code: number): boolean {
  if (code < 0x80) return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
  return letter.test(String.fromCodePoint(code));
}
