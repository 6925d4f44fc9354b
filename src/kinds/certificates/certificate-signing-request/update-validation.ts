import { equalValues } from '../../../api/json/json-values.ts';
import type { CertificatesV1CertificateSigningRequest } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { conditionsOf, decisions } from './conditions.ts';

type Request = CertificatesV1CertificateSigningRequest;

/** The changes that an update through one subresource may make. */
interface AllowedChanges {
  approval?: boolean;
  settingCertificate?: boolean;
  replacingCertificate: boolean;
}

const conditionsPath = FieldPath.of('status', 'conditions');
const certificatePath = FieldPath.of('status', 'certificate');

export function validateChange(request: Request, old: Request, allowed: AllowedChanges): FieldError[] {
  return [
    ...validateNoneRemoved(request, old),
    ...(allowed.approval ? [] : validateSameDecision(request, old)),
    ...validateCertificateChange(request, old, allowed),
  ];
}

function validateNoneRemoved(request: Request, old: Request): FieldError[] {
  return decisions
    .filter((type) => conditionsOf(request, type).length < conditionsOf(old, type).length)
    .map((type) => forbidden(conditionsPath, `updates may not remove a condition of type "${type}"`));
}

function validateSameDecision(request: Request, old: Request): FieldError[] {
  return validateEach(['Approved', 'Denied'], (type) => {
    const after = conditionsOf(request, type);
    const before = conditionsOf(old, type);
    if (after.length < before.length || equalValues(after, before)) return [];
    const verb = after.length > before.length ? 'add' : 'modify';
    return [forbidden(conditionsPath, `updates may not ${verb} a condition of type "${type}"`)];
  });
}

function validateCertificateChange(request: Request, old: Request, allowed: AllowedChanges): FieldError[] {
  if ((request.status.certificate ?? '') === (old.status.certificate ?? '')) return [];
  if (!allowed.settingCertificate)
    return [forbidden(certificatePath, 'updates may not set certificate content')];
  return old.status.certificate && !allowed.replacingCertificate
    ? [forbidden(certificatePath, 'updates may not modify existing certificate content')]
    : [];
}
