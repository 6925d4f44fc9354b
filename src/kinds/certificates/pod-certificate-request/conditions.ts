import type { CertificatesV1beta1PodCertificateRequest } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, notSupported } from '../../../api/validation/field-errors.ts';
import { validateConditions } from '../../shared/condition-validation.ts';

/** Conditions that end a request. */
export const decisions: readonly string[] = ['Issued', 'Denied', 'Failed'];

type Status = CertificatesV1beta1PodCertificateRequest['status'];

/** The condition that ended a request. */
export const decisionOf = ({ conditions = [] }: Status): string | undefined =>
  conditions.find(({ type }) => decisions.includes(type))?.type;

export function validateDecisions({ conditions = [] }: Status): FieldError[] {
  const path = FieldPath.of('status', 'conditions');
  const known = conditions.filter(({ type }) => decisions.includes(type));
  return [
    ...validateConditions(conditions, path),
    ...conditions.flatMap(({ type, status }, index) => {
      const own = path.child(`[${index}]`);
      if (!decisions.includes(type)) return [notSupported(own.child('type'), type, decisions)];
      const isExtra = known.length > 1 && known[0] !== conditions[index];
      return [
        ...(isExtra
          ? [
              invalid(
                own.child('type'),
                type,
                'There may be at most one condition with type "Issued", "Denied", or "Failed"',
              ),
            ]
          : []),
        ...(status === 'True' ? [] : [notSupported(own.child('status'), status, ['True'])]),
      ];
    }),
  ];
}
