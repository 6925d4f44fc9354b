/**
 * The difference of two texts, line by line, with three lines around each change: the form of `diff -u`, without its
 * head. Which lines count as the same ones is decided as Python's `difflib` does, for the original server does so.
 */
export function unifiedDiff(before: readonly string[], after: readonly string[]): string {
  const changes = changesBetween(before, after);
  return groups(changes)
    .map((group) => hunkText(group, before, after))
    .join('');
}

/** A run of lines: `from` to `to` in the text before, and in the one after. */
interface Run {
  readonly isSame: boolean;
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

interface Match {
  readonly from: number;
  readonly newFrom: number;
  readonly size: number;
}

function changesBetween(before: readonly string[], after: readonly string[]): Run[] {
  const runs: Run[] = [];
  let [from, newFrom] = [0, 0];
  const end: Match = { from: before.length, newFrom: after.length, size: 0 };
  for (const match of [...matchesBetween(before, after), end]) {
    if (from < match.from || newFrom < match.newFrom) {
      runs.push({ isSame: false, from, to: match.from, newFrom, newTo: match.newFrom });
    }
    [from, newFrom] = [match.from + match.size, match.newFrom + match.size];
    if (match.size > 0) {
      runs.push({ isSame: true, from: match.from, to: from, newFrom: match.newFrom, newTo: newFrom });
    }
  }
  return runs;
}

/** From so many lines on, those that are repeated often are not what a match begins with. */
const manyLines = 200;

function matchesBetween(before: readonly string[], after: readonly string[]): Match[] {
  const positions = new Map<string, number[]>();
  after.forEach((line, index) => {
    const list = positions.get(line);
    if (list === undefined) positions.set(line, [index]);
    else list.push(index);
  });
  if (after.length >= manyLines) {
    const limit = Math.floor(after.length / 100) + 1;
    for (const [line, list] of positions) if (list.length > limit) positions.delete(line);
  }
  const matches: Match[] = [];
  const find = (low: number, high: number, newLow: number, newHigh: number): void => {
    const match = longestMatch(before, after, positions, { low, high, newLow, newHigh });
    if (match.size === 0) return;
    if (low < match.from && newLow < match.newFrom) find(low, match.from, newLow, match.newFrom);
    matches.push(match);
    const [end, newEnd] = [match.from + match.size, match.newFrom + match.size];
    if (end < high && newEnd < newHigh) find(end, high, newEnd, newHigh);
  };
  find(0, before.length, 0, after.length);
  return joined(matches);
}

interface Window {
  readonly low: number;
  readonly high: number;
  readonly newLow: number;
  readonly newHigh: number;
}

function longestMatch(
  before: readonly string[],
  after: readonly string[],
  positions: ReadonlyMap<string, readonly number[]>,
  { low, high, newLow, newHigh }: Window,
): Match {
  let [from, newFrom, size] = [low, newLow, 0];
  let lengths = new Map<number, number>();
  for (let index = low; index < high; index++) {
    const next = new Map<number, number>();
    for (const position of positions.get(before[index]!) ?? []) {
      if (position < newLow) continue;
      if (position >= newHigh) break;
      const length = (lengths.get(position - 1) ?? 0) + 1;
      next.set(position, length);
      if (length > size) [from, newFrom, size] = [index - length + 1, position - length + 1, length];
    }
    lengths = next;
  }
  while (from > low && newFrom > newLow && before[from - 1] === after[newFrom - 1]) {
    [from, newFrom, size] = [from - 1, newFrom - 1, size + 1];
  }
  while (from + size < high && newFrom + size < newHigh && before[from + size] === after[newFrom + size])
    size++;
  return { from, newFrom, size };
}

/** Matches without a gap become one. */
function joined(matches: readonly Match[]): Match[] {
  const result: Match[] = [];
  for (const match of matches) {
    const last = result.at(-1);
    if (
      last !== undefined &&
      last.from + last.size === match.from &&
      last.newFrom + last.size === match.newFrom
    ) {
      result[result.length - 1] = { ...last, size: last.size + match.size };
    } else result.push(match);
  }
  return result;
}

const context = 3;

/** Changes that are near each other, with the lines around them. */
function groups(runs: readonly Run[]): Run[][] {
  const all: Run[][] = [];
  let group: Run[] = [];
  runs.forEach((run, index) => {
    if (!run.isSame) {
      group.push(run);
      return;
    }
    const [isFirst, isLast] = [index === 0, index === runs.length - 1];
    if (isFirst || isLast) {
      const side = isFirst ? lastLines(run) : firstLines(run);
      group.push(side);
    } else if (run.to - run.from > 2 * context) {
      all.push([...group, firstLines(run)]);
      group = [lastLines(run)];
    } else group.push(run);
  });
  if (group.some(({ isSame }) => !isSame)) all.push(group);
  return all;
}

const firstLines = (run: Run): Run => ({
  ...run,
  to: Math.min(run.to, run.from + context),
  newTo: Math.min(run.newTo, run.newFrom + context),
});

const lastLines = (run: Run): Run => ({
  ...run,
  from: Math.max(run.from, run.to - context),
  newFrom: Math.max(run.newFrom, run.newTo - context),
});

function hunkText(group: readonly Run[], before: readonly string[], after: readonly string[]): string {
  const [first, last] = [group[0]!, group.at(-1)!];
  const lines = group.flatMap(({ isSame, from, to, newFrom, newTo }) =>
    isSame
      ? before.slice(from, to).map((line) => ` ${line}`)
      : [
          ...before.slice(from, to).map((line) => `-${line}`),
          ...after.slice(newFrom, newTo).map((line) => `+${line}`),
        ],
  );
  const head = `@@ -${rangeText(first.from, last.to)} +${rangeText(first.newFrom, last.newTo)} @@`;
  return [head, ...lines].map((line) => `${line}\n`).join('');
}

/** `12,3`: so many lines from that one on. */
function rangeText(from: number, to: number): string {
  const length = to - from;
  if (length === 1) return `${from + 1}`;
  return `${length === 0 ? from : from + 1},${length}`;
}
