import { namesOfCertificate } from '../../../util/alternative-names.ts';
import { isMailAddress } from '../../../util/mail-address.ts';

/** Names that no certificate of a pod may have, each with what is wrong with it. `bytes`: DER of the certificate. */
export const nameFaults = (bytes: Buffer): [name: string, text: string][] =>
  namesOfCertificate(bytes).flatMap(({ type, text }) =>
    faultsOf(type, text).map((fault): [string, string] => [text, fault]),
  );

function faultsOf(type: string, name: string): string[] {
  if (type === 'email')
    return isMailAddress(name) ? [] : ['leaf certificate should not contain invalid EmailAddress'];
  if (type !== 'dns') return [];
  return [
    ...(name === '' ? ['leaf certificate should not contain empty DNSName'] : []),
    ...(name.includes('..') ? ["leaf certificate's DNSName should not contain '..'"] : []),
    ...(name.startsWith('.') || name.endsWith('.')
      ? ["leaf certificate's DNSName should not start or end with '.'"]
      : []),
  ];
}
