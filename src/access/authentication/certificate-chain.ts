import { X509Certificate } from 'node:crypto';
import * as x509 from '../../util/x509-library.ts';

/** Signatures that are looked at for one chain, so that nobody can make it cost more. */
const mostSignatures = 100;

const anyPurpose = '2.5.29.37.0';
const clientPurpose = '1.3.6.1.5.5.7.3.2';

const subjectAlternativeName = '2.5.29.17';
const nameConstraints = '2.5.29.30';

/** What a critical extension may say here: it is looked at, or it forbids nothing that is done. */
const understood: ReadonlySet<string> = new Set([
  '2.5.29.15', // key usage
  subjectAlternativeName,
  '2.5.29.19', // basic constraints
  nameConstraints,
  '2.5.29.32', // policies
  '2.5.29.37', // extended key usage
]);

/** A certificate and what of it matters for a chain. */
export interface ChainCertificate {
  readonly certificate: X509Certificate;
  readonly notBefore: number;
  readonly notAfter: number;
  /** How many intermediate authorities may come between it and the certificate at the end. */
  readonly pathLength: number;
  readonly forClients: boolean;
  /** Has a critical extension that nobody here understands: not to be trusted. */
  readonly incomprehensible: boolean;
  readonly extensions: ReadonlySet<string>;
}

/** Throws for what is no certificate. */
export function readCertificate(raw: Buffer): ChainCertificate {
  const certificate = new X509Certificate(raw);
  const { extensions } = new x509.X509Certificate(raw);
  const constraints = extensions.find((one) => one instanceof x509.BasicConstraintsExtension);
  // Node calls the purposes of the extended key usage so.
  const purposes = certificate.keyUsage as string[] | undefined;
  return {
    certificate,
    notBefore: certificate.validFromDate.getTime(),
    notAfter: certificate.validToDate.getTime(),
    pathLength: constraints?.pathLength ?? Number.POSITIVE_INFINITY,
    forClients: purposes === undefined || purposes.includes(clientPurpose) || purposes.includes(anyPurpose),
    incomprehensible: extensions.some(({ critical, type }) => critical && !understood.has(type)),
    extensions: new Set(extensions.map(({ type }) => type)),
  };
}

/**
 * Until when (milliseconds since 1970) there is a chain from the certificate of a client to one of the roots;
 * undefined when there is none now. Every certificate of the chain, the root too, must be valid in time and for
 * clients. As in Go's crypto/x509, whose answer this follows, a certificate that is itself a root needs no more.
 *
 * A chain with name constraints ends nowhere when the client's certificate has alternative names: they are not
 * compared, and users are told apart by the subject alone.
 */
export function chainExpiry(
  leaf: ChainCertificate,
  intermediates: readonly ChainCertificate[],
  roots: readonly ChainCertificate[],
  now: number,
): number | undefined {
  if (!isUsable(leaf, now)) return undefined;
  if (roots.some(({ certificate }) => certificate.raw.equals(leaf.certificate.raw))) return leaf.notAfter;
  const search = { leaf, intermediates, roots, now, signatures: 0 };
  return climb(search, [leaf]);
}

interface Search {
  readonly leaf: ChainCertificate;
  readonly intermediates: readonly ChainCertificate[];
  readonly roots: readonly ChainCertificate[];
  readonly now: number;
  signatures: number;
}

/** Looks for issuers of the last certificate of the chain, roots first. */
function climb(search: Search, chain: readonly ChainCertificate[]): number | undefined {
  const root = search.roots.find((one) => mayIssue(search, one, chain));
  if (root !== undefined) return Math.min(root.notAfter, ...chain.map(({ notAfter }) => notAfter));
  for (const next of search.intermediates) {
    if (chain.includes(next) || !mayIssue(search, next, chain)) continue;
    const expiry = climb(search, [...chain, next]);
    if (expiry !== undefined) return expiry;
  }
  return undefined;
}

function mayIssue(search: Search, issuer: ChainCertificate, chain: readonly ChainCertificate[]): boolean {
  const subject = chain.at(-1)!.certificate;
  const { certificate, pathLength, extensions } = issuer;
  if (!certificate.ca || !isUsable(issuer, search.now) || pathLength < chain.length - 1) return false;
  if (extensions.has(nameConstraints) && search.leaf.extensions.has(subjectAlternativeName)) return false;
  // Compares names and key identifiers, and whether the issuer's key may sign certificates.
  if (!subject.checkIssued(certificate) || hasWeakSignature(subject)) return false;
  return ++search.signatures <= mostSignatures && subject.verify(certificate.publicKey);
}

const isUsable = ({ notBefore, notAfter, forClients, incomprehensible }: ChainCertificate, now: number) =>
  notBefore <= now && now <= notAfter && forClients && !incomprehensible;

const hasWeakSignature = ({ signatureAlgorithm }: X509Certificate): boolean =>
  /md[245]|sha-?1(?![0-9])/i.test(signatureAlgorithm ?? '');
