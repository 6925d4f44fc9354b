import type { Registry } from 'prom-client';
import type { StoreList } from '../../storage/watch-cache/store-list.ts';
import { liveMetric } from '../../util/metrics/live-metric.ts';
import type { ResourceLabels } from './resource-labels.ts';

const figures: readonly [suffix: string, help: string, read: (sums: Sums) => number][] = [
  ['total', 'Lists that the store was read for.', ({ lists }) => lists],
  ['fetched_objects_total', 'Objects that the store gave for lists.', ({ fetched }) => fetched],
  ['evaluated_objects_total', 'Those that were compared with a selection.', ({ evaluated }) => evaluated],
  ['returned_objects_total', 'Those that became part of a list.', ({ returned }) => returned],
];

interface Sums extends StoreList {
  lists: number;
}

/** Lists that were read from the store, not from a cache: to load the cache, and of states older than it. */
export class ListSeries {
  readonly #sums = new Map<string, Sums>();
  readonly #labelsOf: ResourceLabels;

  constructor(labelsOf: ResourceLabels) {
    this.#labelsOf = labelsOf;
  }

  register(registry: Registry): void {
    for (const [suffix, help, read] of figures) {
      const values = () =>
        [...this.#sums].map(([resource, sums]) => ({ labels: this.#labelsOf(resource), value: read(sums) }));
      registry.registerMetric(
        liveMetric(`apiserver_storage_list_${suffix}`, 'counter', help, values) as never,
      );
    }
  }

  readonly listed = (resource: string, { fetched, evaluated, returned }: StoreList): void => {
    let sums = this.#sums.get(resource);
    if (sums === undefined) {
      sums = { lists: 0, fetched: 0, evaluated: 0, returned: 0 };
      this.#sums.set(resource, sums);
    }
    sums.lists++;
    sums.fetched += fetched;
    sums.evaluated += evaluated;
    sums.returned += returned;
  };
}
