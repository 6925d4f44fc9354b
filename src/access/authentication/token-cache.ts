import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../util/clock.ts';
import { noTokenCacheObserver, type TokenCacheObserver } from './token-cache-observer.ts';

/** A decision about a token, and its lifetime. */
export interface TokenDecision<Found> {
  found: Found;
  /** Milliseconds; 0 is not kept. */
  keepFor: number;
}

/** `audiences`: whom the token has to be for, where that makes a difference. */
export type DecideToken<Found> = (
  token: string,
  audiences: readonly string[],
) => Promise<TokenDecision<Found>>;

interface Kept<Found> {
  found: Found;
  /** Milliseconds since 1970. */
  until: number;
}

const maxTokens = 10_000;
/** Bytes, roughly, of all that is kept. */
const maxBytes = 32 * 1_048_576;
/** Bytes of an entry beside what was found. */
const overhead = 200;

/**
 * Remembers decisions about tokens, so that the authenticator behind it is not called for each request; and calls it
 * once if many requests with the same token arrive at the same time. It keeps no tokens, only keyed digests of them: a
 * client cannot construct two tokens with the same digest.
 */
export class TokenCache<Found> {
  readonly #decide: DecideToken<Found>;
  readonly #clock: Clock;
  readonly #observer: TokenCacheObserver;
  readonly #key = randomBytes(32).toString('base64');
  readonly #kept = new LRUCache<string, Kept<Found>>({
    max: maxTokens,
    maxSize: maxBytes,
    sizeCalculation: ({ found }) => overhead + (JSON.stringify(found)?.length ?? 0),
  });
  readonly #underWay = new Map<string, Promise<Found>>();

  /** `decide` rejects when it does not know: that is passed on to all who ask, and not remembered. */
  constructor(decide: DecideToken<Found>, clock: Clock, observer = noTokenCacheObserver) {
    this.#observer = observer;
    this.#decide = decide;
    this.#clock = clock;
  }

  of(token: string, audiences: readonly string[] = []): Found | Promise<Found> {
    const since = this.#observer.now();
    const whom = audiences.length === 0 ? '' : JSON.stringify(audiences);
    const digest = hash('sha256', `${this.#key}${whom} ${token}`, 'base64');
    const kept = this.#kept.get(digest);
    if (kept !== undefined && this.#clock.now() < kept.until) {
      this.#observer.answered('hit', since);
      return kept.found;
    }
    const known = this.#underWay.get(digest);
    if (known !== undefined) return this.#observed('blocked', known, since);
    const asked = this.#ask(digest, token, audiences).finally(() => this.#underWay.delete(digest));
    this.#underWay.set(digest, asked);
    return this.#observed('in_flight', asked, since);
  }

  async #observed(status: 'in_flight' | 'blocked', asked: Promise<Found>, since: number): Promise<Found> {
    this.#observer.asking(status, 1);
    try {
      return await asked;
    } finally {
      this.#observer.asking(status, -1);
      this.#observer.answered('miss', since);
    }
  }

  async #ask(digest: string, token: string, audiences: readonly string[]): Promise<Found> {
    const { found, keepFor } = await this.#decideCounted(token, audiences);
    if (keepFor > 0) this.#kept.set(digest, { found, until: this.#clock.now() + keepFor });
    return found;
  }

  async #decideCounted(token: string, audiences: readonly string[]): Promise<TokenDecision<Found>> {
    let isDecided = false;
    try {
      const decision = await this.#decide(token, audiences);
      isDecided = true;
      return decision;
    } finally {
      this.#observer.asked(isDecided);
    }
  }
}
