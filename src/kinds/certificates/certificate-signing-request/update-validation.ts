import type { CertificatesV1CertificateSigningRequest } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { sameValue } from '../../shared/same-value.ts';
import { conditionsOf, decisions } from './conditions.ts';

type Request = CertificatesV1CertificateSigningRequest;

/** What an update may do: each part of the status is written in one place. */
export interface Permission {
  decide: boolean;
  certify: boolean;
  /** Replace a certificate that was issued. */
  certifyAgain: boolean;
}

const conditionsPath = FieldPath.of('status', 'conditions');
const certificatePath = FieldPath.of('status', 'certificate');

export function validateChange(request: Request, old: Request, permission: Permission): FieldError[] {
  return [
    ...validateNoneRemoved(request, old),
    ...(permission.decide ? [] : validateUndecided(request, old)),
    ...validateCertificateChange(request, old, permission),
  ];
}

function validateNoneRemoved(request: Request, old: Request): FieldError[] {
  return decisions
    .filter((type) => conditionsOf(request, type).length < conditionsOf(old, type).length)
    .map((type) => forbidden(conditionsPath, `updates may not remove a condition of type "${type}"`));
}

function validateUndecided(request: Request, old: Request): FieldError[] {
  return validateEach(['Approved', 'Denied'], (type) => {
    const after = conditionsOf(request, type);
    const before = conditionsOf(old, type);
    if (after.length < before.length || sameValue(after, before)) return [];
    const verb = after.length > before.length ? 'add' : 'modify';
    return [forbidden(conditionsPath, `updates may not ${verb} a condition of type "${type}"`)];
  });
}

function validateCertificateChange(request: Request, old: Request, permission: Permission): FieldError[] {
  if ((request.status.certificate ?? '') === (old.status.certificate ?? '')) return [];
  if (!permission.certify) return [forbidden(certificatePath, 'updates may not set certificate content')];
  return old.status.certificate && !permission.certifyAgain
    ? [forbidden(certificatePath, 'updates may not modify existing certificate content')]
    : [];
}
