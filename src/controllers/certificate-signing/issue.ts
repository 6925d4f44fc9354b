import { alternativeNamesOf } from '../../util/alternative-names.ts';
import { checkSignature, type ParsedRequest } from '../../util/certificate-request.ts';
import { derSequence, derValue } from '../../util/der.ts';
import { serialNumber, type Validity } from '../../util/x509.ts';
import * as x509 from '../../util/x509-library.ts';
import { usageExtensions } from './key-usages.ts';
import type { LoadedAuthority } from './loaded-authority.ts';
import { certificateSubject } from './subject.ts';

const subjectAltName = '2.5.29.17';

export interface IssueOptions {
  authority: LoadedAuthority;
  request: ParsedRequest;
  usages: readonly string[];
  validity: Validity;
}

/**
 * The PEM of a certificate for the key of the request. Of the extensions that were asked for only the names count: no
 * request makes an authority. Rejects when the request is not signed with its key.
 */
export async function issue({ authority, request, usages, validity }: IssueOptions): Promise<string> {
  try {
    checkSignature(request);
  } catch (error) {
    throw new Error(`unable to verify certificate request signature: ${(error as Error).message}`);
  }
  const subject = certificateSubject(request.details.subjectName);
  const { key, algorithm, keyIdentifier } = authority;
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    issuer: authority.subject,
    subject,
    ...validity,
    publicKey: request.details.publicKey.rawData,
    signingKey: key.toCryptoKey(algorithm, false, ['sign']),
    signingAlgorithm: algorithm,
    extensions: [
      ...usageExtensions(usages),
      new x509.BasicConstraintsExtension(false, undefined, true),
      ...(keyIdentifier === undefined ? [] : [new x509.AuthorityKeyIdentifierExtension(keyIdentifier)]),
      ...nameExtensions(request, subject),
    ],
  });
  return `${certificate.toString('pem')}\n`;
}

const nameOrder = ['dns', 'email', 'ip', 'uri'];

/** The names as they were asked for, by type. They are critical where they are all that identifies the holder. */
function nameExtensions(request: ParsedRequest, subject: x509.Name): x509.Extension[] {
  const names = alternativeNamesOf(request);
  if (names.length === 0) return [];
  const sorted = names.toSorted((a, b) => nameOrder.indexOf(a.type) - nameOrder.indexOf(b.type));
  const content = derValue(derSequence, Buffer.concat(sorted.map(({ der }) => der)));
  return [new x509.Extension(subjectAltName, subject.toJSON().length === 0, content)];
}
