import type { PolicyV1PodDisruptionBudget } from '../../../api/schema/types.gen.ts';
import { hasLabelValues } from '../../../api/validation/label-validation.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { preserveLostFields } from '../../shared/preserve-lost-fields.ts';
import { betaRules } from './conversion.ts';
import { table } from './table.ts';
import { validateBudget, validateBudgetStatus } from './validation.ts';

/** Limits how many pods of a set may be evicted at a time. Names may be any path segment. */
export function podDisruptionBudget({
  dialect,
  gates,
}: KindDependencies): KindRules<PolicyV1PodDisruptionBudget> {
  const checksValues = gates.isIn('1.26');
  return {
    group: 'policy',
    kind: 'PodDisruptionBudget',
    takesPlainFinalizers: gates.isIn('1.24'),
    tracksGeneration: true,
    requiresResourceVersion: true,
    prepareForCreate(budget) {
      budget.status = { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };
    },
    validateCreate: (budget) => validateBudget(budget, { checksValues }),
    prepareForUpdate(budget, old) {
      budget.status = old.status;
    },
    validateUpdate: (budget, old) =>
      validateBudget(budget, { checksValues: checksValues && hasLabelValues(old.spec.selector) }),
    status: {
      prepareForUpdate(budget, old) {
        budget.spec = old.spec;
      },
      validateUpdate: validateBudgetStatus,
    },
    versions: { 'policy/v1beta1': preserveLostFields(betaRules(dialect), dialect) },
    table,
  };
}
