import { goQuote } from '../../../util/quote.ts';

/** An interval of indexes, both ends included. */
export type Interval = readonly [first: number, last: number];

/** A text of indexes that is not one. */
export class IndexesError extends Error {}

/**
 * Reads `1,3-5,7`, whose intervals ascend and lie below `completions`. Throws IndexesError.
 */
export function parseIndexes(text: string, completions: number): Interval[] {
  if (text === '') return [];
  const intervals: Interval[] = [];
  for (const part of text.split(',')) {
    const interval = parseInterval(part, completions);
    const before = intervals.at(-1);
    if (before !== undefined && before[1] >= interval[0]) throw notAscending(before[1], interval[0]);
    intervals.push(interval);
  }
  return intervals;
}

/** The number of indexes in the intervals. */
export const countIndexes = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, [first, last]) => sum + last - first + 1, 0);

function parseInterval(part: string, completions: number): Interval {
  const ends = part.split('-');
  if (ends.length > 2) {
    throw new IndexesError(
      `the fragment ${goQuote(part)} violates the requirement that an index interval can have at most two ` +
        "parts separated by '-'",
    );
  }
  const [first, last] = ends.map((end) => parseIndex(end, completions));
  if (last !== undefined && first! >= last) throw notAscending(first!, last);
  return [first!, last ?? first!];
}

function parseIndex(text: string, completions: number): number {
  if (!/^[+-]?[0-9]+$/.test(text))
    throw new IndexesError(`cannot convert string to integer for index: ${goQuote(text)}`);
  if (Number(text) >= completions) throw new IndexesError(`too large index: ${goQuote(text)}`);
  return Number(text);
}

const notAscending = (previous: number, current: number): IndexesError =>
  new IndexesError(`non-increasing order, previous: ${previous}, current: ${current}`);
