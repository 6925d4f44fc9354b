/** Equal stretches of two lists of lines: `size` lines from `a` in the one and from `b` in the other. */
export interface Match {
  a: number;
  b: number;
  size: number;
}

/** Lists of so many lines and more have lines that are too frequent to begin a stretch. */
const minLengthWithPopular = 200;

/**
 * The longest equal stretches of two lists in the order of both, as Python's difflib and Go's port of it find them:
 * the longest one first, then those before and after it. Neighbours are joined.
 */
export function matchingBlocks(before: readonly string[], after: readonly string[]): Match[] {
  const finder = new LongestMatch(before, after);
  const found: Match[] = [];
  const stack = [{ fromA: 0, toA: before.length, fromB: 0, toB: after.length }];
  for (let range = stack.pop(); range !== undefined; range = stack.pop()) {
    const match = finder.find(range);
    if (match.size === 0) continue;
    found.push(match);
    stack.push({ fromA: range.fromA, toA: match.a, fromB: range.fromB, toB: match.b });
    const [endA, endB] = [match.a + match.size, match.b + match.size];
    stack.push({ fromA: endA, toA: range.toA, fromB: endB, toB: range.toB });
  }
  return joined(found.sort((one, other) => one.a - other.a));
}

interface Range {
  fromA: number;
  toA: number;
  fromB: number;
  toB: number;
}

class LongestMatch {
  readonly #before: readonly string[];
  readonly #after: readonly string[];
  /** Places of each line in the second list, without lines that are too frequent. */
  readonly #places: ReadonlyMap<string, readonly number[]>;

  constructor(before: readonly string[], after: readonly string[]) {
    this.#before = before;
    this.#after = after;
    const places = Map.groupBy(after.keys(), (index) => after[index]!);
    if (after.length >= minLengthWithPopular) {
      const most = Math.floor(after.length / 100) + 1;
      for (const [line, indices] of places) if (indices.length > most) places.delete(line);
    }
    this.#places = places;
  }

  /** The first of the longest; lines that are too frequent only lengthen it. */
  find({ fromA, toA, fromB, toB }: Range): Match {
    let best: Match = { a: fromA, b: fromB, size: 0 };
    let lengths = new Map<number, number>();
    for (let a = fromA; a < toA; a++) {
      const next = new Map<number, number>();
      for (const b of this.#places.get(this.#before[a]!) ?? []) {
        if (b < fromB) continue;
        if (b >= toB) break;
        const size = (lengths.get(b - 1) ?? 0) + 1;
        next.set(b, size);
        if (size > best.size) best = { a: a - size + 1, b: b - size + 1, size };
      }
      lengths = next;
    }
    return this.#lengthened(best, { fromA, toA, fromB, toB });
  }

  #lengthened({ a, b, size }: Match, { fromA, toA, fromB, toB }: Range): Match {
    const isEqual = (i: number, j: number): boolean => this.#before[i] === this.#after[j];
    while (a > fromA && b > fromB && isEqual(a - 1, b - 1)) {
      a--;
      b--;
      size++;
    }
    while (a + size < toA && b + size < toB && isEqual(a + size, b + size)) size++;
    return { a, b, size };
  }
}

function joined(matches: readonly Match[]): Match[] {
  const result: Match[] = [];
  for (const match of matches) {
    const last = result.at(-1);
    if (last !== undefined && last.a + last.size === match.a && last.b + last.size === match.b)
      last.size += match.size;
    else result.push({ ...match });
  }
  return result;
}
