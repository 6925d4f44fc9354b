import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../util/clock.ts';
import { subjectOf } from '../../../util/x509.ts';
import type { AuthenticationRequest, Authenticator, Decision, PeerConnection } from '../authenticator.ts';
import { AuthorityFile, type CertificateAuthorities } from '../certificate-authorities.ts';
import { ChainCertificate, chainExpiry } from '../certificate-chain.ts';
import type { AuthenticationMethod } from '../method.ts';

/** Milliseconds for which wrong credentials of a connection are not looked at again: the look is not cheap. */
const refusalTime = 10_000;

/** Milliseconds between two looks at the file of the authorities. */
const reloadInterval = 10_000;

const rememberedClients = 10_000;

interface Remembered {
  decision: Decision;
  /** Milliseconds since 1970. */
  until: number;
  /** The authorities that it was decided by. */
  roots: readonly ChainCertificate[];
}

interface RememberedClient extends Remembered {
  /** What led from the certificate to a root. */
  intermediates: readonly ChainCertificate[];
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
   * By the digest of the client's own certificate; only those that were found valid. Looking at a chain takes
   * milliseconds, and clients come back. And a resumed TLS session carries no intermediate certificates: to the
   * one who owns the key, what came with the certificate before may be added again.
   */
  readonly #clients = new LRUCache<string, RememberedClient>({ max: rememberedClients });

  constructor(authorities: CertificateAuthorities, clock: Clock) {
    this.#authorities = authorities;
    this.#clock = clock;
  }

  authenticate({ connection }: AuthenticationRequest): Decision {
    const [own, ...sent] = connection.peerCertificates;
    if (own === undefined) return 'none';
    const now = this.#clock.now();
    const { roots } = this.#authorities;
    const known = this.#decisions.get(connection);
    if (known !== undefined && isInForce(known, roots, now)) return known.decision;
    const decided = this.#decide(own, sent, roots, now) ?? {
      decision: 'invalid',
      until: now + refusalTime,
      roots,
    };
    this.#decisions.set(connection, decided);
    return decided.decision;
  }

  /** undefined when there is no chain. */
  #decide(
    own: Buffer,
    sent: readonly Buffer[],
    roots: readonly ChainCertificate[],
    now: number,
  ): Remembered | undefined {
    const digest = hash('sha256', own, 'base64');
    const known = this.#clients.get(digest);
    if (known !== undefined && isInForce(known, roots, now)) return known;
    const certificates = readAll([own, ...sent]);
    if (certificates === undefined) return undefined;
    const [leaf, ...others] = certificates as [ChainCertificate, ...ChainCertificate[]];
    const intermediates = others.length > 0 ? others : (known?.intermediates ?? []);
    const until = chainExpiry(leaf, intermediates, roots, now);
    if (until === undefined) return undefined;
    const decided = { decision: userOf(own), until, roots, intermediates };
    this.#clients.set(digest, decided);
    return decided;
  }
}

const isInForce = (
  { roots, until }: Remembered,
  current: readonly ChainCertificate[],
  now: number,
): boolean => roots === current && now <= until;

/** A certificate may be valid and yet name nobody. */
function userOf(certificate: Buffer): Decision {
  const { commonName, organizations } = subjectOf(certificate);
  return commonName === '' ? 'none' : { name: commonName, uid: '', groups: organizations, extra: {} };
}

/** undefined when one of them cannot be understood. */
function readAll(presented: readonly Buffer[]): ChainCertificate[] | undefined {
  try {
    return presented.map((raw) => new ChainCertificate(raw));
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
      type: 'text',
      value: 'file',
      description:
        'certificates of the authorities whose client certificates are accepted; read again when it changes',
    },
  ],
  create: async (flags, { clock, resources, report }) => {
    const path = flags.text('client-ca-file');
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
