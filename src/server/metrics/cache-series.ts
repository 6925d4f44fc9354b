import { Gauge, type Registry } from 'prom-client';
import type { Kv } from '../../storage/kv.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import { liveMetric } from '../../util/metrics/live-metric.ts';
import { inTime } from './in-time.ts';
import { type ResourceLabels, resourceLabels } from './resource-labels.ts';

type Cache = CacheFeed['caches'][number];

/** A figure of each cache: whether one more can only come on top, its name, help, and value. */
type CacheFigure = readonly [
  type: 'gauge' | 'counter',
  name: string,
  help: string,
  read: (cache: Cache) => number,
];

/** Figures whose label is the resource type in any release. */
const ofTypes: readonly CacheFigure[] = [
  ['gauge', 'apiserver_storage_objects', 'Objects stored, by resource type.', ({ tree }) => tree.size],
  ['gauge', 'etcd_object_counts', 'Objects stored, by resource type.', ({ tree }) => tree.size],
  [
    'gauge',
    'apiserver_watch_cache_history_events',
    'Events that watches can resume from, by resource type.',
    ({ history }) => history.length,
  ],
  [
    'gauge',
    'apiserver_watch_cache_history_cut_short',
    '1 when the history of a resource type was bounded by its bytes, not by its age.',
    ({ history }) => (history.cutShort ? 1 : 0),
  ],
  [
    'gauge',
    'apiserver_storage_unreadable_objects',
    'Objects that the store holds and that cannot be read now, by resource type.',
    ({ unreadable }) => unreadable.size,
  ],
  [
    'gauge',
    'apiserver_storage_unplaced_objects',
    'Objects that lack their own name or namespace, which only their key has, by resource type.',
    ({ unplaced }) => unplaced,
  ],
];

const events = 'Events of the store that a cache received, by resource type.';

/** Figures whose labels are those of the release. */
const ofReleases: readonly CacheFigure[] = [
  ['gauge', 'apiserver_resource_objects', 'Objects stored, by resource type.', ({ tree }) => tree.size],
  [
    'gauge',
    'apiserver_resource_size_estimate_bytes',
    'Bytes of the objects of a resource type.',
    ({ bytes }) => bytes,
  ],
  ['counter', 'apiserver_storage_events_received_total', events, ({ received }) => received],
  ['counter', 'apiserver_watch_cache_events_received_total', events, ({ received }) => received],
  [
    'counter',
    'apiserver_watch_cache_events_dispatched_total',
    'Events that a cache gave to its watches, by resource type.',
    ({ dispatched }) => dispatched,
  ],
  [
    'counter',
    'apiserver_watch_cache_initializations_total',
    'Times that a cache was loaded, by resource type.',
    ({ loads }) => loads,
  ],
];

/** Digits of a revision that a figure can hold exactly. */
const exactDigits = 1e15;

/** Adds the series that are read from the caches when they are scraped. */
export function registerCacheSeries(
  registry: Registry,
  feed: CacheFeed,
  kv: Pick<Kv, 'currentRevision' | 'replacements'>,
  release: string,
): void {
  // Those of custom resources come and go.
  const add = ([type, name, help, read]: CacheFigure, labelsOf: ResourceLabels): void => {
    const values = () =>
      feed.caches.map((cache) => ({ labels: labelsOf(cache.resourceName), value: read(cache) }));
    registry.registerMetric(liveMetric(name, type, help, values) as never);
  };
  for (const figure of ofTypes) add(figure, (resource) => ({ resource }));
  const labelsOf = resourceLabels(release);
  for (const figure of ofReleases) add(figure, labelsOf);
  const help = 'Revision that a cache shows, its last 15 digits, by resource type.';
  const shown = () => feed.revision % exactDigits;
  add(['gauge', 'apiserver_watch_cache_resource_version', help, shown], labelsOf);
  registerFeedSeries(registry, feed, kv);
}

/** Figures of all caches together. */
function registerFeedSeries(
  registry: Registry,
  feed: CacheFeed,
  kv: Pick<Kv, 'currentRevision' | 'replacements'>,
): void {
  const registers = [registry];
  new Gauge({
    name: 'apiserver_watch_cache_revision_lag',
    help: 'How many revisions the caches are behind the store.',
    registers,
    async collect() {
      const newest = await inTime(kv.currentRevision(), Number.NaN);
      this.set(newest - feed.revision);
    },
  });
  new Gauge({
    name: 'apiserver_storage_replacements',
    help: 'Times that the store was found to hold another history than before, as after a restore.',
    registers,
    collect() {
      this.set(kv.replacements);
    },
  });
  new Gauge({
    name: 'apiserver_watch_cache_reloads',
    help: 'Times that all caches were loaded anew.',
    registers,
    collect() {
      this.set(feed.reloads);
    },
  });
}
