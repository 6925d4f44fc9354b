import { signerNames } from '../../../api/certificates/signer-names.ts';
import { identityOf } from '../../../api/certificates/signer-rules.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CertificatesV1CertificateSigningRequest } from '../../../api/schema/types.gen.ts';
import { parseRequest } from '../../../util/certificate-request.ts';
import { objectOf } from '../shared/objects.ts';
import { forbidden } from '../shared/refusals.ts';
import type { NodeRule } from './rule.ts';

/** A node asks for certificates of nodes in its own name only. */
export function signingRequestRule(dialect: Dialect): NodeRule {
  const { nodeServing, nodeClient } = signerNames(dialect);
  return (node, attributes) => {
    if (attributes.operation !== 'CREATE' || attributes.subresource !== '') return;
    const { signerName, request } = objectOf<CertificatesV1CertificateSigningRequest>(attributes).spec;
    if (signerName !== nodeServing && signerName !== nodeClient) return;
    const wanted = `system:node:${node}`;
    let found: string;
    try {
      found = identityOf(parseRequest(request)).commonName;
    } catch (error) {
      throw forbidden(attributes, `unable to parse csr: ${(error as Error).message}`);
    }
    if (found !== wanted) throw forbidden(attributes, `can only create a node CSR with CN=${wanted}`);
  };
}
