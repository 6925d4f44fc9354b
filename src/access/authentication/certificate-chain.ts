import { X509Certificate } from 'node:crypto';
import * as x509 from '../../util/x509-library.ts';

/** Signatures that are verified for one chain at most: the client chooses its length. */
const maxSignatures = 50;

const anyPurpose = '2.5.29.37.0';
const clientPurpose = '1.3.6.1.5.5.7.3.2';

const subjectAlternativeName = '2.5.29.17';
const nameConstraints = '2.5.29.30';

/** Critical extensions that are understood: they are checked, or restrict nothing that is done here. */
const understood: ReadonlySet<string> = new Set([
  '2.5.29.15', // key usage
  subjectAlternativeName,
  '2.5.29.19', // basic constraints
  nameConstraints,
  '2.5.29.32', // policies
  '2.5.29.37', // extended key usage
]);

/** Fields from the extensions of a certificate. */
interface Restrictions {
  /** Number of intermediate authorities that may come between it and the certificate at the end. */
  pathLength: number;
  /** It has an unknown critical extension, and must not be trusted. */
  incomprehensible: boolean;
  constrainsNames: boolean;
  hasAlternativeNames: boolean;
}

/** A certificate and what of it matters for a chain. */
export class ChainCertificate {
  readonly certificate: X509Certificate;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly forClients: boolean;
  #restrictions: Restrictions | undefined;

  /** Throws for what is no certificate. */
  constructor(raw: Buffer) {
    this.certificate = new X509Certificate(raw);
    this.notBefore = this.certificate.validFromDate.getTime();
    this.notAfter = this.certificate.validToDate.getTime();
    // Node calls the purposes of the extended key usage so; without that extension there is no restriction.
    const purposes = this.certificate.keyUsage as string[] | undefined;
    this.forClients =
      purposes === undefined || purposes.includes(clientPurpose) || purposes.includes(anyPurpose);
  }

  /** Read when it is asked for, which takes long: only of what a root vouches for. */
  get restrictions(): Restrictions {
    this.#restrictions ??= readRestrictions(this.certificate.raw);
    return this.#restrictions;
  }
}

function readRestrictions(raw: Buffer): Restrictions {
  const extensions = readExtensions(raw);
  if (extensions === undefined) return unreadable;
  const constraints = extensions.find((one) => one instanceof x509.BasicConstraintsExtension);
  return {
    pathLength: constraints?.pathLength ?? Number.POSITIVE_INFINITY,
    incomprehensible: extensions.some(({ critical, type }) => critical && !understood.has(type)),
    constrainsNames: extensions.some(({ type }) => type === nameConstraints),
    hasAlternativeNames: extensions.some(({ type }) => type === subjectAlternativeName),
  };
}

const unreadable: Restrictions = {
  pathLength: 0,
  incomprehensible: true,
  constrainsNames: true,
  hasAlternativeNames: true,
};

/** undefined for what OpenSSL can read and the library cannot. */
function readExtensions(raw: Buffer): readonly x509.Extension[] | undefined {
  try {
    return new x509.X509Certificate(raw).extensions;
  } catch {
    return undefined;
  }
}

/**
 * Until when (milliseconds since 1970) there is a chain from the certificate of a client to one of the roots;
 * undefined when there is none now. Every certificate of the chain, the root too, must be valid in time and for
 * clients. As in Go's crypto/x509, whose answer this follows, a certificate that is itself a root needs no more.
 *
 * A chain with name constraints ends nowhere when the client's certificate has alternative names: they are not
 * compared, and the subject alone identifies the user.
 */
export function chainExpiry(
  leaf: ChainCertificate,
  intermediates: readonly ChainCertificate[],
  roots: readonly ChainCertificate[],
  now: number,
): number | undefined {
  if (!isUsable(leaf, now)) return undefined;
  const isRoot = roots.some(({ certificate }) => certificate.raw.equals(leaf.certificate.raw));
  if (isRoot) return isPermitted([leaf]) ? leaf.notAfter : undefined;
  const chain = climb({ intermediates, roots, now, signatures: 0 }, [leaf]);
  return chain && Math.min(...chain.map(({ notAfter }) => notAfter));
}

interface Search {
  readonly intermediates: readonly ChainCertificate[];
  readonly roots: readonly ChainCertificate[];
  readonly now: number;
  signatures: number;
}

/** Looks for issuers of the last certificate of the chain, roots first; the chain with its root at the end. */
function climb(search: Search, chain: readonly ChainCertificate[]): readonly ChainCertificate[] | undefined {
  for (const root of search.roots) {
    if (issued(search, root, chain) && isPermitted([...chain, root])) return [...chain, root];
  }
  for (const next of search.intermediates) {
    if (chain.includes(next) || !issued(search, next, chain)) continue;
    const whole = climb(search, [...chain, next]);
    if (whole !== undefined) return whole;
  }
  return undefined;
}

function issued(search: Search, issuer: ChainCertificate, chain: readonly ChainCertificate[]): boolean {
  const subject = chain.at(-1)!.certificate;
  const { certificate } = issuer;
  if (!certificate.ca || !isUsable(issuer, search.now)) return false;
  // Compares names and key identifiers, and whether the issuer's key may sign certificates.
  if (!subject.checkIssued(certificate) || hasWeakSignature(subject)) return false;
  return ++search.signatures <= maxSignatures && subject.verify(certificate.publicKey);
}

const isUsable = ({ notBefore, notAfter, forClients }: ChainCertificate, now: number): boolean =>
  notBefore <= now && now <= notAfter && forClients;

const hasWeakSignature = ({ signatureAlgorithm }: X509Certificate): boolean =>
  /md[245]|sha-?1(?![0-9])/i.test(signatureAlgorithm ?? '');

/**
 * Whether every certificate may stand at its place: the client's comes first, each one after it signs the one before.
 */
function isPermitted(chain: readonly ChainCertificate[]): boolean {
  const { hasAlternativeNames } = chain[0]!.restrictions;
  return chain.every(({ restrictions }, place) => {
    const { pathLength, incomprehensible, constrainsNames } = restrictions;
    if (incomprehensible || pathLength < place - 1) return false;
    return place === 0 || !constrainsNames || !hasAlternativeNames;
  });
}
