const star = '*';

/** Characters of a pattern: more than any path has that it could match. */
export const maxPatternLength = 8 * 1024;

/** The stars at the end are one; any other star stands for itself. */
function prefixOf(pattern: string): string {
  let end = pattern.length;
  while (pattern[end - 1] === star) end--;
  return pattern.slice(0, end);
}

/**
 * Patterns of paths, of which each stands for itself and, with `*` at its end, for all that begin so: also for patterns
 * that do. A path costs one look and one search in halves, however many patterns there are.
 */
export class PathPatterns {
  readonly #exact = new Set<string>();
  /** In order, and none begins with another one: only the last one that is not behind a path can begin it. */
  readonly #prefixes: string[] = [];

  constructor(patterns: readonly string[]) {
    const prefixes: string[] = [];
    for (const pattern of patterns) {
      if (pattern.endsWith(star)) prefixes.push(prefixOf(pattern));
      else this.#exact.add(pattern);
    }
    for (const prefix of prefixes.sort(byCodeUnits)) {
      const last = this.#prefixes.at(-1);
      if (last === undefined || !prefix.startsWith(last)) this.#prefixes.push(prefix);
    }
  }

  covers(path: string): boolean {
    if (this.#exact.has(path)) return true;
    let [low, high] = [0, this.#prefixes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#prefixes[middle]! <= path) low = middle + 1;
      else high = middle;
    }
    return low > 0 && path.startsWith(this.#prefixes[low - 1]!);
  }
}

function byCodeUnits(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
