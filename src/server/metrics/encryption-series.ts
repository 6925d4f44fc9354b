import type { Registry } from 'prom-client';
import type { EncryptionObserver } from '../../storage/encryption/transformer.ts';
import { Buckets, liveMetric, type Value } from '../../util/metrics/live-metric.ts';
import { PluginSeries } from './plugin-series.ts';

type Direction = 'from_storage' | 'to_storage';

/** Twice the bound before, so many times. */
const doubling = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, power) => first * 2 ** power);

const transformBounds = doubling(5e-6, 14);
const generationBounds = doubling(5e-6, 14);
const arrivalBounds = doubling(60, 10);

/** The series of encryption at rest. */
export class EncryptionSeries implements EncryptionObserver {
  readonly #durations = new Map<Direction, Buckets>();
  readonly #operations = new Map<string, { labels: Record<string, string>; value: number }>();
  readonly #generation = new Buckets(generationBounds);
  readonly #arrivals = new Map<Direction, Buckets>();
  readonly #reloads = new Map<boolean, number>();
  readonly #plugins = new PluginSeries();
  #generationFailures = 0;
  #misses = 0;
  #fill = 0;

  register(registry: Registry): void {
    const add = (name: string, type: string, help: string, values: (name: string) => Value[]): void =>
      registry.registerMetric(liveMetric(name, type, help, values) as never);
    const storage = 'apiserver_storage_';
    const byDirection = (all: ReadonlyMap<Direction, Buckets>) => (name: string) =>
      [...all].flatMap(([transformation_type, buckets]) => buckets.values(name, { transformation_type }));
    add(
      `${storage}transformation_duration_seconds`,
      'histogram',
      'Time that it takes to encrypt or decrypt a value.',
      byDirection(this.#durations),
    );
    add(
      `${storage}transformation_operations_total`,
      'counter',
      'Values that were encrypted or decrypted, or could not be, by provider.',
      () => [...this.#operations.values()],
    );
    add(
      `${storage}envelope_transformation_cache_misses_total`,
      'counter',
      'Times that a data key had to be decrypted by a KMS plugin.',
      () => [{ labels: {}, value: this.#misses }],
    );
    const generation = `${storage}data_key_generation_`;
    add(`${generation}duration_seconds`, 'histogram', 'Time that it takes to make a data key.', (name) =>
      this.#generation.values(name, {}),
    );
    add(`${generation}failures_total`, 'counter', 'Data keys that could not be made.', () => [
      { labels: {}, value: this.#generationFailures },
    ]);
    const envelope = 'apiserver_envelope_encryption_';
    add(
      `${envelope}dek_cache_fill_percent`,
      'gauge',
      'How full the cache of data keys is, 1 is full.',
      () => [{ labels: {}, value: this.#fill }],
    );
    add(
      `${envelope}dek_cache_inter_arrival_time_seconds`,
      'histogram',
      'Time between two new entries of the cache of data keys.',
      byDirection(this.#arrivals),
    );
    this.#registerReloads(add);
    this.#plugins.register(registry);
  }

  #registerReloads(
    add: (name: string, type: string, help: string, values: (name: string) => Value[]) => void,
  ): void {
    const reload = 'apiserver_encryption_config_controller_automatic_reload_';
    const count = (succeeded: boolean) => () => [{ labels: {}, value: this.#reloads.get(succeeded) ?? 0 }];
    add(`${reload}success_total`, 'counter', 'Changes of the encryption configuration.', count(true));
    add(
      `${reload}failures_total`,
      'counter',
      'Times that the encryption configuration could not be used.',
      count(false),
    );
  }

  transformed(type: Direction, label: string, status: string, seconds: number): void {
    if (status === 'OK') bucketsOf(this.#durations, type, transformBounds).add(seconds);
    const key = `${type} ${status} ${label}`;
    let operations = this.#operations.get(key);
    if (operations === undefined) {
      const labels = { transformation_type: type, transformer_prefix: label, status };
      operations = { labels, value: 0 };
      this.#operations.set(key, operations);
    }
    operations.value++;
  }

  dataKeyMissed(): void {
    this.#misses++;
  }

  dataKeyGenerated(seconds: number, succeeded: boolean): void {
    if (succeeded) this.#generation.add(seconds);
    else this.#generationFailures++;
  }

  dataKeysCached(share: number): void {
    this.#fill = share;
  }

  dataKeyArrived(type: Direction, seconds: number): void {
    bucketsOf(this.#arrivals, type, arrivalBounds).add(seconds);
  }

  reloaded(succeeded: boolean): void {
    this.#reloads.set(succeeded, (this.#reloads.get(succeeded) ?? 0) + 1);
  }

  pluginCalled(provider: string, method: string, code: string, seconds: number): void {
    this.#plugins.called(provider, method, code, seconds);
  }

  keyUsed(type: Direction, provider: string, keyId: string): void {
    this.#plugins.keyUsed(type, provider, keyId);
  }

  keyNamed(provider: string, keyId: string): void {
    this.#plugins.keyNamed(provider, keyId);
  }

  keyIdRefused(provider: string, error: string): void {
    this.#plugins.keyIdRefused(provider, error);
  }

  dataKeysKept(provider: string, count: number): void {
    this.#plugins.dataKeysKept(provider, count);
  }
}

function bucketsOf(all: Map<Direction, Buckets>, type: Direction, bounds: readonly number[]): Buckets {
  let buckets = all.get(type);
  if (buckets === undefined) all.set(type, (buckets = new Buckets(bounds)));
  return buckets;
}
