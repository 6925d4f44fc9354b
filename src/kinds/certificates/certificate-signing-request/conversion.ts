import type { SignerNames } from '../../../api/certificates/signer-names.ts';
import type { CertificatesV1beta1CertificateSigningRequest } from '../../../api/schema/types.gen.ts';
import type { VersionRules } from '../../../registry/kind-rules.ts';
import { defaultSigner } from './signers.ts';

/** v1beta1 has the same fields but more defaults. */
export const betaRules = (signers: SignerNames): VersionRules => ({
  applyDefaults({ spec }: CertificatesV1beta1CertificateSigningRequest) {
    // The signer goes by the usages, so that the two stand together.
    spec.usages ??= ['digital signature', 'key encipherment'];
    spec.signerName ??= defaultSigner(spec.request, spec.usages, signers);
  },
});
