import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../util/clock.ts';
import type { PeerConnection } from './authenticator.ts';
import type { CertificateAuthorities } from './certificate-authorities.ts';
import { ChainCertificate, chainExpiry } from './certificate-chain.ts';

/** Milliseconds for which wrong credentials of a connection are not looked at again: the look is not cheap. */
const refusalTime = 10_000;

const rememberedPeers = 10_000;

interface Remembered<Meaning> {
  verdict: Meaning | 'invalid';
  /** Milliseconds since 1970. */
  until: number;
  /** The authorities that it was decided by. */
  roots: readonly ChainCertificate[];
}

interface RememberedPeer<Meaning> extends Remembered<Meaning> {
  /** The verified chain, from the certificate to a root. */
  intermediates: readonly ChainCertificate[];
}

/**
 * Finds out whether the authorities vouch for the certificate that a peer proved to own within TLS, and what that
 * certificate means. Decided once for a connection, and again when the authorities change or the chain expires.
 *
 * Only the peer's own certificate ever means something: the others that it sent are public, anybody has them, and
 * they do no more than lead to a root.
 */
export class PeerVerifier<Meaning> {
  readonly #authorities: CertificateAuthorities;
  readonly #clock: Clock;
  readonly #meaningOf: (certificate: Buffer) => Meaning;
  readonly #decisions = new WeakMap<PeerConnection, Remembered<Meaning>>();
  /**
   * By the digest of the peer's own certificate; only those that were found valid. Looking at a chain takes
   * milliseconds, and peers come back. And a resumed TLS session carries no intermediate certificates: to the
   * one who owns the key, what came with the certificate before may be added again.
   */
  readonly #peers = new LRUCache<string, RememberedPeer<Meaning>>({ max: rememberedPeers });

  /** `meaningOf` is given the DER of a certificate that was found valid. */
  constructor(
    authorities: CertificateAuthorities,
    clock: Clock,
    meaningOf: (certificate: Buffer) => Meaning,
  ) {
    this.#authorities = authorities;
    this.#clock = clock;
    this.#meaningOf = meaningOf;
  }

  /** `none`: the peer shows no certificate; `invalid`: no authority has signed it. */
  verify(connection: PeerConnection): Meaning | 'none' | 'invalid' {
    const [own, ...sent] = connection.peerCertificates;
    if (own === undefined) return 'none';
    const now = this.#clock.now();
    const { roots } = this.#authorities;
    const known = this.#decisions.get(connection);
    if (known !== undefined && isInForce(known, roots, now)) return known.verdict;
    const decided = this.#decide(own, sent, roots, now) ?? {
      verdict: 'invalid',
      until: now + refusalTime,
      roots,
    };
    this.#decisions.set(connection, decided);
    return decided.verdict;
  }

  /** undefined when there is no chain. */
  #decide(
    own: Buffer,
    sent: readonly Buffer[],
    roots: readonly ChainCertificate[],
    now: number,
  ): Remembered<Meaning> | undefined {
    const digest = hash('sha256', own, 'base64');
    const known = this.#peers.get(digest);
    if (known !== undefined && isInForce(known, roots, now)) return known;
    const certificates = readAll([own, ...sent]);
    if (certificates === undefined) return undefined;
    const [leaf, ...others] = certificates as [ChainCertificate, ...ChainCertificate[]];
    const intermediates = others.length > 0 ? others : (known?.intermediates ?? []);
    const until = chainExpiry(leaf, intermediates, roots, now);
    if (until === undefined) return undefined;
    const decided = { verdict: this.#meaningOf(own), until, roots, intermediates };
    this.#peers.set(digest, decided);
    return decided;
  }
}

const isInForce = (
  { roots, until }: Pick<Remembered<unknown>, 'roots' | 'until'>,
  current: readonly ChainCertificate[],
  now: number,
): boolean => roots === current && now <= until;

/** undefined when one of them cannot be understood. */
function readAll(presented: readonly Buffer[]): ChainCertificate[] | undefined {
  try {
    return presented.map((raw) => new ChainCertificate(raw));
  } catch {
    // A peer can send any bytes: a parse error only means that there is no credential.
    return undefined;
  }
}
