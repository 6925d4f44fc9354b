import type { X509Certificate } from 'node:crypto';
import { type DerValue, derSequence, derValues } from '../der.ts';

/** Fields of a certificate by which a path of certificates is decided. */
export interface CertificateFields {
  readonly x509: X509Certificate;
  /** DER: two names are the same if their bytes are. */
  readonly subject: Buffer;
  readonly issuer: Buffer;
  /** OID in hexadecimal. */
  readonly algorithm: string;
  /** The basic constraints say that it is an authority. */
  readonly isAuthority: boolean;
  /** Number of intermediate authorities that may be between it and a leaf. */
  readonly pathLength: number | undefined;
  /** The first octet of the bits; undefined without the extension. */
  readonly usage: number | undefined;
  /** OIDs in hexadecimal; undefined without the extension. */
  readonly purposes: readonly string[] | undefined;
  readonly names: readonly GeneralName[];
  readonly constraints: NameConstraints | undefined;
}

export interface GeneralName {
  /** Tag of the choice in DER: 0x82 is a DNS name, 0x87 an address. */
  tag: number;
  content: Buffer;
}

export interface NameConstraints {
  permitted: readonly GeneralName[];
  excluded: readonly GeneralName[];
}

/** OIDs 2.5.29.x in hexadecimal. */
const extension = {
  keyUsage: '551d0f',
  names: '551d11',
  basicConstraints: '551d13',
  nameConstraints: '551d1e',
  purposes: '551d25',
} as const;

/** Understood, or without a meaning for a path: key identifiers, policies, places of revocation lists. */
const understood = new Set<string>([
  ...Object.values(extension),
  ...['551d0e', '551d1f', '551d20', '551d23'],
]);

/** Throws for what is no certificate of version 3, or has a critical extension that is not understood. */
export function readCertificate(x509: X509Certificate): CertificateFields {
  const [toBeSigned, outer] = inside(single(x509.raw));
  const [version, , inner, issuer, , subject, , ...rest] = inside(toBeSigned!);
  if (version?.tag !== 0xa0 || !version.content.equals(version3)) throw new Error('x509: not version 3');
  if (!inner!.bytes.equals(outer!.bytes))
    throw new Error("x509: inner and outer signature algorithm identifiers don't match");
  const extensions = readExtensions(rest.find(({ tag }) => tag === 0xa3));
  const value = (oid: string): DerValue | undefined => {
    const found = extensions.get(oid);
    return found && single(found);
  };
  const purposes = value(extension.purposes);
  const names = value(extension.names);
  return {
    x509,
    subject: subject!.bytes,
    issuer: issuer!.bytes,
    algorithm: oidOf(inside(inner!)[0]),
    ...readBasicConstraints(value(extension.basicConstraints)),
    usage: readUsage(value(extension.keyUsage)),
    purposes: purposes && inside(purposes).map(oidOf),
    names: names === undefined ? [] : inside(names),
    constraints: readNameConstraints(value(extension.nameConstraints)),
  };
}

const version3 = Buffer.from([2, 1, 2]);
const maxValues = 10_000;

function single(bytes: Buffer): DerValue {
  const [value, ...more] = derValues(bytes, 2);
  if (value === undefined || more.length > 0) throw new Error('asn1: syntax error: not one value');
  return value;
}

/** The values in a SEQUENCE. */
function inside({ tag, content }: DerValue): DerValue[] {
  if (tag !== derSequence) throw new Error('asn1: structure error: no sequence');
  return derValues(content, maxValues);
}

function oidOf(value: DerValue | undefined): string {
  if (value?.tag !== 0x06) throw new Error('asn1: structure error: no object identifier');
  return value.content.toString('hex');
}

function readExtensions(field: DerValue | undefined): Map<string, Buffer> {
  const extensions = new Map<string, Buffer>();
  if (field === undefined) return extensions;
  for (const one of inside(single(field.content))) {
    const parts = inside(one);
    const oid = oidOf(parts[0]);
    if (extensions.has(oid)) throw new Error('x509: certificate contains duplicate extensions');
    if (parts.length > 2 && !understood.has(oid)) throw new Error('x509: unhandled critical extension');
    extensions.set(oid, parts.at(-1)!.content);
  }
  return extensions;
}

function readBasicConstraints(
  value: DerValue | undefined,
): Pick<CertificateFields, 'isAuthority' | 'pathLength'> {
  const [authority, length] = value === undefined ? [] : inside(value);
  const isAuthority = authority?.tag === 0x01 && authority.content[0] === 0xff;
  if (length === undefined) return { isAuthority, pathLength: undefined };
  if (length.tag !== 0x02 || length.content.length !== 1) throw new Error('x509: invalid basic constraints');
  return { isAuthority, pathLength: length.content.readInt8() };
}

function readUsage(value: DerValue | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (value.tag !== 0x03 || value.content.length < 2) throw new Error('x509: invalid key usage');
  return value.content[1];
}

function readNameConstraints(value: DerValue | undefined): NameConstraints | undefined {
  if (value === undefined) return undefined;
  const parts = inside(value);
  const subtrees = (tag: number): GeneralName[] =>
    parts
      .filter((part) => part.tag === tag)
      .flatMap(({ content }) => derValues(content, maxValues))
      .map((subtree) => inside(subtree)[0]!);
  return { permitted: subtrees(0xa0), excluded: subtrees(0xa1) };
}
