import type { Registry } from 'prom-client';
import { Buckets, type Labels, liveMetric, type Value } from '../../util/metrics/live-metric.ts';
import { labelDigest } from './config-series.ts';

/** 1 ms, twice that, and so on up to 16 s. */
const durationBounds = Array.from({ length: 15 }, (_, power) => 0.001 * 2 ** power);

const tokenBounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const [minute, hour, day] = [60, 3_600, 86_400] as const;
const expirationBounds = [
  ...[0, 30 * minute, hour, 2 * hour, 6 * hour, 12 * hour],
  ...[day, 2 * day, 4 * day, 7 * day, 30 * day, 90 * day, 180 * day, 360 * day],
];

/** `failure`: no credentials where some are needed; `error`: some that are wrong. */
export type AuthenticationResult = 'success' | 'failure' | 'error';

/** Names that every cluster has; all others would be as many series as there are users. */
const knownUsers = /^(admin|client|kubelet|[a-z]+_proxy|system:serviceaccount:[a-z]+-system:default)$/;

/** Series of the authentication of requests. */
export class AuthenticationSeries {
  readonly #results = new Map<AuthenticationResult, { count: number; seconds: Buckets }>();
  readonly #users = new Map<string, number>();
  readonly #tokens = new Map<string, { labels: Labels; seconds: Buckets }>();
  readonly #expirations = new Buckets(expirationBounds);

  register(registry: Registry): void {
    const add = (name: string, type: string, help: string, values: (name: string) => Value[]): void =>
      registry.registerMetric(liveMetric(name, type, help, values) as never);
    const results = <T>(read: (labels: Labels, one: { count: number; seconds: Buckets }) => T): T[] =>
      [...this.#results].map(([result, one]) => read({ result }, one));
    add('authentication_attempts', 'counter', 'Requests that were authenticated, by the result.', () =>
      results((labels, { count }) => ({ labels, value: count })),
    );
    add('authentication_duration_seconds', 'histogram', 'How long authentication took.', (name) =>
      results((labels, { seconds }) => seconds.values(name, labels)).flat(),
    );
    add('authenticated_user_requests', 'counter', 'Authenticated requests, by sorts of user names.', () =>
      [...this.#users].map(([username, value]) => ({ labels: { username }, value })),
    );
    add(
      'apiserver_client_certificate_expiration_seconds',
      'histogram',
      'How long the client certificates of requests are still valid.',
      (name) => this.#expirations.values(name, {}),
    );
    add(
      'apiserver_authentication_jwt_authenticator_latency_seconds',
      'histogram',
      'How long it took to find out whose the token of an issuer is.',
      (name) => [...this.#tokens.values()].flatMap(({ labels, seconds }) => seconds.values(name, labels)),
    );
  }

  authenticated(result: AuthenticationResult, seconds: number, user?: string): void {
    let known = this.#results.get(result);
    if (known === undefined) {
      known = { count: 0, seconds: new Buckets(durationBounds) };
      this.#results.set(result, known);
    }
    known.count++;
    known.seconds.add(seconds);
    if (user === undefined) return;
    const sort = sortOf(user);
    this.#users.set(sort, (this.#users.get(sort) ?? 0) + 1);
  }

  /** Counts a token of an issuer. */
  readonly observeToken = (issuer: string, isKnown: boolean, milliseconds: number): void => {
    const result = isKnown ? 'success' : 'failure';
    const key = `${result} ${issuer}`;
    let known = this.#tokens.get(key);
    if (known === undefined) {
      known = {
        labels: { result, jwt_issuer_hash: labelDigest(issuer) },
        seconds: new Buckets(tokenBounds),
      };
      this.#tokens.set(key, known);
    }
    known.seconds.add(milliseconds / 1000);
  };

  /** Counts the certificate by which a request was authenticated. */
  readonly certificateUsed = (secondsLeft: number): void => {
    this.#expirations.add(secondsLeft);
  };
}

function sortOf(user: string): string {
  if (knownUsers.test(user)) return user;
  return user.includes('@') ? 'email_id' : 'other';
}
