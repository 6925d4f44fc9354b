import type {
  CertificatesV1CertificateSigningRequest,
  CertificatesV1CertificateSigningRequestCondition,
} from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import type { Leniency } from './validation-options.ts';

type Condition = CertificatesV1CertificateSigningRequestCondition;

/** Decisions: they are made, never unmade. */
export const decisions = ['Approved', 'Denied', 'Failed'];
const exclusive = ['Approved', 'Denied'];
const conditionsPath = FieldPath.of('status', 'conditions');

export function conditionsOf(request: CertificatesV1CertificateSigningRequest, type: string): Condition[] {
  return (request.status.conditions ?? []).filter((condition) => condition.type === type);
}

export function validateConditions(conditions: readonly Condition[], leniency: Leniency): FieldError[] {
  const before = new Set<string>();
  return validateEach(conditions, (condition, index) => {
    const path = conditionsPath.index(index);
    const faults = [
      ...(condition.type === '' && !leniency.emptyConditionType ? [required(path.child('type'))] : []),
      ...validateStatus(condition, path.child('status')),
      ...validateType(condition.type, before, path.child('type'), leniency),
    ];
    before.add(condition.type);
    return faults;
  });
}

function validateStatus({ type, status }: Condition, path: FieldPath): FieldError[] {
  const allowed = decisions.includes(type) ? ['True'] : ['False', 'True', 'Unknown'];
  if (status === '') return [required(path)];
  return allowed.includes(status) ? [] : [notSupported(path, status, allowed)];
}

/** `before`: the types of the conditions that come before this one. */
function validateType(
  type: string,
  before: ReadonlySet<string>,
  path: FieldPath,
  leniency: Leniency,
): FieldError[] {
  const isContradiction =
    exclusive.includes(type) && exclusive.some((other) => other !== type && before.has(other));
  return [
    ...(isContradiction && !leniency.approvedAndDenied
      ? [invalid(path, type, 'Approved and Denied conditions are mutually exclusive')]
      : []),
    ...(before.has(type) && !leniency.duplicateConditionTypes ? [duplicate(path, type)] : []),
  ];
}
