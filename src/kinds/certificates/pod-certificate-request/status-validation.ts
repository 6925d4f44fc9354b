import { equalValues } from '../../../api/json/json-values.ts';
import type { CertificatesV1beta1PodCertificateRequest } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalidUnshown } from '../../../api/validation/field-errors.ts';
import { decisionOf, validateDecisions } from './conditions.ts';
import { type IssueContext, validateIssued } from './issued-validation.ts';

type Request = CertificatesV1beta1PodCertificateRequest;

const statusPath = FieldPath.of('status');

/** A request ends once: with a certificate, or without. */
export function validateStatus(request: Request, old: Request, context: IssueContext): FieldError[] {
  const { status } = request;
  if (equalValues(status, old.status)) return [];
  if (decisionOf(old.status) !== undefined)
    return [invalidUnshown(statusPath, 'immutable after PodCertificateRequest is issued, denied, or failed')];
  const errors = validateDecisions(status);
  if (errors.length > 0) return errors;
  const { conditions: _, ...fields } = status;
  const hasOtherFields = Object.values(fields).some(Boolean);
  switch (decisionOf(status)) {
    case 'Issued':
      return validateIssued(request, context);
    case undefined:
      return [
        invalidUnshown(
          statusPath,
          'status is immutable unless transitioning to "Issued", "Denied", or "Failed"',
        ),
      ];
    default:
      return hasOtherFields
        ? [
            invalidUnshown(
              statusPath,
              'non-condition status fields must be empty when denying or failing the PodCertificateRequest',
            ),
          ]
        : [];
  }
}
