import type { Registry } from 'prom-client';
import type { ManifestObserver } from '../../admission/manifest-observer.ts';
import { liveMetric, type Value } from '../../util/metrics/live-metric.ts';
import { serverLabels } from './config-series.ts';

const prefix = 'apiserver_manifest_admission_config_controller_';

interface Reloads {
  readonly labels: Record<string, string>;
  count: number;
  last: number;
}

/** Policies and webhooks that are read from files while the server runs, by plugin. */
export class ManifestSeries implements ManifestObserver {
  readonly #reloads = new Map<string, Reloads>();
  readonly #hashes = new Map<string, string>();

  register(registry: Registry): void {
    const add = (name: string, type: string, help: string, values: () => Value[]): void =>
      registry.registerMetric(liveMetric(prefix + name, type, help, values) as never);
    const reloads = (field: 'count' | 'last') => () =>
      [...this.#reloads.values()].map((one) => ({ labels: one.labels, value: one[field] }));
    const counts = 'Changes of the files of an admission plugin, by their outcome.';
    add('automatic_reloads_total', 'counter', counts, reloads('count'));
    const times = 'When the files of an admission plugin last changed, or could not be used.';
    add('automatic_reload_last_timestamp_seconds', 'gauge', times, reloads('last'));
    add('last_config_info', 'gauge', 'Digest of the files of an admission plugin that are in force.', () =>
      [...this.#hashes].map(([plugin, hash]) => ({ labels: { plugin, ...serverLabels, hash }, value: 1 })),
    );
  }

  loaded(plugin: string, hash: string): void {
    this.#hashes.set(plugin, hash);
  }

  reloaded(plugin: string, succeeded: boolean): void {
    const status = succeeded ? 'success' : 'failure';
    const key = `${plugin} ${status}`;
    let reloads = this.#reloads.get(key);
    if (reloads === undefined) {
      reloads = { labels: { plugin, status, ...serverLabels }, count: 0, last: 0 };
      this.#reloads.set(key, reloads);
    }
    reloads.count++;
    reloads.last = Date.now() / 1_000;
  }
}
