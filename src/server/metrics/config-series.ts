import { hash } from 'node:crypto';
import { hostname } from 'node:os';
import type { Registry } from 'prom-client';
import type { ConfigObserver } from '../../access/config-observer.ts';
import { liveMetric, type Value } from '../../util/metrics/live-metric.ts';

/** Digest under which a name stands in labels. */
export const labelDigest = (name: string): string => `sha256:${hash('sha256', name)}`;

/** This server in labels. */
export const serverLabels = { apiserver_id_hash: labelDigest(hostname()) };

/** Series of a configuration file that is read again while the server runs. */
export class ConfigSeries implements ConfigObserver {
  readonly #prefix: string;
  readonly #reloads = new Map<string, { count: number; last: number }>();
  #digest: string | undefined;

  /** `subject`: `authentication`, the first word of the names. */
  constructor(subject: string) {
    this.#prefix = `apiserver_${subject}_config_controller_`;
  }

  register(registry: Registry): void {
    const add = (name: string, type: string, help: string, values: () => Value[]): void =>
      registry.registerMetric(liveMetric(this.#prefix + name, type, help, values) as never);
    const byStatus = (field: 'count' | 'last') => () =>
      [...this.#reloads].map(([status, one]) => ({
        labels: { status, ...serverLabels },
        value: one[field],
      }));
    add(
      'automatic_reloads_total',
      'counter',
      'Changes of the configuration, by their outcome.',
      byStatus('count'),
    );
    add(
      'automatic_reload_last_timestamp_seconds',
      'gauge',
      'When the configuration last changed, or could not be used.',
      byStatus('last'),
    );
    add('last_config_info', 'gauge', 'Digest of the configuration that is in force.', () =>
      this.#digest === undefined
        ? []
        : [
            {
              labels: { ...serverLabels, hash: `sha256:${this.#digest}` },
              value: 1,
            },
          ],
    );
  }

  loaded(digest: string): void {
    this.#digest = digest;
  }

  reloaded(succeeded: boolean): void {
    const status = succeeded ? 'success' : 'failure';
    const count = (this.#reloads.get(status)?.count ?? 0) + 1;
    this.#reloads.set(status, { count, last: Date.now() / 1000 });
  }
}
