import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import type { StoredResource } from '../resource.ts';
import { storageError, tooLargeResourceVersion } from '../storage-errors.ts';
import type { ReadObserver } from './read-observer.ts';

/**
 * Waits until the cache of a resource holds this revision. `wanted`: undefined the newest one of the store, 0 any. Throws a
 * StatusError that names the verb.
 */
export async function waitForRevision(
  feed: CacheFeed,
  resource: StoredResource,
  wanted: number | undefined,
  verb: 'get' | 'watch',
  observer?: ReadObserver,
): Promise<void> {
  const { cache, type } = resource;
  if (wanted === 0 && feed.ready && !cache.lags) return;
  const since = observer?.now() ?? 0;
  try {
    if (wanted === undefined) await feed.waitUntilFresh();
    else await feed.waitFor(wanted);
    if (cache.lags) await cache.caughtUp();
    if (wanted === undefined) observer?.readNewest(cache.resourceName, true);
    observer?.waited(cache.resourceName, since);
  } catch (error) {
    if (wanted === undefined) observer?.readNewest(cache.resourceName, false);
    throw storageError(tooLargeResourceVersion(error, feed.revision), type, verb);
  }
}
