const star = '*';

/** In characters; no accepted path is longer. */
export const maxPatternLength = 8 * 1024;

/** Several stars at the end count as one; any other star is a literal. */
function prefixOf(pattern: string): string {
  let end = pattern.length;
  while (pattern[end - 1] === star) end--;
  return pattern.slice(0, end);
}

/**
 * Matches paths, and patterns too, against patterns that are exact or end in `*`. Costs one hash lookup and one binary
 * search, however many patterns there are.
 */
export class PathPatterns {
  readonly #exact = new Set<string>();
  /** Sorted, and none is a prefix of another: only the last one that is not greater than a path can match it. */
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
