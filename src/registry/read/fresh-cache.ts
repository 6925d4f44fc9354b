import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import type { StoredResource } from '../resource.ts';
import { storageError, tooLargeResourceVersion } from '../storage-errors.ts';

/**
 * Waits until the cache of a resource holds this revision. `wanted`: undefined the newest one of the store, 0 any. Throws a
 * StatusError that names the verb.
 */
export async function waitForRevision(
  feed: CacheFeed,
  resource: StoredResource,
  wanted: number | undefined,
  verb: 'get' | 'watch',
): Promise<void> {
  const { cache, type } = resource;
  if (wanted === 0 && feed.ready && !cache.lags) return;
  try {
    if (wanted === undefined) await feed.waitUntilFresh();
    else await feed.waitFor(wanted);
    if (cache.lags) await cache.caughtUp();
  } catch (error) {
    throw storageError(tooLargeResourceVersion(error, feed.revision), type, verb);
  }
}
