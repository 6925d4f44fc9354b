import type { CostEstimate } from '../contract.ts';

/** One that is known. */
export const fixed = (value: number): CostEstimate => ({ min: value, max: value });

export const plus = (a: CostEstimate, b: CostEstimate): CostEstimate => ({
  min: a.min + b.min,
  max: a.max + b.max,
});

/** Nothing times what is unknown is nothing. */
const product = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : a * b);

export const times = (a: CostEstimate, b: CostEstimate): CostEstimate => ({
  min: product(a.min, b.min),
  max: product(a.max, b.max),
});

/** A part of it, rounded up. */
export const scaled = ({ min, max }: CostEstimate, factor: number): CostEstimate => ({
  min: Math.ceil(min * factor),
  max: Math.ceil(max * factor),
});

export const union = (a: CostEstimate, b: CostEstimate): CostEstimate => ({
  min: Math.min(a.min, b.min),
  max: Math.max(a.max, b.max),
});
