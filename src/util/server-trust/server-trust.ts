import type { X509Certificate } from 'node:crypto';
import {
  type ConnectionOptions,
  checkServerIdentity,
  createSecureContext,
  getCACertificates,
  type PeerCertificate,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import { parseBundle } from '../certificate-bundle.ts';
import type { Identity } from '../x509.ts';
import { pathError } from './certificate-path.ts';

/** Reasons for a refusal that operators count: certificates that were once accepted. */
export type CertificateFlaw = 'missing_san' | 'insecure_sha1';

/** The certificate of a server is refused; the message says why, in the words that operators search for. */
export class UntrustedServerError extends Error {
  override readonly name = 'UntrustedServerError';
  /** Code of the TLS library. */
  readonly code: string;
  readonly flaw: CertificateFlaw | undefined;

  constructor(code: string, message: string, flaw?: CertificateFlaw) {
    super(message);
    this.code = code;
    this.flaw = flaw;
  }
}

export interface ServerTrustOptions {
  /** PEM: who must have signed the server's certificate. Without it whom the system trusts. */
  authority?: string | undefined;
  /** Any serving certificate is accepted. */
  insecure?: boolean | undefined;
  /** Shown to servers that ask for a certificate. */
  identity?: Partial<Identity> | undefined;
}

type TlsOptions = Required<
  Pick<ConnectionOptions, 'secureContext' | 'rejectUnauthorized' | 'checkServerIdentity'>
>;

/**
 * The authorities that TLS clients of this process trust, and the certificate that they show. Made once for many connections: to read what the system
 * trusts takes long.
 *
 * The TLS library does not end the handshake with a server that it refuses, as Go accepts some of those: nothing may be
 * written before `refusal` has been asked. Sessions must not be resumed: their certificates are not looked at again.
 */
export class ServerTrust {
  /** For `tls.connect`. */
  readonly tlsOptions: TlsOptions;
  readonly #insecure: boolean;
  readonly #bundles: readonly string[];
  #trusted: Buffer[] | undefined;

  constructor({ authority, insecure = false, identity }: ServerTrustOptions) {
    this.#insecure = insecure;
    this.#bundles = authority === undefined ? (insecure ? [] : systemAuthorities()) : [authority];
    this.tlsOptions = {
      secureContext: contextOf([...this.#bundles], identity),
      rejectUnauthorized: false,
      // `refusal` looks at the name, after the path.
      checkServerIdentity: () => undefined,
    };
  }

  /** Returns why the server at the other end is not the one with this name; undefined when it is. Asked in `secureConnect`. */
  refusal(socket: TLSSocket, name: string): UntrustedServerError | undefined {
    if (this.#insecure) return undefined;
    const certificate = socket.getPeerX509Certificate();
    if (certificate === undefined || socket.isSessionReused())
      return new UntrustedServerError('NO_CERTIFICATE', 'tls: the server showed no certificate');
    if (!socket.authorized) {
      const code = String(socket.authorizationError);
      const problem = this.#pathError(certificate);
      if (problem !== undefined)
        return new UntrustedServerError(code, problem, sha1.test(problem) ? 'insecure_sha1' : undefined);
      if (!decidedAnew.has(code)) return new UntrustedServerError(code, `x509: ${code}`);
    }
    return nameError(name, certificate.toLegacyObject() as PeerCertificate);
  }

  /** Refuses certificates that cannot be read. */
  #pathError(certificate: X509Certificate): string | undefined {
    this.#trusted ??= this.#bundles.flatMap(parseBundle);
    try {
      return pathError(chainOf(certificate), this.#trusted, new Date());
    } catch (error) {
      return `x509: ${(error as Error).message}`;
    }
  }
}

/**
 * Refusals of the TLS library in which Go's rules have the last word. UNSPECIFIED is among other things a key with fewer
 * bits than the library wants. An authority that was renewed stands twice in a bundle, and the library tries one of them.
 */
const decidedAnew: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
  'CERT_HAS_EXPIRED',
  'UNSPECIFIED',
]);

const sha1 = /insecure algorithm .*sha1/i;

const wrongName = 'ERR_TLS_CERT_ALTNAME_INVALID';

/** A common name alone is no name of a server. */
function nameError(host: string, certificate: PeerCertificate): UntrustedServerError | undefined {
  if (!certificate.subjectaltname)
    return new UntrustedServerError(
      wrongName,
      `x509: the certificate of ${host} has no subject alternative names`,
      'missing_san',
    );
  if (checkServerIdentity(host, certificate) === undefined) return undefined;
  const names = certificate.subjectaltname.replaceAll(/(?:DNS|IP Address):/g, '');
  return new UntrustedServerError(wrongName, `x509: certificate is valid for ${names}, not ${host}`);
}

/** In the order in which the server sent them. */
function chainOf(certificate: X509Certificate): X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let one: X509Certificate | undefined = certificate; one !== undefined; one = one.issuerCertificate)
    chain.push(one);
  return chain;
}

function contextOf(ca: string[], identity: Partial<Identity> | undefined): SecureContext {
  const keys = identity === undefined ? {} : { cert: identity.certificate, key: identity.privateKey };
  return createSecureContext({ ...keys, ca, allowPartialTrustChain: true });
}

function systemAuthorities(): string[] {
  const ofSystem = getCACertificates('system');
  return ofSystem.length > 0 ? ofSystem : getCACertificates('bundled');
}
