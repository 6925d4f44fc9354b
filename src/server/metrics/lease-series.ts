import type { Registry } from 'prom-client';
import { Buckets, liveMetric } from '../../util/metrics/live-metric.ts';

const bounds = [10, 50, 100, 500, 1_000, 2_500, 5_000];

/** Leases of the store that objects share which go by themselves. */
export class LeaseSeries {
  readonly #objects = new Buckets(bounds);

  register(registry: Registry): void {
    const name = 'etcd_lease_object_counts';
    const help = 'Objects that shared a lease of the store, when the next lease took its place.';
    registry.registerMetric(
      liveMetric(name, 'histogram', help, () => this.#objects.values(name, {})) as never,
    );
  }

  readonly shared = (objects: number): void => this.#objects.add(objects);
}
