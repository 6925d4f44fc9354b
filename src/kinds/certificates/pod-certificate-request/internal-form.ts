import { isSentEmpty } from '../../../api/json/sent-empty.ts';
import type { CertificatesV1beta1PodCertificateRequest } from '../../../api/schema/types.gen.ts';

type Spec = CertificatesV1beta1PodCertificateRequest['spec'];

/** The form in which messages show a spec. */
export const shownSpec = (spec: Spec): unknown => ({
  SignerName: spec.signerName,
  PodName: spec.podName,
  PodUID: spec.podUID,
  ServiceAccountName: spec.serviceAccountName,
  ServiceAccountUID: spec.serviceAccountUID,
  NodeName: spec.nodeName,
  NodeUID: spec.nodeUID,
  MaxExpirationSeconds: spec.maxExpirationSeconds ?? null,
  PKIXPublicKey: spec.pkixPublicKey || null,
  ProofOfPossession: spec.proofOfPossession || null,
  StubPKCS10Request: spec.stubPKCS10Request || null,
  UnverifiedUserAnnotations:
    spec.unverifiedUserAnnotations ?? (isSentEmpty(spec, 'unverifiedUserAnnotations') ? {} : null),
});
