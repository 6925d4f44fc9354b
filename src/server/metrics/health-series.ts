import { Registry } from 'prom-client';
import { liveMetric } from '../../util/metrics/live-metric.ts';
import { stabilityPrefix } from './metric-stability.ts';

interface CheckFigures {
  name: string;
  type: string;
  isWell: boolean;
  successes: number;
  errors: number;
}

/** The results of health checks, for those who work out service levels: in a page of their own, scraped often. */
export class HealthSeries {
  readonly #registry = new Registry();
  readonly #checks = new Map<string, CheckFigures>();

  /** `product`: the first word of the metrics. */
  constructor(product: string, release: string) {
    const all = () => [...this.#checks.values()];
    const [last, total] = [`${product}_healthcheck`, `${product}_healthchecks_total`];
    const helpOfLast = `${stabilityPrefix(last, release)}1 for a check that passed when it was last made.`;
    const helpOfTotal = `${stabilityPrefix(total, release)}Health checks that were made.`;
    const metrics = [
      liveMetric(last, 'gauge', helpOfLast, () =>
        all().map(({ name, type, isWell }) => ({ labels: { name, type }, value: isWell ? 1 : 0 })),
      ),
      liveMetric(total, 'counter', helpOfTotal, () =>
        all().flatMap(({ name, type, successes, errors }) => [
          { labels: { name, type, status: 'success' }, value: successes },
          { labels: { name, type, status: 'error' }, value: errors },
        ]),
      ),
    ];
    for (const one of metrics) this.#registry.registerMetric(one as never);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  async reset(): Promise<void> {
    this.#registry.resetMetrics();
  }

  /** `type`: `healthz`, `livez`, `readyz`. */
  checked(type: string, name: string, isWell: boolean): void {
    const key = `${type}/${name}`;
    let known = this.#checks.get(key);
    if (known === undefined) {
      known = { name, type, isWell, successes: 0, errors: 0 };
      this.#checks.set(key, known);
    }
    known.isWell = isWell;
    if (isWell) known.successes++;
    else known.errors++;
  }
}
