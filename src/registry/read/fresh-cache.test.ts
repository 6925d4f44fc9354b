import { describe, expect, it } from 'vitest';
import { KvError, type KvErrorCode } from '../../storage/kv.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import type { StoredResource } from '../resource.ts';
import { waitForRevision } from './fresh-cache.ts';

interface Scene {
  ready?: boolean;
  lags?: boolean;
  /** Failure of the wait for a revision, and of that for the cache. */
  failure?: KvErrorCode;
  cacheFailure?: KvErrorCode;
}

function waiting({ ready = true, lags = false, failure, cacheFailure }: Scene) {
  const calls: string[] = [];
  const call = async (text: string, code: KvErrorCode | undefined): Promise<void> => {
    calls.push(text);
    if (code !== undefined) throw new KvError(code, 'x', { awaitedRevision: 7 });
  };
  const feed = {
    ready,
    revision: 5,
    waitUntilFresh: () => call('newest', failure),
    waitFor: (revision: number) => call(`revision ${revision}`, failure),
  } as unknown as CacheFeed;
  const resource = {
    type: { group: '', resource: 'pods' },
    cache: { lags, caughtUp: () => call('cache', cacheFailure) },
  } as unknown as StoredResource;
  return { calls, wait: (wanted: number | undefined) => waitForRevision(feed, resource, wanted, 'get') };
}

describe('a read', () => {
  it.each<[string, number | undefined, Scene, string[]]>([
    ['of the newest state waits for that', undefined, {}, ['newest']],
    ['of a state not older than a revision waits for the revision', 7, {}, ['revision 7']],
    ['of any state waits for nothing', 0, {}, []],
    ['of any state waits until there is one', 0, { ready: false }, ['revision 0']],
    ['of any state of a cache that is behind waits for that', 0, { lags: true }, ['revision 0', 'cache']],
    ['of the newest state waits for its cache, too', undefined, { lags: true }, ['newest', 'cache']],
  ])('%s', async (_, wanted, scene, expected) => {
    const { calls, wait } = waiting(scene);
    await wait(wanted);
    expect(calls).toEqual(expected);
  });

  it.each<[string, number | undefined, Scene, object]>([
    [
      'of a revision that does not come may be repeated',
      7,
      { failure: 'FutureRevision' },
      { code: 504, message: expect.stringContaining('Too large resource version: 7, current: 5') },
    ],
    [
      'of the newest state that does not come names its revision',
      undefined,
      { failure: 'FutureRevision' },
      { code: 504, message: expect.stringContaining('Too large resource version: 7, current: 5') },
    ],
    [
      'of caches that are not loaded may be repeated',
      undefined,
      { failure: 'Unavailable' },
      { code: 429, message: 'storage is (re)initializing' },
    ],
    ['of a store that does not answer fails', undefined, { failure: 'Unknown' }, { code: 504 }],
    ['of a cache that cannot catch up fails', 0, { lags: true, cacheFailure: 'Encryption' }, { code: 500 }],
  ])('%s', async (_, wanted, scene, expected) => {
    await expect(waiting(scene).wait(wanted)).rejects.toMatchObject(expected);
  });
});
