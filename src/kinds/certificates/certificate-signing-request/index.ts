import { signerNames } from '../../../api/certificates/signer-names.ts';
import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { CertificatesV1CertificateSigningRequest } from '../../../api/schema/types.gen.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { betaRules } from './conversion.ts';
import { selectableFields } from './fields.ts';
import { requestStrategy } from './strategy.ts';
import { requestTable } from './table.ts';

/** A request for a certificate. An approver approves or denies it, then a signer issues the certificate. */
export function certificateSigningRequest(
  dependencies: KindDependencies,
): KindRules<CertificatesV1CertificateSigningRequest> {
  const { dialect, gates } = dependencies;
  const group = fillPlaceholders(dialect, 'certificates.{api}');
  return {
    group,
    kind: 'CertificateSigningRequest',
    // A request stays as it was made.
    ...(gates.isIn('1.24') && { unowned: ['spec'] }),
    ...requestStrategy(dependencies),
    selectableFields,
    versions: { [`${group}/v1beta1`]: betaRules(signerNames(dialect)) },
    table: requestTable(gates),
  };
}
