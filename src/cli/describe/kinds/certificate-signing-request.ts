import type { CertificatesV1CertificateSigningRequest } from '../../../api/schema/types.gen.ts';
import { alternativeNamesOf } from '../../../util/alternative-names.ts';
import { type ParsedRequest, parseRequest } from '../../../util/certificate-request.ts';
import { derValues } from '../../../util/der.ts';
import { humanDuration } from '../../../util/duration.ts';
import { type Description, labelsText, timeText } from '../../shared/description/description.ts';
import { CliError } from '../../shared/errors/cli-error.ts';
import type { Describer } from '../describer.ts';

export const certificateSigningRequest: Describer<CertificatesV1CertificateSigningRequest> = {
  describe(to, { metadata, spec, status }) {
    const request = parsed(spec.request);
    to.field(0, 'Name', metadata.name);
    to.field(0, 'Labels', labelsText(metadata.labels));
    to.field(0, 'Annotations', labelsText(metadata.annotations));
    to.field(0, 'CreationTimestamp', timeText(metadata.creationTimestamp));
    to.field(0, 'Requesting User', spec.username);
    if (spec.signerName) to.field(0, 'Signer', spec.signerName);
    const { expirationSeconds } = spec;
    if (expirationSeconds !== undefined) {
      to.field(0, 'Requested Duration', humanDuration(expirationSeconds * 1000));
    }
    to.field(0, 'Status', statusText(status));
    describeSubject(to, request);
    describeAlternativeNames(to, request);
  },
};

function parsed(request: string): ParsedRequest {
  try {
    return parseRequest(request);
  } catch (error) {
    throw new CliError(`Error parsing CSR: ${(error as Error).message}`);
  }
}

/** `Approved,Issued` */
function statusText({
  conditions = [],
  certificate,
}: Partial<CertificatesV1CertificateSigningRequest['status']> = {}): string {
  const has = (wanted: string): boolean => conditions.some(({ type }) => type === wanted);
  const decision = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending';
  return [decision, ...(has('Failed') ? ['Failed'] : []), ...(certificate ? ['Issued'] : [])].join(',');
}

/** Object identifiers of what may stand more than once in a subject. */
const subjectFields: readonly (readonly [title: string, type: string])[] = [
  ['Organization', '2.5.4.10'],
  ['Organizational Unit', '2.5.4.11'],
  ['Country', '2.5.4.6'],
  ['Locality', '2.5.4.7'],
  ['Province', '2.5.4.8'],
  ['StreetAddress', '2.5.4.9'],
  ['PostalCode', '2.5.4.17'],
];

function describeSubject(to: Description, { details: { subjectName } }: ParsedRequest): void {
  to.line(0, 'Subject:');
  to.field(0, '\tCommon Name', subjectName.getField('2.5.4.3').at(-1));
  to.field(0, '\tSerial Number', subjectName.getField('2.5.4.5').at(-1));
  for (const [title, type] of subjectFields) describeList(to, title, subjectName.getField(type));
}

function describeAlternativeNames(to: Description, request: ParsedRequest): void {
  const names = alternativeNamesOf(request).map(({ type, der }) => ({
    type,
    content: derValues(der, 1)[0]!.content,
  }));
  if (names.length === 0) return;
  const of = (wanted: string): Buffer[] =>
    names.filter(({ type }) => type === wanted).map(({ content }) => content);
  to.line(0, 'Subject Alternative Names:');
  describeList(to, 'DNS Names', of('dns').map(String));
  describeList(to, 'Email Addresses', of('email').map(String));
  describeList(to, 'URIs', of('uri').map(String));
  describeList(to, 'IP Addresses', of('ip').map(addressText));
}

function describeList(to: Description, title: string, values: readonly string[]): void {
  if (values.length === 0) return;
  to.field(0, `\t${title}`, values[0]);
  for (const value of values.slice(1)) to.line(0, `\t\t${value}`);
}

/** Address of four bytes, or of sixteen: `2001:db8::1`. */
function addressText(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join('.');
  const groups = bytes.toString('hex').match(/.{4}/g)!;
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}
