import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import { type GoStructs, type GoType, goJson } from '../../api/go-format/go-json.ts';
import { lineDifference } from '../../api/go-format/line-difference.ts';
import { differenceText } from './difference.ts';

/** What messages about immutable fields show of the difference between a value and the stored one. */
export type DifferenceText = (value: object, old: object) => string;

/** From 1.34 on the lines in which the two differ, with their surroundings; before, the fields. */
export function differenceOf(gates: FeatureGates, type: GoType, structs: GoStructs): DifferenceText {
  if (!gates.isIn('1.34')) return differenceText;
  return (value, old) => lineDifference(goJson(old, type, structs, 1), goJson(value, type, structs, 1));
}
