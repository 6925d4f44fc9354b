import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import type { StoredResource } from '../resource.ts';
import { revisionNotShown, storageError, tooLargeResourceVersion } from '../storage-errors.ts';
import type { ReadObserver } from './read-observer.ts';

/** The inputs of a wait. */
export interface Wait {
  feed: CacheFeed;
  resource: StoredResource;
  /** Undefined the newest revision of the store, 0 any. */
  wanted: number | undefined;
  observer?: ReadObserver | undefined;
}

/** Waits until the cache of a resource holds a revision. Throws a StatusError that names the verb. */
export async function waitForRevision(wait: Wait, verb: 'get' | 'watch'): Promise<void> {
  try {
    await untilShown(wait);
    observeNewest(wait, 'cache');
  } catch (error) {
    observeNewest(wait, 'failed');
    throw refusal(wait, error, verb);
  }
}

/**
 * Waits as well, for a read that the store can answer in place of the cache. Resolves with the revision that the cache
 * does not show in time; undefined where it does.
 */
export async function waitOrAskStore(wait: Wait): Promise<number | undefined> {
  try {
    await untilShown(wait);
    observeNewest(wait, 'cache');
    return undefined;
  } catch (error) {
    const revision = revisionNotShown(error);
    observeNewest(wait, revision === undefined ? 'failed' : 'store');
    if (revision === undefined) throw refusal(wait, error, 'get');
    return revision;
  }
}

async function untilShown({ feed, resource: { cache }, wanted, observer }: Wait): Promise<void> {
  if (wanted === 0 && feed.ready && !cache.lags) return;
  const since = observer?.now() ?? 0;
  if (wanted === undefined) await feed.waitUntilFresh();
  else await feed.waitFor(wanted);
  if (cache.lags) await cache.caughtUp();
  observer?.waited(cache.resourceName, since);
}

function observeNewest({ resource, wanted, observer }: Wait, by: 'cache' | 'store' | 'failed'): void {
  if (wanted === undefined) observer?.readNewest(resource.cache.resourceName, by);
}

const refusal = ({ feed, resource }: Wait, error: unknown, verb: string): unknown =>
  storageError(tooLargeResourceVersion(error, feed.revision), resource.type, verb);
