import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { certificateSigningRequest } from './certificate-signing-request/index.ts';
import { clusterTrustBundle } from './cluster-trust-bundle/index.ts';
import { podCertificateRequest } from './pod-certificate-request/index.ts';

export function certificatesKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [
    certificateSigningRequest(dependencies),
    clusterTrustBundle(dependencies),
    podCertificateRequest(dependencies),
  ];
}
