import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import { differenceText } from './difference.ts';
import { goDifference } from './go-types/index.ts';

/** The difference between a value and the stored one, as messages about immutable fields show it. */
export type DifferenceText = (value: object, old: object) => string;

/** From 1.34 on the lines in which the two differ, with their surroundings; before, the fields. `type`: the one in Go. */
export const differenceOf = (gates: FeatureGates, type: string): DifferenceText =>
  gates.isIn('1.34') ? (value, old) => goDifference(type, value, old) : differenceText;
