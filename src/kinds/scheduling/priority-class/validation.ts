import type { SchedulingV1PriorityClass } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  forbidden,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { unchanged } from '../../shared/same-value.ts';
import { systemPriorityClasses } from './system-classes.ts';

const policyPath = FieldPath.of('preemptionPolicy');
const policies = ['PreemptLowerPriority', 'Never'];
const highestOfUsers = 1_000_000_000;
const reserved = 'system-';

export function validatePriorityClass(priority: SchedulingV1PriorityClass): FieldError[] {
  return [...validateRank(priority), ...validatePolicy(priority.preemptionPolicy)];
}

/** Pods remember the number: were it another one later, they and the class would not agree. */
export function validatePriorityClassUpdate(
  priority: SchedulingV1PriorityClass,
  old: SchedulingV1PriorityClass,
): FieldError[] {
  return [
    ...(priority.value === old.value ? [] : [forbidden('Value', 'may not be changed in an update.')]),
    ...unchanged(priority.preemptionPolicy, old.preemptionPolicy, policyPath),
  ];
}

function validateRank(priority: SchedulingV1PriorityClass): FieldError[] {
  const name = priority.metadata.name ?? '';
  if (name.startsWith(reserved)) {
    const fault = systemFault(name, priority);
    if (fault === undefined) return [];
    const text = `priority class names with '${reserved}' prefix are reserved for system use only. error: ${fault}`;
    return [forbidden(FieldPath.of('metadata', 'name'), text)];
  }
  if (priority.value <= highestOfUsers) return [];
  const text = `maximum allowed value of a user defined priority is ${highestOfUsers}`;
  return [forbidden(FieldPath.of('value'), text)];
}

function systemFault(name: string, { value, globalDefault }: SchedulingV1PriorityClass): string | undefined {
  const known = systemPriorityClasses.find((candidate) => candidate.name === name);
  if (known === undefined) return `${name} is not a known system priority class`;
  if (value !== known.value) return `value of ${name} PriorityClass must be ${known.value}`;
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

function validatePolicy(policy: string | undefined): FieldError[] {
  if (policy === undefined || policies.includes(policy)) return [];
  return [policy === '' ? required(policyPath) : notSupported(policyPath, policy, policies)];
}
