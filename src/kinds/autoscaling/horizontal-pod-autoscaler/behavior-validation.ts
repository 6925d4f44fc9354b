import type {
  AutoscalingV2HorizontalPodAutoscalerBehavior,
  AutoscalingV2HPAScalingPolicy,
  AutoscalingV2HPAScalingRules,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { validateNonNegative } from '../../shared/resources/validation.ts';

const maxWindow = 3600;
const maxPeriod = 1800;
const selectPolicies = ['Disabled', 'Max', 'Min'];
const policyTypes = ['Percent', 'Pods'];

export function validateBehavior(
  behavior: AutoscalingV2HorizontalPodAutoscalerBehavior | undefined,
  path: FieldPath,
): FieldError[] {
  return validateEach(['scaleUp', 'scaleDown'] as const, (direction) => {
    const rules = behavior?.[direction];
    return rules === undefined ? [] : validateRules(rules, path.child(direction));
  });
}

function validateRules(rules: AutoscalingV2HPAScalingRules, path: FieldPath): FieldError[] {
  const { stabilizationWindowSeconds: window = 0, selectPolicy, policies = [], tolerance } = rules;
  const windowPath = path.child('stabilizationWindowSeconds');
  const policiesPath = path.child('policies');
  const isUnknown = selectPolicy !== undefined && !selectPolicies.includes(selectPolicy);
  return [
    ...(window < 0 ? [invalid(windowPath, window, 'must be greater than or equal to zero')] : []),
    ...atMost(window, maxWindow, windowPath),
    ...(isUnknown ? [notSupported(path.child('selectPolicy'), selectPolicy, selectPolicies)] : []),
    ...(policies.length === 0 ? [required(policiesPath, 'must specify at least one Policy')] : []),
    ...validateEach(policies, (policy, index) => validatePolicy(policy, policiesPath.index(index))),
    ...(tolerance === undefined ? [] : validateNonNegative(tolerance, path.child('tolerance'))),
  ];
}

function validatePolicy(
  { type, value, periodSeconds }: AutoscalingV2HPAScalingPolicy,
  path: FieldPath,
): FieldError[] {
  const periodPath = path.child('periodSeconds');
  return [
    ...(policyTypes.includes(type) ? [] : [notSupported(path.child('type'), type, policyTypes)]),
    ...aboveZero(value, path.child('value')),
    ...aboveZero(periodSeconds, periodPath),
    ...atMost(periodSeconds, maxPeriod, periodPath),
  ];
}

const aboveZero = (value: number, path: FieldPath): FieldError[] =>
  value > 0 ? [] : [invalid(path, value, 'must be greater than zero')];

const atMost = (value: number, limit: number, path: FieldPath): FieldError[] =>
  value > limit ? [invalid(path, value, `must be less than or equal to ${limit}`)] : [];
