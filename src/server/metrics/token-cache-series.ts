import type { Registry } from 'prom-client';
import type { TokenCacheObserver } from '../../access/authentication/token-cache-observer.ts';
import { Buckets, liveMetric, type Value } from '../../util/metrics/live-metric.ts';
import { defaultBounds } from './bounds.ts';

/** Counts what the caches of decisions about tokens are asked, all of them together. */
export class TokenCacheSeries implements TokenCacheObserver {
  readonly now: () => number;
  readonly #answers = { hit: new Buckets(defaultBounds), miss: new Buckets(defaultBounds) };
  readonly #asking = { in_flight: 0, blocked: 0 };
  readonly #asked = { ok: 0, error: 0 };

  /** `now`: milliseconds of a monotonic clock. */
  constructor(now: () => number) {
    this.now = now;
  }

  register(registry: Registry): void {
    const add = (name: string, type: string, help: string, values: (name: string) => Value[]): void =>
      registry.registerMetric(liveMetric(`authentication_token_cache_${name}`, type, help, values) as never);
    const counts = (figures: Readonly<Record<string, number>>): Value[] =>
      Object.entries(figures).map(([status, value]) => ({ labels: { status }, value }));
    add('request_total', 'counter', 'Tokens whose decision was known, and those whose was not.', () =>
      Object.entries(this.#answers).map(([status, { count: value }]) => ({ labels: { status }, value })),
    );
    add('request_duration_seconds', 'histogram', 'How long it took to decide about a token.', (name) =>
      Object.entries(this.#answers).flatMap(([status, seconds]) => seconds.values(name, { status })),
    );
    add('fetch_total', 'counter', 'Decisions about tokens that were asked for.', () => counts(this.#asked));
    add('active_fetch_count', 'gauge', 'Requests that ask for a decision, or wait for one.', () =>
      counts(this.#asking),
    );
  }

  answered(status: 'hit' | 'miss', since: number): void {
    this.#answers[status].add((this.now() - since) / 1_000);
  }

  asking(status: 'in_flight' | 'blocked', change: 1 | -1): void {
    this.#asking[status] += change;
  }

  asked(isDecided: boolean): void {
    this.#asked[isDecided ? 'ok' : 'error']++;
  }
}
