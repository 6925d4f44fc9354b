import * as x509 from '../../util/x509-library.ts';

const { KeyUsageFlags: flags, ExtendedKeyUsage: extended } = x509;

/** Bits of the extension keyUsage, by the usage of a request. */
const bits: ReadonlyMap<string, number> = new Map([
  ['signing', flags.digitalSignature],
  ['digital signature', flags.digitalSignature],
  ['content commitment', flags.nonRepudiation],
  ['key encipherment', flags.keyEncipherment],
  ['key agreement', flags.keyAgreement],
  ['data encipherment', flags.dataEncipherment],
  ['cert sign', flags.keyCertSign],
  ['crl sign', flags.cRLSign],
  ['encipher only', flags.encipherOnly],
  ['decipher only', flags.decipherOnly],
]);

/** Purposes of the extension extKeyUsage, by the usage of a request; in the order in which a certificate has them. */
const purposes: ReadonlyMap<string, string> = new Map([
  ['any', '2.5.29.37.0'],
  ['server auth', extended.serverAuth],
  ['client auth', extended.clientAuth],
  ['code signing', extended.codeSigning],
  ['email protection', extended.emailProtection],
  ['s/mime', extended.emailProtection],
  ['ipsec end system', '1.3.6.1.5.5.7.3.5'],
  ['ipsec tunnel', '1.3.6.1.5.5.7.3.6'],
  ['ipsec user', '1.3.6.1.5.5.7.3.7'],
  ['timestamping', extended.timeStamping],
  ['ocsp signing', extended.ocspSigning],
  ['microsoft sgc', '1.3.6.1.4.1.311.10.3.3'],
  ['netscape sgc', '2.16.840.1.113730.4.1'],
]);

/** The extensions for these usages, each only if it says something. Throws for a usage that is not known. */
export function usageExtensions(usages: readonly string[]): x509.Extension[] {
  const unknown = usages.filter((usage) => !bits.has(usage) && !purposes.has(usage));
  if (unknown.length > 0)
    throw new Error(
      `unrecognized usage values: [${unknown.map((usage) => JSON.stringify(usage)).join(' ')}]`,
    );
  const sum = usages.reduce((all, usage) => all | (bits.get(usage) ?? 0), 0);
  const asked = [...purposes].filter(([usage]) => usages.includes(usage)).map(([, purpose]) => purpose);
  return [
    ...(sum === 0 ? [] : [new x509.KeyUsagesExtension(sum, true)]),
    ...(asked.length === 0 ? [] : [new x509.ExtendedKeyUsageExtension([...new Set(asked)])]),
  ];
}
