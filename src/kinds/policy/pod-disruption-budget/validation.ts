import type { PolicyV1PodDisruptionBudget } from '../../../api/schema/types.gen.ts';
import { validateLabelSelectorObject } from '../../../api/selectors/label-selector.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { validateConditions } from '../../shared/condition-validation.ts';
import { isBeta } from '../../shared/version-name.ts';
import { nonNegativeFields } from '../../shared/workload/counters.ts';
import {
  type IntOrPercent,
  validateAtMostAll,
  validateIntOrPercent,
} from '../../shared/workload/int-or-percent.ts';

const specPath = FieldPath.of('spec');
const statusPath = FieldPath.of('status');

export function validateBudget({ spec }: PolicyV1PodDisruptionBudget): FieldError[] {
  const { minAvailable, maxUnavailable, selector } = spec;
  const isBoth = minAvailable !== undefined && maxUnavailable !== undefined;
  return [
    ...(isBoth ? [invalid(specPath, spec, 'minAvailable and maxUnavailable cannot be both set')] : []),
    ...validateAmount(minAvailable, specPath.child('minAvailable')),
    ...validateAmount(maxUnavailable, specPath.child('maxUnavailable')),
    ...validateLabelSelectorObject(selector, specPath.child('selector')),
  ];
}

function validateAmount(amount: IntOrPercent | undefined, path: FieldPath): FieldError[] {
  if (amount === undefined) return [];
  return [...validateIntOrPercent(amount, path), ...validateAtMostAll(amount, path)];
}

/** v1beta1 does not validate the numbers, as it never did. */
export function validateBudgetStatus(
  { status }: PolicyV1PodDisruptionBudget,
  _old: PolicyV1PodDisruptionBudget,
  apiVersion?: string,
): FieldError[] {
  const conditions = validateConditions(status.conditions, statusPath.child('conditions'));
  if (isBeta(apiVersion)) return conditions;
  return [
    ...conditions,
    ...nonNegativeFields(status, statusPath, [
      'disruptionsAllowed',
      'currentHealthy',
      'desiredHealthy',
      'expectedPods',
    ]),
  ];
}
