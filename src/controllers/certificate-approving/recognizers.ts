import { signerNames } from '../../api/certificates/signer-names.ts';
import { nodeClientRule, type RequestedIdentity } from '../../api/certificates/signer-rules.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { CertificateRequest } from '../shared/certificate-requests/requests.ts';

/** A sort of request that is approved when its requester may create this subresource. */
export interface Recognizer {
  readonly subresource: string;
  /** Message of the condition. */
  readonly message: string;
  recognizes(request: CertificateRequest, identity: RequestedIdentity): boolean;
}

/** In the order in which they are asked. A node may renew its own certificate, or be trusted to ask for a first one. */
export function recognizers(dialect: Dialect): readonly Recognizer[] {
  const { nodeClient } = signerNames(dialect);
  const isNodeClient = ({ spec }: CertificateRequest, identity: RequestedIdentity): boolean =>
    spec.signerName === nodeClient && nodeClientRule(identity, spec.usages ?? []) === undefined;
  return [
    {
      subresource: 'selfnodeclient',
      message: `Auto approving self ${dialect.nodeAgent} client certificate after SubjectAccessReview.`,
      recognizes: (request, identity) =>
        isNodeClient(request, identity) && request.spec.username === identity.commonName,
    },
    {
      subresource: 'nodeclient',
      message: `Auto approving ${dialect.nodeAgent} client certificate after SubjectAccessReview.`,
      recognizes: isNodeClient,
    },
  ];
}
