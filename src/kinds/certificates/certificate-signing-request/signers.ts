import type { Dialect } from '../../../api/meta/dialect.ts';
import * as x509 from '../../../util/x509-library.ts';
import { sameValue } from '../../shared/same-value.ts';
import { parseRequest } from './request.ts';

/** Names of the signers that come with the product. */
export interface SignerNames {
  client: string;
  nodeClient: string;
  nodeServing: string;
  legacyUnknown: string;
}

export function signerNames({ label, prefix, nodeAgent }: Dialect): SignerNames {
  return {
    client: `${label}/${prefix}-apiserver-client`,
    nodeClient: `${label}/${prefix}-apiserver-client-${nodeAgent}`,
    nodeServing: `${label}/${nodeAgent}-serving`,
    legacyUnknown: `${label}/legacy-unknown`,
  };
}

/** The signer that an old client means, which could not name one. */
export function defaultSigner(request: string, usages: readonly string[], signers: SignerNames): string {
  let details: x509.Pkcs10CertificateRequest;
  try {
    ({ details } = parseRequest(request));
  } catch {
    return signers.legacyUnknown;
  }
  if (!isOfNode(details)) return signers.legacyUnknown;
  const names = alternativeNames(details);
  if (names.length === 0 && isExactly(usages, 'client auth')) return signers.nodeClient;
  const isHost = names.length > 0 && names.every((type) => type === 'dns' || type === 'ip');
  return isHost && isExactly(usages, 'server auth') ? signers.nodeServing : signers.legacyUnknown;
}

function isOfNode({ subjectName }: x509.Pkcs10CertificateRequest): boolean {
  const [commonName = ''] = subjectName.getField('CN');
  return sameValue(subjectName.getField('O'), ['system:nodes']) && commonName.startsWith('system:node:');
}

function alternativeNames(details: x509.Pkcs10CertificateRequest): string[] {
  return details.extensions.flatMap((extension) =>
    extension instanceof x509.SubjectAlternativeNameExtension
      ? extension.names.items.map(({ type }) => type as string)
      : [],
  );
}

/** What keys of nodes are always good for, and one thing more. */
function isExactly(usages: readonly string[], purpose: string): boolean {
  const wanted = new Set(['digital signature', 'key encipherment', purpose]);
  return new Set(usages).size === wanted.size && usages.every((usage) => wanted.has(usage));
}
