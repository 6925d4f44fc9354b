import { equalValues } from '../../../api/json/json-values.ts';
import type { ExpressionUse } from '../../../api/policies/policy-expressions.ts';
import type { PolicySpec } from './policy.ts';

/** Returns whether an expression stood in the same list of the stored policy, if there was one. */
export function keptExpressions(
  old: PolicySpec | undefined,
  texts: Partial<Record<ExpressionUse, readonly string[]>>,
): (use: ExpressionUse, text: string) => boolean {
  if (old === undefined) return () => false;
  const conditions = (old.matchConditions ?? []).map(({ expression }) => expression);
  return (use, text) => (use === 'condition' ? conditions : texts[use])?.includes(text) ?? false;
}

/** Whether an update leaves the conditions as they are, with what they may name: they are not looked at again. */
export const keepsConditions = (spec: PolicySpec, old: PolicySpec | undefined): boolean =>
  old !== undefined &&
  equalValues(spec.paramKind, old.paramKind) &&
  equalValues(spec.matchConditions ?? [], old.matchConditions ?? []);
