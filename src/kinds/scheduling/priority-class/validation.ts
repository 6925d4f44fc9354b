import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { SchedulingV1PriorityClass } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  forbidden,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { unchanged } from '../../shared/unchanged.ts';
import { systemPriorityClasses } from './system-classes.ts';

const policyPath = FieldPath.of('preemptionPolicy');
const policies = ['PreemptLowerPriority', 'Never'];
const maxUserValue = 1_000_000_000;
const reservedPrefix = 'system-';

export function validatePriorityClass(priority: SchedulingV1PriorityClass): FieldError[] {
  return [...validateValue(priority), ...validatePolicy(priority.preemptionPolicy)];
}

/** The value is immutable: pods copy it, and a change would make them disagree with their class. */
export function validatePriorityClassUpdate(
  priority: SchedulingV1PriorityClass,
  old: SchedulingV1PriorityClass,
  gates: FeatureGates,
): FieldError[] {
  const valueField = gates.isIn('1.24') ? 'value' : 'Value';
  return [
    ...(priority.value === old.value ? [] : [forbidden(valueField, 'may not be changed in an update.')]),
    ...unchanged(priority.preemptionPolicy, old.preemptionPolicy, policyPath),
  ];
}

function validateValue(priority: SchedulingV1PriorityClass): FieldError[] {
  const name = priority.metadata.name ?? '';
  if (name.startsWith(reservedPrefix)) {
    const error = systemClassError(name, priority);
    if (error === undefined) return [];
    const text = `priority class names with '${reservedPrefix}' prefix are reserved for system use only. error: ${error}`;
    return [forbidden(FieldPath.of('metadata', 'name'), text)];
  }
  if (priority.value <= maxUserValue) return [];
  const text = `maximum allowed value of a user defined priority is ${maxUserValue}`;
  return [forbidden(FieldPath.of('value'), text)];
}

function systemClassError(
  name: string,
  { value, globalDefault }: SchedulingV1PriorityClass,
): string | undefined {
  const known = systemPriorityClasses.find((candidate) => candidate.name === name);
  if (known === undefined) return `${name} is not a known system priority class`;
  if (value !== known.value) return `value of ${name} PriorityClass must be ${known.value}`;
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

function validatePolicy(policy: string | undefined): FieldError[] {
  if (policy === undefined || policies.includes(policy)) return [];
  return [policy === '' ? required(policyPath) : notSupported(policyPath, policy, policies)];
}
