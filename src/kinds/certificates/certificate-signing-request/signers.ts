import type { SignerNames } from '../../../api/certificates/signer-names.ts';
import { identityOf, nodeClientRule, nodeServingRule } from '../../../api/certificates/signer-rules.ts';
import { parseRequest } from '../../../util/certificate-request.ts';

/** The signer of a request in v1beta1 that does not name one: that of nodes, if it would sign it. */
export function defaultSigner(request: string, usages: readonly string[], signers: SignerNames): string {
  try {
    const identity = identityOf(parseRequest(request));
    if (nodeClientRule(identity, usages) === undefined) return signers.nodeClient;
    if (nodeServingRule(identity, usages) === undefined) return signers.nodeServing;
  } catch {
    // Not a request that anyone could sign; validation says why.
  }
  return signers.legacyUnknown;
}
