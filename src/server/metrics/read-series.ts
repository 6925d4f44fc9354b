import type { Registry } from 'prom-client';
import { isReleasedBy } from '../../api/meta/release.ts';
import type { ReadObserver } from '../../registry/read/read-observer.ts';
import { Buckets, type Labels, liveMetric, type Value } from '../../util/metrics/live-metric.ts';
import { resourceLabels } from './resource-labels.ts';

const waitBounds = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3];
const noIndex = '';
/** By which a read of the newest state was answered, and the labels of success and fallback. */
const freshLabels = [
  ['cache', 'true', 'false'],
  ['store', 'true', 'true'],
  ['failed', 'false', 'false'],
] as const;

/** Reads of the cache of one resource type. */
class Reads {
  readonly labels: Labels;
  readonly listLabels: Labels;
  readonly waits = new Buckets(waitBounds);
  readonly fresh = { cache: 0, store: 0, failed: 0 };
  returned = 0;
  /** By the index that a list was looked up in. */
  readonly lists = new Map<string, { lists: number; fetched: number }>();

  constructor(labels: Labels, listLabels: Labels) {
    this.labels = labels;
    this.listLabels = listLabels;
  }
}

/** Reads from the caches: how long they waited for a state that is new enough, and what lists looked at. */
export class ReadSeries implements ReadObserver {
  readonly now: () => number;
  readonly #reads = new Map<string, Reads>();
  readonly #labelsOf: (resource: string) => Labels;
  readonly #listLabelsOf: (resource: string) => Labels;

  /** `now`: milliseconds of a monotonic clock. */
  constructor(now: () => number, release: string) {
    this.now = now;
    this.#labelsOf = resourceLabels(release);
    this.#listLabelsOf = isReleasedBy('1.34', release)
      ? this.#labelsOf
      : (resource) => ({ resource_prefix: `/${resource.split('.')[0]}` });
  }

  register(registry: Registry): void {
    const add = (name: string, type: string, help: string, values: (one: Reads, name: string) => Value[]) =>
      registry.registerMetric(
        liveMetric(name, type, help, (full) =>
          [...this.#reads.values()].flatMap((one) => values(one, full)),
        ) as never,
      );
    const byIndex = (read: (one: { lists: number; fetched: number }) => number) => (one: Reads) =>
      [...one.lists].map(([index, sums]) => ({ labels: { ...one.listLabels, index }, value: read(sums) }));
    add(
      'apiserver_watch_cache_read_wait_seconds',
      'histogram',
      'How long reads waited for a state of the cache that is new enough, by resource type.',
      ({ labels, waits }, name) => (waits.count === 0 ? [] : waits.values(name, labels)),
    );
    add(
      'apiserver_watch_cache_consistent_read_total',
      'counter',
      'Reads of the newest state that a cache answered, or could not, by resource type.',
      ({ labels, fresh }) =>
        freshLabels
          .filter(([by]) => fresh[by] > 0)
          .map(([by, success, fallback]) => ({ labels: { ...labels, success, fallback }, value: fresh[by] })),
    );
    add(
      'apiserver_cache_list_total',
      'counter',
      'Lists that a cache answered.',
      byIndex(({ lists }) => lists),
    );
    add(
      'apiserver_cache_list_fetched_objects_total',
      'counter',
      'Objects of a cache that were looked at for lists.',
      byIndex(({ fetched }) => fetched),
    );
    add(
      'apiserver_cache_list_returned_objects_total',
      'counter',
      'Objects of a cache that became part of a list.',
      ({ listLabels, returned, lists }) =>
        lists.size === 0 ? [] : [{ labels: listLabels, value: returned }],
    );
  }

  waited(resource: string, since: number): void {
    this.#of(resource).waits.add((this.now() - since) / 1_000);
  }

  readNewest(resource: string, by: 'cache' | 'store' | 'failed'): void {
    this.#of(resource).fresh[by]++;
  }

  listed(resource: string, fetched: number, returned: number, index = noIndex): void {
    const reads = this.#of(resource);
    let sums = reads.lists.get(index);
    if (sums === undefined) reads.lists.set(index, (sums = { lists: 0, fetched: 0 }));
    sums.lists++;
    sums.fetched += fetched;
    reads.returned += returned;
  }

  #of(resource: string): Reads {
    let known = this.#reads.get(resource);
    if (known === undefined) {
      known = new Reads(this.#labelsOf(resource), this.#listLabelsOf(resource));
      this.#reads.set(resource, known);
    }
    return known;
  }
}
