import { type KeyObject, X509Certificate } from 'node:crypto';
import { type CertificateFields, readCertificate } from './certificate-fields.ts';
import { constraintError } from './name-constraints.ts';

const unknownAuthority = 'x509: certificate signed by unknown authority';

/** Signatures that are verified for one connection: a server chooses how many certificates it sends. */
const maxSignatures = 100;

/**
 * Returns why there is no path from the certificate of a server to one that is trusted; undefined when there is one. The rules
 * are those of Go, where they differ from the TLS library's: any certificate in the bundle is trusted, also one that is
 * not self-signed; and one that has its issuer's name is not taken for self-signed, but its signature tells. `sent`: the
 * certificates of the handshake, the server's own first; `bundle`: what is trusted, in DER. The names of the server are
 * not looked at. Throws for keys that the TLS library cannot read.
 */
export function pathError(
  sent: readonly X509Certificate[],
  bundle: readonly Buffer[],
  now: Date,
): string | undefined {
  const [first, ...others] = sent;
  const leaf = first === undefined ? new Error('tls: the server sent no certificate') : readable(first);
  if (leaf instanceof Error) return leaf.message;
  const refused = leafError(leaf, now);
  if (refused !== undefined) return refused;
  if (bundle.some((raw) => raw.equals(leaf.x509.raw))) return undefined;
  return new PathSearch(bundle, readableOf(others), now).faultFrom([leaf]);
}

const readableOf = (certificates: readonly (X509Certificate | Buffer)[]): CertificateFields[] =>
  certificates.map(readable).filter((one): one is CertificateFields => !(one instanceof Error));

function readable(certificate: X509Certificate | Buffer): CertificateFields | Error {
  try {
    return readCertificate(
      certificate instanceof X509Certificate ? certificate : new X509Certificate(certificate),
    );
  } catch (error) {
    return error as Error;
  }
}

type Path = readonly [CertificateFields, ...CertificateFields[]];

class PathSearch {
  readonly #bundle: readonly Buffer[];
  readonly #intermediates: readonly CertificateFields[];
  readonly #now: Date;
  #signatures = 0;

  constructor(bundle: readonly Buffer[], intermediates: readonly CertificateFields[], now: Date) {
    this.#bundle = bundle;
    this.#intermediates = intermediates;
    this.#now = now;
  }

  /** Each step down is a signature that was verified, so that their number bounds the search. */
  faultFrom(path: Path): string | undefined {
    const child = path.at(-1)!;
    let problem = `${unknownAuthority} (the issuer ${nameOf(child.x509.issuer)} is not in the CA bundle)`;
    const isNext = (one: CertificateFields): boolean =>
      one.subject.equals(child.issuer) && !path.some((before) => isSame(one, before));
    for (const issuer of this.#trusted(child.issuer).filter(isNext)) {
      const refused = this.#issuerError(issuer, path);
      if (refused === undefined) return undefined;
      problem = refused;
    }
    for (const issuer of this.#intermediates.filter(isNext)) {
      const refused = this.#issuerError(issuer, path) ?? this.faultFrom([...path, issuer]);
      if (refused === undefined) return undefined;
      problem = refused;
    }
    return problem;
  }

  /** Reads those only that have the name somewhere in them: a system trusts hundreds. */
  #trusted(name: Buffer): CertificateFields[] {
    return readableOf(this.#bundle.filter((raw) => raw.includes(name)));
  }

  /** Returns why `issuer` cannot have issued the last one of `path`. */
  #issuerError(issuer: CertificateFields, path: Path): string | undefined {
    return (
      this.#signatureError(issuer, path.at(-1)!) ??
      timeError(issuer, this.#now) ??
      (issuer.pathLength !== undefined && path.length - 1 > issuer.pathLength
        ? 'x509: too many intermediates for path length constraint'
        : undefined) ??
      purposeError(issuer) ??
      (issuer.constraints &&
        constraintError(
          issuer.constraints,
          path.flatMap(({ names }) => names),
        ))
    );
  }

  #signatureError(issuer: CertificateFields, child: CertificateFields): string | undefined {
    const reason = signerError(issuer) ?? algorithmError(child) ?? this.#verify(issuer, child);
    return reason === undefined
      ? undefined
      : `${unknownAuthority} (possibly because of ${JSON.stringify(reason)} while trying to verify candidate authority certificate ${nameOf(issuer.x509.subject)})`;
  }

  #verify({ x509 }: CertificateFields, child: CertificateFields): string | undefined {
    if (++this.#signatures > maxSignatures)
      return 'x509: signature check attempts limit reached while verifying certificate chain';
    return child.x509.verify(x509.publicKey) ? undefined : 'x509: the signature is of another key';
  }
}

const isSame = (one: CertificateFields, other: CertificateFields): boolean =>
  one.subject.equals(other.subject) && one.x509.publicKey.equals(other.x509.publicKey);

/** `CN=a\nO=b` becomes `"CN=a,O=b"`. */
const nameOf = (name: string | undefined): string => JSON.stringify((name ?? '').replaceAll('\n', ','));

const bit = { signature: 0x80, keyEncipherment: 0x20, keyAgreement: 0x08, certificates: 0x04 };
const servingBits = bit.signature | bit.keyEncipherment | bit.keyAgreement;

const incompatible = 'x509: certificate specifies an incompatible key usage';

function leafError(leaf: CertificateFields, now: Date): string | undefined {
  const { usage } = leaf;
  if (usage !== undefined && (usage & servingBits) === 0) return incompatible;
  return keyError(leaf.x509.publicKey) ?? timeError(leaf, now) ?? purposeError(leaf);
}

/** 2.5.29.37.0, and 1.3.6.1.5.5.7.3.1 for servers. */
const servingPurposes = ['551d2500', '2b06010505070301'];

const purposeError = ({ purposes }: CertificateFields): string | undefined =>
  purposes === undefined || purposes.some((purpose) => servingPurposes.includes(purpose))
    ? undefined
    : incompatible;

function timeError({ x509 }: CertificateFields, now: Date): string | undefined {
  const { validFromDate, validToDate } = x509;
  if (now >= validFromDate && now <= validToDate) return undefined;
  const [word, limit] = now > validToDate ? ['after', x509.validTo] : ['before', x509.validFrom];
  return `x509: certificate has expired or is not yet valid: current time ${now.toISOString()} is ${word} ${limit}`;
}

function signerError({ x509, isAuthority, usage }: CertificateFields): string | undefined {
  if (!isAuthority || (usage !== undefined && (usage & bit.certificates) === 0))
    return 'x509: invalid signature: parent certificate cannot sign this kind of certificate';
  return keyError(x509.publicKey);
}

/** Bits of an RSA key that Go's TLS takes. */
const rsaSizes = { min: 1_024, max: 8_192 };
const curves = ['secp224r1', 'prime256v1', 'secp384r1', 'secp521r1'];

function keyError(key: KeyObject): string | undefined {
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {};
  const isUsable =
    key.asymmetricKeyType === 'rsa'
      ? modulusLength >= rsaSizes.min && modulusLength <= rsaSizes.max
      : key.asymmetricKeyType === 'ed25519' ||
        (key.asymmetricKeyType === 'ec' && curves.includes(namedCurve));
  return isUsable ? undefined : 'x509: a key of this kind or size is not accepted';
}

/** OIDs in hexadecimal: RSA and ECDSA with SHA-256, 384 and 512, Ed25519. RSA-PSS names its hash elsewhere. */
const algorithms = [
  ...['2a864886f70d01010b', '2a864886f70d01010c', '2a864886f70d01010d'],
  ...['2a8648ce3d040302', '2a8648ce3d040303', '2a8648ce3d040304', '2b6570'],
];

const algorithmError = ({ algorithm, x509 }: CertificateFields): string | undefined =>
  algorithms.includes(algorithm)
    ? undefined
    : `x509: cannot verify signature: insecure algorithm ${x509.signatureAlgorithm}`;
