import { matchingBlocks } from './sequence-matcher.ts';

/** Lines that stay as they are, around those that change. */
const context = 3;

/** What becomes of a stretch of lines: [fromA, toA) in the one list, [fromB, toB) in the other. */
interface Change {
  isEqual: boolean;
  fromA: number;
  toA: number;
  fromB: number;
  toB: number;
}

/**
 * The difference of two texts line by line, without names of files, as messages about immutable fields show it:
 *
 *     @@ -1,3 +1,3 @@
 *      {
 *     - "Name": "a"
 *     + "Name": "b"
 *      }
 */
export function lineDifference(before: string, after: string): string {
  const a = before.split('\n');
  const b = after.split('\n');
  const lines = hunks(changes(a, b)).flatMap((hunk) => [header(hunk), ...hunk.flatMap(linesOf(a, b))]);
  return lines.map((line) => `${line}\n`).join('');
}

function changes(a: readonly string[], b: readonly string[]): Change[] {
  const result: Change[] = [];
  let [fromA, fromB] = [0, 0];
  for (const { a: toA, b: toB, size } of [...matchingBlocks(a, b), { a: a.length, b: b.length, size: 0 }]) {
    if (fromA < toA || fromB < toB) result.push({ isEqual: false, fromA, toA, fromB, toB });
    [fromA, fromB] = [toA + size, toB + size];
    if (size > 0) result.push({ isEqual: true, fromA: toA, toA: fromA, fromB: toB, toB: fromB });
  }
  return result;
}

/** Changes with their context, apart where more than two contexts lie between them. */
function hunks(all: readonly Change[]): Change[][] {
  const result: Change[][] = [];
  let hunk: Change[] = [];
  for (const [index, change] of all.entries()) {
    if (!change.isEqual) hunk.push(change);
    else if (index === 0) hunk.push(lastLines(change));
    else if (index === all.length - 1) hunk.push(firstLines(change));
    else if (change.toA - change.fromA > 2 * context) {
      result.push([...hunk, firstLines(change)]);
      hunk = [lastLines(change)];
    } else hunk.push(change);
  }
  if (hunk.some(({ isEqual }) => !isEqual)) result.push(hunk);
  return result;
}

const firstLines = (change: Change): Change => ({
  ...change,
  toA: Math.min(change.toA, change.fromA + context),
  toB: Math.min(change.toB, change.fromB + context),
});

const lastLines = (change: Change): Change => ({
  ...change,
  fromA: Math.max(change.fromA, change.toA - context),
  fromB: Math.max(change.fromB, change.toB - context),
});

function header(hunk: readonly Change[]): string {
  const [first, last] = [hunk[0]!, hunk.at(-1)!];
  return `@@ -${rangeText(first.fromA, last.toA)} +${rangeText(first.fromB, last.toB)} @@`;
}

/** Lines are counted from 1; an empty stretch is named by the line before it. */
function rangeText(from: number, to: number): string {
  const length = to - from;
  if (length === 1) return String(from + 1);
  return `${length === 0 ? from : from + 1},${length}`;
}

const linesOf =
  (a: readonly string[], b: readonly string[]) =>
  ({ isEqual, fromA, toA, fromB, toB }: Change): string[] =>
    isEqual
      ? a.slice(fromA, toA).map((line) => ` ${line}`)
      : [...a.slice(fromA, toA).map((line) => `-${line}`), ...b.slice(fromB, toB).map((line) => `+${line}`)];
