import { Gauge, type Registry } from 'prom-client';
import type { Kv } from '../../storage/kv.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import { inTime } from './in-time.ts';

/** Adds the series that are read from the caches when they are scraped. */
export function registerCacheSeries(
  registry: Registry,
  feed: CacheFeed,
  kv: Pick<Kv, 'currentRevision' | 'replacements'>,
): void {
  const registers = [registry];
  // Those of custom resources come and go.
  const ofEach = (name: string, help: string, read: (cache: CacheFeed['caches'][number]) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ['resource'],
      registers,
      collect() {
        this.reset();
        for (const cache of feed.caches) this.set({ resource: cache.resourceName }, read(cache));
      },
    });
  };
  for (const name of ['apiserver_storage_objects', 'etcd_object_counts']) {
    ofEach(name, 'Objects stored, by resource type.', ({ tree }) => tree.size);
  }
  ofEach(
    'apiserver_watch_cache_history_events',
    'Events that watches can resume from, by resource type.',
    ({ history }) => history.length,
  );
  ofEach(
    'apiserver_watch_cache_history_cut_short',
    '1 when the history of a resource type was bounded by its bytes, not by its age.',
    ({ history }) => (history.cutShort ? 1 : 0),
  );
  ofEach(
    'apiserver_storage_unreadable_objects',
    'Objects that the store holds and that cannot be read now, by resource type.',
    ({ unreadable }) => unreadable.size,
  );
  ofEach(
    'apiserver_storage_unplaced_objects',
    'Objects that lack their own name or namespace, which only their key has, by resource type.',
    ({ unplaced }) => unplaced,
  );
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
