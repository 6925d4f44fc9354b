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
import type { CertificateValidationOptions } from './validation-options.ts';

type Condition = CertificatesV1CertificateSigningRequestCondition;

/** Condition types that cannot be removed once set. */
export const decisions = ['Approved', 'Denied', 'Failed'];
const exclusive = ['Approved', 'Denied'];
const conditionsPath = FieldPath.of('status', 'conditions');

export function conditionsOf(request: CertificatesV1CertificateSigningRequest, type: string): Condition[] {
  return (request.status.conditions ?? []).filter((condition) => condition.type === type);
}

export function validateConditions(
  conditions: readonly Condition[],
  options: CertificateValidationOptions,
): FieldError[] {
  const before = new Set<string>();
  return validateEach(conditions, (condition, index) => {
    const path = conditionsPath.index(index);
    const errors = [
      ...(condition.type === '' && !options.allowEmptyConditionType ? [required(path.child('type'))] : []),
      ...validateStatus(condition, path.child('status')),
      ...validateType(condition.type, path.child('type'), { ...options, before }),
    ];
    before.add(condition.type);
    return errors;
  });
}

function validateStatus({ type, status }: Condition, path: FieldPath): FieldError[] {
  const allowed = decisions.includes(type) ? ['True'] : ['False', 'True', 'Unknown'];
  if (status === '') return [required(path)];
  return allowed.includes(status) ? [] : [notSupported(path, status, allowed)];
}

interface TypeOptions extends CertificateValidationOptions {
  /** The types of the conditions before this one. */
  before: ReadonlySet<string>;
}

function validateType(type: string, path: FieldPath, options: TypeOptions): FieldError[] {
  const { before, allowApprovedAndDenied, allowDuplicateConditionTypes, namesListOfContradiction } = options;
  const isContradiction =
    exclusive.includes(type) && exclusive.some((other) => other !== type && before.has(other));
  return [
    ...(isContradiction && !allowApprovedAndDenied
      ? [
          invalid(
            namesListOfContradiction ? conditionsPath : path,
            type,
            'Approved and Denied conditions are mutually exclusive',
          ),
        ]
      : []),
    ...(before.has(type) && !allowDuplicateConditionTypes ? [duplicate(path, type)] : []),
  ];
}
