import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../util/clock.ts';
import { subjectOf } from '../../../util/x509.ts';
import type { AuthenticationRequest, Authenticator, Decision, PeerConnection } from '../authenticator.ts';
import { AuthorityFile, type CertificateAuthorities } from '../certificate-authorities.ts';
import { type ChainCertificate, chainExpiry, readCertificate } from '../certificate-chain.ts';
import type { AuthenticationMethod } from '../method.ts';

/** Milliseconds for which wrong credentials of a connection are not looked at again: the look is not cheap. */
const refusalTime = 10_000;

/** Milliseconds between two looks at the file of the authorities. */
const reloadInterval = 10_000;

/** Clients whose intermediate certificates are remembered. */
const rememberedClients = 1_000;

interface Remembered {
  decision: Decision;
  /** Milliseconds since 1970. */
  until: number;
  /** The authorities that it was decided by. */
  roots: readonly ChainCertificate[];
}

/**
 * The user is the common name of the certificate that the client proved to own within TLS, the groups are its
 * organizations. Decided once for a connection, and again when the authorities change or the chain expires.
 */
export class ClientCertificateAuthenticator implements Authenticator {
  readonly #authorities: CertificateAuthorities;
  readonly #clock: Clock;
  readonly #decisions = new WeakMap<PeerConnection, Remembered>();
  /**
   * What led from a certificate, by its fingerprint, to a root. A resumed TLS session carries the client's own
   * certificate only; to the one who owns its key, what came with it the first time may be added again.
   */
  readonly #intermediates = new LRUCache<string, readonly ChainCertificate[]>({ max: rememberedClients });

  constructor(authorities: CertificateAuthorities, clock: Clock) {
    this.#authorities = authorities;
    this.#clock = clock;
  }

  authenticate({ connection }: AuthenticationRequest): Decision {
    if (connection.peerCertificates.length === 0) return 'none';
    const now = this.#clock.now();
    const { roots } = this.#authorities;
    const known = this.#decisions.get(connection);
    if (known !== undefined && known.roots === roots && now <= known.until) return known.decision;
    const decided = this.#decide(connection.peerCertificates, roots, now);
    this.#decisions.set(connection, decided);
    return decided.decision;
  }

  #decide(presented: readonly Buffer[], roots: readonly ChainCertificate[], now: number): Remembered {
    const refused: Remembered = { decision: 'invalid', until: now + refusalTime, roots };
    const certificates = readAll(presented);
    if (certificates === undefined) return refused;
    const [leaf, ...sent] = certificates as [ChainCertificate, ...ChainCertificate[]];
    const { fingerprint256 } = leaf.certificate;
    const intermediates = sent.length > 0 ? sent : (this.#intermediates.get(fingerprint256) ?? []);
    const until = chainExpiry(leaf, intermediates, roots, now);
    if (until === undefined) return refused;
    if (sent.length > 0) this.#intermediates.set(fingerprint256, sent);
    const { commonName, organizations } = subjectOf(leaf.certificate.raw);
    // Valid, but it names nobody.
    if (commonName === '') return { decision: 'none', until, roots };
    return { decision: { name: commonName, uid: '', groups: organizations, extra: {} }, until, roots };
  }
}

/** undefined when one of them cannot be understood. */
function readAll(presented: readonly Buffer[]): ChainCertificate[] | undefined {
  try {
    return presented.map(readCertificate);
  } catch {
    // What a peer sends may be anything; whatever the parsers say about it, it is no credential.
    return undefined;
  }
}

export const clientCertificate: AuthenticationMethod<Authenticator> = {
  name: 'client-certificate',
  flags: [
    {
      name: 'client-ca-file',
      value: 'file',
      description:
        'certificates of the authorities whose client certificates are accepted; read again when it changes',
    },
  ],
  create: async (flags, { clock, resources, report }) => {
    const path = flags['client-ca-file'];
    if (path === undefined) return undefined;
    const authorities = new AuthorityFile(path);
    const timer = setInterval(() => reload(authorities, report), reloadInterval).unref();
    resources.defer(() => clearInterval(timer));
    return new ClientCertificateAuthenticator(authorities, clock);
  },
};

function reload(authorities: AuthorityFile, report: (error: Error) => void): void {
  try {
    authorities.reload();
  } catch (error) {
    report(error as Error);
  }
}
