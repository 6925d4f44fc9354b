import type { CertificatesV1CertificateSigningRequest } from '../../../api/schema/types.gen.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';

export const selectableFields: KindRules<CertificatesV1CertificateSigningRequest>['selectableFields'] = {
  names: ['spec.signerName'],
  of: ({ spec }) => ({ 'spec.signerName': spec.signerName }),
};
