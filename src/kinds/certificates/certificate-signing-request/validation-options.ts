import type { CertificatesV1CertificateSigningRequest } from '../../../api/schema/types.gen.ts';
import { certificateFault } from './certificate.ts';
import { keyUsages } from './usages.ts';

/** Rules that are not asked of a request. */
export interface Leniency {
  approvedAndDenied: boolean;
  emptyConditionType: boolean;
  duplicateConditionTypes: boolean;
  legacySigner: boolean;
  duplicateUsages: boolean;
  unknownUsages: boolean;
  anyCertificate: boolean;
  /** A certificate that was issued may be replaced by another one. */
  otherCertificate: boolean;
}

const hasDuplicates = (texts: readonly string[]): boolean => new Set(texts).size < texts.length;

/**
 * v1beta1 did not ask for as much as v1 does, and what was once let in can be written again: whoever approves an
 * old request has not made it.
 */
export function leniencyOf(
  old: CertificatesV1CertificateSigningRequest | undefined,
  isBeta: boolean,
  legacySigner: string,
): Leniency {
  const types = (old?.status.conditions ?? []).map(({ type }) => type);
  const usages = old?.spec.usages ?? [];
  return {
    approvedAndDenied: types.includes('Approved') && types.includes('Denied'),
    emptyConditionType: isBeta || types.includes(''),
    duplicateConditionTypes: isBeta || hasDuplicates(types),
    legacySigner: isBeta || old?.spec.signerName === legacySigner,
    duplicateUsages: isBeta || hasDuplicates(usages),
    unknownUsages: isBeta || usages.some((usage) => !keyUsages.includes(usage)),
    anyCertificate: isBeta || certificateFault(old?.status.certificate) !== undefined,
    otherCertificate: isBeta,
  };
}
