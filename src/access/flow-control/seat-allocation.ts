/** Bounds of the seats that a level may have, and what it would have if all got what they want. */
export interface AllocationItem {
  readonly lower: number;
  readonly upper: number;
  readonly target: number;
}

export interface Allocation {
  /** In the order of the items; fractions of seats. */
  readonly seats: readonly number[];
  /** Part of its target that each gets whose bounds allow it. */
  readonly fairness: number;
}

/** So that a level without any demand gets a share of what nobody wants. */
const leastTarget = 0.001;
/** Steps after which halving has found the fraction as exactly as a double can have it. */
const steps = 100;

/**
 * Shares out seats so that each gets the same part of its target, or the bound that is next to that. Undefined when the
 * bounds leave no way to share out so many.
 *
 *     12 seats for targets of 4 and 8, with at most 5 for the second: 7 and 5
 */
export function allocate(total: number, items: readonly AllocationItem[]): Allocation | undefined {
  const bounded = items.map(({ lower, upper, target }) => ({
    lower,
    upper: Math.max(lower, upper),
    target: Math.max(target, leastTarget),
  }));
  const sum = (of: (item: AllocationItem) => number): number =>
    bounded.reduce((all, item) => all + of(item), 0);
  if (sum(({ lower }) => lower) > total || sum(({ upper }) => upper) < total) return undefined;
  const at = (fraction: number) => (item: AllocationItem) =>
    Math.min(item.upper, Math.max(item.lower, fraction * item.target));
  let low = 0;
  let high = Math.max(0, ...bounded.map(({ upper, target }) => upper / target));
  for (let step = 0; step < steps && low < high; step++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (sum(at(middle)) < total) low = middle;
    else high = middle;
  }
  return { seats: bounded.map(at(high)), fairness: high };
}
