import { GoText } from '../../../api/go-format/go-syntax.ts';
import type {
  PolicyV1PodDisruptionBudget,
  PolicyV1PodDisruptionBudgetSpec,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import {
  type LabelSelectorOptions,
  validateLabelSelectorObject,
} from '../../../api/validation/label-validation.ts';
import { truncatedJson } from '../../../util/truncate.ts';
import { validateConditions } from '../../shared/condition-validation.ts';
import { validateOneOf } from '../../shared/field-checks.ts';
import { isBeta } from '../../shared/version-name.ts';
import { nonNegativeFields } from '../../shared/workload/counters.ts';
import {
  type IntOrPercent,
  validateAtMostAll,
  validateIntOrPercent,
} from '../../shared/workload/int-or-percent.ts';

const specPath = FieldPath.of('spec');
const statusPath = FieldPath.of('status');

const evictionPolicies = ['AlwaysAllow', 'IfHealthyBudget'];

export function validateBudget(
  { spec }: PolicyV1PodDisruptionBudget,
  options: LabelSelectorOptions,
): FieldError[] {
  const { minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy } = spec;
  const isBoth = minAvailable !== undefined && maxUnavailable !== undefined;
  return [
    ...(isBoth
      ? [invalid(specPath, shownSpec(spec), 'minAvailable and maxUnavailable cannot be both set')]
      : []),
    ...validateAmount(minAvailable, specPath.child('minAvailable')),
    ...validateAmount(maxUnavailable, specPath.child('maxUnavailable')),
    ...validateLabelSelectorObject(selector, specPath.child('selector'), options),
    ...validateOneOf(
      unhealthyPodEvictionPolicy,
      specPath.child('unhealthyPodEvictionPolicy'),
      evictionPolicies,
    ),
  ];
}

/** The struct knows no names for JSON. */
function shownSpec(spec: PolicyV1PodDisruptionBudgetSpec): GoText {
  const { minAvailable = null, selector = null, maxUnavailable = null } = spec;
  return new GoText(
    truncatedJson(spec),
    truncatedJson({
      MinAvailable: minAvailable,
      Selector: selector,
      MaxUnavailable: maxUnavailable,
      UnhealthyPodEvictionPolicy: spec.unhealthyPodEvictionPolicy ?? null,
    }),
  );
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
