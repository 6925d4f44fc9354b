import type { Registry } from 'prom-client';
import { systemClock } from '../../util/clock.ts';
import { Buckets, liveMetric, type Value } from '../../util/metrics/live-metric.ts';
import { labelDigest, serverLabels } from './config-series.ts';

type Labels = Record<string, string>;

interface Counted {
  labels: Labels;
  count: number;
  /** Seconds since 1970. */
  last: number;
}

const bounds = Array.from({ length: 14 }, (_, power) => 1e-4 * 2 ** power);

/** Series of the plugins of a KMS: their calls, and which of their keys are in use. */
export class PluginSeries {
  readonly #calls = new Map<string, { labels: Labels; buckets: Buckets }>();
  readonly #used = new Map<string, Counted>();
  readonly #named = new Map<string, Counted>();
  readonly #refused = new Map<string, Counted>();
  readonly #kept = new Map<string, number>();

  register(registry: Registry): void {
    const add = (name: string, type: string, help: string, values: (name: string) => Value[]): void =>
      registry.registerMetric(
        liveMetric(`apiserver_envelope_encryption_${name}`, type, help, values) as never,
      );
    const of = (all: ReadonlyMap<string, Counted>, field: 'count' | 'last') => (): Value[] =>
      [...all.values()].map(({ labels, [field]: value }) => ({ labels, value }));
    add('kms_operations_latency_seconds', 'histogram', 'Time that calls to plugins of a KMS take.', (name) =>
      [...this.#calls.values()].flatMap(({ labels, buckets }) => buckets.values(name, labels)),
    );
    add('key_id_hash_total', 'counter', 'Uses of a key of a plugin.', of(this.#used, 'count'));
    add(
      'key_id_hash_last_timestamp_seconds',
      'gauge',
      'When a key of a plugin was used last, in Unix time.',
      of(this.#used, 'last'),
    );
    add(
      'key_id_hash_status_last_timestamp_seconds',
      'gauge',
      'When the status of a plugin named the key last, in Unix time.',
      of(this.#named, 'last'),
    );
    add(
      'invalid_key_id_from_status_total',
      'counter',
      'Key ids of a status that cannot be used.',
      of(this.#refused, 'count'),
    );
    add('dek_source_cache_size', 'gauge', 'Data keys of a plugin that are kept decrypted.', () =>
      [...this.#kept].map(([provider_name, value]) => ({ labels: { provider_name }, value })),
    );
  }

  called(provider_name: string, method_name: string, grpc_status_code: string, seconds: number): void {
    const labels = { provider_name, method_name, grpc_status_code };
    const key = JSON.stringify(labels);
    let call = this.#calls.get(key);
    if (call === undefined) this.#calls.set(key, (call = { labels, buckets: new Buckets(bounds) }));
    call.buckets.add(seconds);
  }

  keyUsed(transformation_type: string, provider: string, keyId: string): void {
    count(this.#used, { transformation_type, ...keyLabels(provider, keyId) });
  }

  keyNamed(provider: string, keyId: string): void {
    count(this.#named, keyLabels(provider, keyId));
  }

  keyIdRefused(provider_name: string, error: string): void {
    count(this.#refused, { provider_name, error });
  }

  dataKeysKept(provider: string, size: number): void {
    this.#kept.set(provider, size);
  }
}

/** A plugin may change its key many times; those of long ago say nothing. */
const maxKeys = 100;

function count(all: Map<string, Counted>, labels: Labels): void {
  const key = JSON.stringify(labels);
  const before = all.get(key)?.count ?? 0;
  all.delete(key);
  all.set(key, { labels, count: before + 1, last: systemClock.now() / 1000 });
  if (all.size > maxKeys) all.delete(all.keys().next().value!);
}

const keyLabels = (provider_name: string, keyId: string): Labels => ({
  provider_name,
  key_id_hash: labelDigest(keyId),
  ...serverLabels,
});
