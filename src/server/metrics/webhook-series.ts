import type { Registry } from 'prom-client';
import type { ObservedWebhook, RejectionCause, WebhookObserver } from '../../admission/webhook-observer.ts';
import { Buckets, liveMetric, type Value } from '../../util/metrics/live-metric.ts';
import type { CertificateFlaw } from '../../util/server-trust/server-trust.ts';

/** Whatever a webhook answers, there are only so many series. */
const maxCode = 600;

interface Counted {
  labels: Record<string, string>;
  count: number;
}

/** Answers and durations of webhooks. Their names are those that administrators gave them. */
export class WebhookSeries implements WebhookObserver {
  readonly #bounds: readonly number[];
  readonly #durations = new Map<string, { labels: Record<string, string>; durations: Buckets }>();
  readonly #requests = new Map<string, Counted>();
  readonly #rejections = new Map<string, Counted>();
  readonly #failedOpen = new Map<string, Counted>();

  readonly refused: (flaw: CertificateFlaw) => void;

  /** `refused`: receives why the certificate of a webhook is not accepted. */
  constructor(bounds: readonly number[], refused: (flaw: CertificateFlaw) => void) {
    this.refused = refused;
    this.#bounds = bounds;
  }

  register(registry: Registry): void {
    const add = (name: string, type: string, help: string, values: (metric: string) => Value[]): void =>
      registry.registerMetric(liveMetric(name, type, help, values) as never);
    const counts = (series: ReadonlyMap<string, Counted>) => (): Value[] =>
      [...series.values()].map(({ labels, count }) => ({ labels, value: count }));
    const prefix = 'apiserver_admission_webhook';
    add(
      `${prefix}_admission_duration_seconds`,
      'histogram',
      'How long webhooks took for their answers.',
      (metric) =>
        [...this.#durations.values()].flatMap(({ labels, durations }) => durations.values(metric, labels)),
    );
    add(`${prefix}_request_total`, 'counter', 'Calls of webhooks.', counts(this.#requests));
    add(
      `${prefix}_rejection_count`,
      'counter',
      'Requests refused because of webhooks: those that said no, and those that could not be asked.',
      counts(this.#rejections),
    );
    add(
      `${prefix}_fail_open_count`,
      'counter',
      'Calls of webhooks that failed while their requests went on.',
      counts(this.#failedOpen),
    );
  }

  called({ name, type, operation }: ObservedWebhook, seconds: number, rejected: boolean, code: number): void {
    const key = `${name} ${type} ${operation} ${rejected}`;
    let series = this.#durations.get(key);
    if (series === undefined) {
      const labels = { name, type, operation, rejected: String(rejected) };
      series = { labels, durations: new Buckets(this.#bounds) };
      this.#durations.set(key, series);
    }
    series.durations.add(seconds);
    const shown = shownCode(code);
    count(this.#requests, `${key} ${shown}`, () => ({ ...series.labels, code: shown }));
  }

  rejected({ name, type, operation }: ObservedWebhook, cause: RejectionCause, code: number): void {
    const rejection_code = shownCode(code);
    const key = `${name} ${type} ${operation} ${cause} ${rejection_code}`;
    count(this.#rejections, key, () => ({ name, type, operation, error_type: cause, rejection_code }));
  }

  failedOpen({ name, type }: ObservedWebhook): void {
    count(this.#failedOpen, `${name} ${type}`, () => ({ name, type }));
  }
}

const shownCode = (code: number): string => String(Math.min(code, maxCode));

function count(series: Map<string, Counted>, key: string, labels: () => Record<string, string>): void {
  const counted = series.get(key);
  if (counted !== undefined) counted.count++;
  else series.set(key, { labels: labels(), count: 1 });
}
