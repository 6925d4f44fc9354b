import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CertificatesV1CertificateSigningRequest } from '../../../api/schema/types.gen.ts';
import { certificateError } from './certificate.ts';
import { keyUsages } from './usages.ts';

/** Exemptions from the rules of v1. */
export interface CertificateValidationOptions {
  allowApprovedAndDenied: boolean;
  allowEmptyConditionType: boolean;
  allowDuplicateConditionTypes: boolean;
  allowLegacySigner: boolean;
  allowDuplicateUsages: boolean;
  allowUnknownUsages: boolean;
  allowAnyCertificate: boolean;
  /** An issued certificate may be replaced. */
  allowReplacingCertificate: boolean;
  /** That a request is both approved and denied is said of the list of conditions, and not of the second of them. */
  namesListOfContradiction: boolean;
}

const hasDuplicates = (texts: readonly string[]): boolean => new Set(texts).size < texts.length;

/**
 * v1beta1 is less strict than v1. An update may also keep errors of the stored request: who approves a request has
 * not created it.
 */
export function validationOptionsFor(
  old: CertificatesV1CertificateSigningRequest | undefined,
  isBeta: boolean,
  legacySigner: string,
  gates: FeatureGates,
): CertificateValidationOptions {
  const types = (old?.status.conditions ?? []).map(({ type }) => type);
  const usages = old?.spec.usages ?? [];
  return {
    allowApprovedAndDenied: types.includes('Approved') && types.includes('Denied'),
    allowEmptyConditionType: isBeta || types.includes(''),
    allowDuplicateConditionTypes: isBeta || hasDuplicates(types),
    allowLegacySigner: isBeta || old?.spec.signerName === legacySigner,
    allowDuplicateUsages: isBeta || hasDuplicates(usages),
    allowUnknownUsages: isBeta || usages.some((usage) => !keyUsages.includes(usage)),
    allowAnyCertificate: isBeta || certificateError(old?.status.certificate) !== undefined,
    allowReplacingCertificate: isBeta,
    namesListOfContradiction: gates.isIn('1.34'),
  };
}
