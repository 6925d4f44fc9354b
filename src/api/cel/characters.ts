import type { CostBudget } from './cost.ts';
import { CelError } from './values.ts';

/** Code points, which are what expressions count. */
export function characters(text: string, budget: CostBudget): string[] {
  budget.work(text.length);
  return Array.from(text);
}

/** Whether a text has characters of two code units. */
export function hasPairs(text: string, budget: CostBudget): boolean {
  return countOf(text, budget) !== text.length;
}

/** Number of characters of a text. Asked of the same long text again and again, it is counted once. */
export function countOf(text: string, budget: CostBudget): number {
  if (text.length < shortText) return count(text);
  let known = budget.counts.get(text);
  if (known === undefined) {
    budget.work(text.length / 16);
    budget.counts.set(text, (known = count(text)));
  }
  return known;
}

const shortText = 64;

function count(text: string): number {
  if (!/[\ud800-\udbff]/.test(text)) return text.length;
  let found = 0;
  for (const _ of text) found++;
  return found;
}

/** A position in a text, which counts characters. */
export function positionIn(text: string, at: bigint, budget: CostBudget): number {
  if (at < 0n || at > BigInt(countOf(text, budget))) throw new CelError(`index out of range: ${at}`);
  return Number(at);
}
