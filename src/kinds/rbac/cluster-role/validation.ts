import type { RbacV1AggregationRule, RbacV1ClusterRole } from '../../../api/schema/types.gen.ts';
import { validateLabelSelectorObject } from '../../../api/selectors/label-selector.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { hasLabelValues, type LabelSelectorOptions } from '../../../api/validation/label-validation.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { validatePolicyRules } from '../../shared/rbac/policy-rules.ts';
import { usableSelector } from '../../shared/workload/selector.ts';

export function validateClusterRole(
  { rules, aggregationRule }: RbacV1ClusterRole,
  options: LabelSelectorOptions,
): FieldError[] {
  return [
    ...validatePolicyRules(rules, FieldPath.of('rules'), false),
    ...(aggregationRule === undefined ? [] : validateAggregation(aggregationRule, options)),
  ];
}

/** Whether all values that its selectors compare with are those of labels. */
export const hasLabelValuesOnly = ({ aggregationRule }: RbacV1ClusterRole): boolean =>
  (aggregationRule?.clusterRoleSelectors ?? []).every(hasLabelValues);

function validateAggregation(
  { clusterRoleSelectors = [] }: RbacV1AggregationRule,
  options: LabelSelectorOptions,
): FieldError[] {
  const path = FieldPath.of('aggregationRule', 'clusterRoleSelectors');
  if (clusterRoleSelectors.length === 0) {
    return [required(path, 'at least one clusterRoleSelector required if aggregationRule is non-nil')];
  }
  return validateEach(clusterRoleSelectors, (selector, index) => [
    ...validateLabelSelectorObject(selector, path.index(index), options),
    ...(usableSelector(selector) === undefined
      ? // The message shows null, for compatibility.
        [invalid(path.index(index), null, 'invalid label selector.')]
      : []),
  ]);
}
