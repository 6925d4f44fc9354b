/** Heavier patterns would take more than a tenth of a second to compile. */
export const maxPatternWeight = 30_000;

/** A class of Unicode (`\pL`) has hundreds of ranges. */
const unicodeClassWeight = 50;

/** Characters of a class (`[a-z]`) that weigh as much as one character outside. */
const classCharacters = 4;

/**
 * About how many instructions the program of an RE2 pattern has, before it is compiled: repetitions are written out.
 *
 *     a(b|cd){10}    1 + 10 * (3 + 2)
 */
export function patternWeight(pattern: string): number {
  const open: number[] = [];
  let sum = 0;
  let atom = 0;
  for (let at = 0; at < pattern.length; at++) {
    switch (pattern[at]) {
      case '(':
        open.push(sum);
        sum = atom = 0;
        break;
      case ')':
        atom = sum + 2;
        sum = (open.pop() ?? 0) + atom;
        break;
      case '{': {
        const times = /^\{(\d{1,4})(?:,(\d{0,4}))?\}/.exec(pattern.slice(at, at + 12));
        if (times === null) sum += atom = 1;
        else sum += atom * Math.max(Number(times[1]), Number(times[2] ?? 0)) - atom;
        if (times !== null) at += times[0].length - 1;
        break;
      }
      case '[': {
        const end = endOfClass(pattern, at);
        atom = 1 + (end - at) / classCharacters + unicodeClassWeight * unicodeClasses(pattern.slice(at, end));
        sum += atom;
        at = end;
        break;
      }
      case '\\':
        at++;
        atom = pattern[at] === 'p' || pattern[at] === 'P' ? unicodeClassWeight : 1;
        sum += atom;
        if (atom > 1) at = endOfName(pattern, at + 1);
        break;
      default:
        sum += atom = 1;
    }
  }
  return Math.ceil(open.reduce((all, one) => all + one, sum));
}

const unicodeClasses = (text: string): number => text.split(/\\[pP]/).length - 1;

/** The index of the last character of a class name: `L`, `{Greek}`. */
function endOfName(pattern: string, start: number): number {
  const end = pattern[start] === '{' ? pattern.indexOf('}', start) : start;
  return end === -1 ? pattern.length : end;
}

/** The index of the closing bracket, or the end of the pattern. */
function endOfClass(pattern: string, start: number): number {
  let at = start + 1;
  if (pattern[at] === '^') at++;
  if (pattern[at] === ']') at++;
  while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
  return Math.min(at, pattern.length);
}
