import type { Registry } from 'prom-client';
import type { TokenUse } from '../../access/authentication/token-counter.ts';
import { liveMetric } from '../../util/metrics/live-metric.ts';

const series: readonly (readonly [use: TokenUse, name: string, help: string])[] = [
  ['valid', 'serviceaccount_valid_tokens_total', 'Uses of tokens of pods in their time.'],
  ['stale', 'serviceaccount_stale_tokens_total', 'Uses of tokens of pods after the time that was asked for.'],
  ['legacy', 'serviceaccount_legacy_tokens_total', 'Uses of tokens from Secrets.'],
  [
    'legacyAuto',
    'serviceaccount_legacy_auto_token_uses_total',
    'Uses of tokens from Secrets that were made without being asked for.',
  ],
  [
    'legacyManual',
    'serviceaccount_legacy_manual_token_uses_total',
    'Uses of tokens from Secrets that were made by somebody.',
  ],
  [
    'invalidLegacyAuto',
    'serviceaccount_invalid_legacy_auto_token_uses_total',
    'Uses of tokens from Secrets that are marked as invalid.',
  ],
];

/** Series of the tokens of service accounts. */
export class AccountTokenSeries {
  readonly #counts = new Map<TokenUse, number>();

  register(registry: Registry): void {
    for (const [use, name, help] of series) {
      const values = () => [{ labels: {}, value: this.#counts.get(use) ?? 0 }];
      registry.registerMetric(liveMetric(name, 'counter', help, values) as never);
    }
  }

  readonly used = (use: TokenUse): void => {
    this.#counts.set(use, (this.#counts.get(use) ?? 0) + 1);
  };
}
