import type { Registry } from 'prom-client';
import { Buckets, liveMetric, type Value } from '../../util/metrics/live-metric.ts';

/** 1 ms, twice that, and so on up to 16 s. */
const durationBounds = Array.from({ length: 15 }, (_, power) => 0.001 * 2 ** power);

const results = ['allowed', 'denied', 'no-opinion', 'error'] as const;

/** The outcome of the question whether a request may pass. */
export type AuthorizationResult = (typeof results)[number];

/** Series of the authorization of requests. */
export class AuthorizationSeries {
  readonly #durations: ReadonlyMap<AuthorizationResult, Buckets> = new Map(
    results.map((result) => [result, new Buckets(durationBounds)]),
  );

  register(registry: Registry): void {
    const add = (name: string, type: string, help: string, values: (name: string) => Value[]): void =>
      registry.registerMetric(liveMetric(name, type, help, values) as never);
    const seen = () => [...this.#durations].filter(([, { count }]) => count > 0);
    add('authorization_attempts_total', 'counter', 'Requests that were authorized, by the result.', () =>
      seen().map(([result, { count: value }]) => ({ labels: { result }, value })),
    );
    add('authorization_duration_seconds', 'histogram', 'How long authorization took.', (name) =>
      seen().flatMap(([result, durations]) => durations.values(name, { result })),
    );
  }

  readonly authorized = (result: AuthorizationResult, milliseconds: number): void => {
    this.#durations.get(result)!.add(milliseconds / 1_000);
  };
}
