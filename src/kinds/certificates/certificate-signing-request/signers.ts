import { equalValues } from '../../../api/json/json-values.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import * as x509 from '../../../util/x509-library.ts';
import { parseRequest } from './request.ts';

/** Names of the built-in signers. */
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

/** The signer of a request in v1beta1 that does not name one. */
export function defaultSigner(request: string, usages: readonly string[], signers: SignerNames): string {
  let details: x509.Pkcs10CertificateRequest;
  try {
    ({ details } = parseRequest(request));
  } catch {
    return signers.legacyUnknown;
  }
  if (!isNodeRequest(details)) return signers.legacyUnknown;
  const names = alternativeNameTypes(details);
  if (names.length === 0 && areNodeUsages(usages, 'client auth')) return signers.nodeClient;
  const namesHost = names.length > 0 && names.every((type) => type === 'dns' || type === 'ip');
  return namesHost && areNodeUsages(usages, 'server auth') ? signers.nodeServing : signers.legacyUnknown;
}

function isNodeRequest({ subjectName }: x509.Pkcs10CertificateRequest): boolean {
  const [commonName = ''] = subjectName.getField('CN');
  return equalValues(subjectName.getField('O'), ['system:nodes']) && commonName.startsWith('system:node:');
}

function alternativeNameTypes(details: x509.Pkcs10CertificateRequest): string[] {
  return details.extensions.flatMap((extension) =>
    extension instanceof x509.SubjectAlternativeNameExtension
      ? extension.names.items.map(({ type }) => type as string)
      : [],
  );
}

/** Whether these are exactly the usages of node certificates for `purpose`. */
function areNodeUsages(usages: readonly string[], purpose: string): boolean {
  const expected = new Set(['digital signature', 'key encipherment', purpose]);
  return new Set(usages).size === expected.size && usages.every((usage) => expected.has(usage));
}
