import { allocate } from './seat-allocation.ts';
import { type DemandSummary, smoothedDemand } from './seat-demand.ts';

/** The seats of a priority level as its configuration has them. */
export interface SeatBounds {
  /** By its shares. */
  readonly nominal: number;
  /** That it never lends. */
  readonly lower: number;
  /** With all that it may borrow. */
  readonly upper: number;
}

/** The percentages of a configuration. */
export interface LendingRule {
  readonly lendablePercent?: number | null | undefined;
  /** Undefined: it may borrow all that there is. */
  readonly borrowingLimitPercent?: number | null | undefined;
}

/** `total`: seats of all levels together. */
export function seatBounds(nominal: number, total: number, rule: LendingRule): SeatBounds {
  const part = (percent: number): number => Math.round((nominal * percent) / 100);
  const { lendablePercent, borrowingLimitPercent } = rule;
  const borrowed = borrowingLimitPercent == null ? total : part(borrowingLimitPercent);
  return { nominal, lower: nominal - part(lendablePercent ?? 0), upper: nominal + borrowed };
}

/** The seats that a level wanted, and got. */
export interface LendingState {
  readonly bounds: SeatBounds;
  /** Whether its requests are never limited: it has what it needs, before the others. */
  readonly isExempt: boolean;
  current: number;
  /** The demand of the last period, and smoothed over those before. */
  demand: DemandSummary;
  smoothed: number;
  target: number;
}

const noDemand: DemandSummary = { average: 0, deviation: 0, highest: 0 };

export const newLendingState = (bounds: SeatBounds, isExempt: boolean): LendingState => ({
  bounds,
  isExempt,
  current: bounds.nominal,
  demand: noDemand,
  smoothed: 0,
  target: bounds.nominal,
});

/** Takes over the demand of a period. */
export function observeDemand(state: LendingState, demand: DemandSummary): void {
  state.demand = demand;
  state.smoothed = smoothedDemand(state.smoothed, demand);
}

/**
 * Divides the seats anew by the demand of the last period: each level keeps what it does not lend and gets what it has used
 * of its own; the rest goes to those that want it. Returns the part of their targets that levels get; 0 when there is
 * nothing to share out.
 */
export function divideSeats(levels: readonly LendingState[]): number {
  const total = levels.reduce((sum, { bounds }) => sum + bounds.nominal, 0);
  let left = total;
  for (const level of levels) {
    if (!level.isExempt) continue;
    level.current = Math.max(level.bounds.lower, Math.ceil(level.demand.highest));
    level.target = level.current;
    left -= level.current;
  }
  const limited = levels.filter(({ isExempt }) => !isExempt);
  const least = limited.map(({ bounds: { lower, nominal }, demand }) =>
    Math.max(lower, Math.min(nominal, demand.highest)),
  );
  for (const [at, level] of limited.entries()) level.target = Math.max(least[at]!, level.smoothed);
  const kept = limited.reduce((sum, { bounds }) => sum + bounds.lower, 0);
  const used = least.reduce((sum, seats) => sum + seats, 0);
  if (left <= used) {
    const part = left <= kept ? 0 : (left - kept) / (used - kept);
    for (const [at, level] of limited.entries())
      level.current = level.bounds.lower + Math.round((least[at]! - level.bounds.lower) * part);
    return 0;
  }
  const items = limited.map(({ bounds, target }, at) => ({
    lower: least[at]!,
    upper: bounds.upper,
    target,
  }));
  const allocation = allocate(left, items);
  if (allocation === undefined) return 0;
  for (const [at, level] of limited.entries()) level.current = Math.round(allocation.seats[at]!);
  return allocation.fairness;
}
