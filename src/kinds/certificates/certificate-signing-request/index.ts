import { speak } from '../../../api/meta/dialect.ts';
import type { CertificatesV1CertificateSigningRequest } from '../../../api/schema/types.gen.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { betaRules } from './conversion.ts';
import { selectableFields } from './fields.ts';
import { signerNames } from './signers.ts';
import { requestStrategy } from './strategy.ts';
import { table } from './table.ts';

export { setRequester } from './requester.ts';
export { type SignerNames, signerNames } from './signers.ts';

/** What an update of the sub-resource `approval` is led through. */
export const certificateApproval = (dependencies: KindDependencies) => requestStrategy(dependencies).approval;

/** Asks for a certificate. Somebody approves or denies it, a signer then issues the certificate. */
export function certificateSigningRequest(
  dependencies: KindDependencies,
): KindRules<CertificatesV1CertificateSigningRequest> {
  const { dialect } = dependencies;
  const group = speak(dialect, 'certificates.{api}');
  return {
    group,
    kind: 'CertificateSigningRequest',
    // Times of conditions.
    mutatesNestedFields: true,
    ...requestStrategy(dependencies).main,
    selectableFields,
    versions: { [`${group}/v1beta1`]: betaRules(signerNames(dialect)) },
    table,
  };
}
