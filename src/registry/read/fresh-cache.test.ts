import { describe, expect, it } from 'vitest';
import { KvError, type KvErrorCode } from '../../storage/kv.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import type { StoredResource } from '../resource.ts';
import { waitForRevision, waitOrAskStore } from './fresh-cache.ts';

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
  const observed: string[] = [];
  const observer = {
    now: () => 0,
    waited: () => {},
    readNewest: (_: string, by: string) => void observed.push(by),
    listed: () => {},
  };
  const inputs = (wanted: number | undefined) => ({ feed, resource, wanted, observer });
  return {
    calls,
    observed,
    wait: (wanted: number | undefined) => waitForRevision(inputs(wanted), 'get'),
    ask: (wanted: number | undefined) => waitOrAskStore(inputs(wanted)),
  };
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

describe('a read that the store can answer', () => {
  const late = { failure: 'FutureRevision' } as const;
  it.each<[string, number | undefined, Scene, number | undefined, string[]]>([
    ['of the newest state in time is left to the cache', undefined, {}, undefined, ['cache']],
    ['of the newest state that comes too late is for the store', undefined, late, 7, ['store']],
    ['of a revision that comes too late is for the store', 7, late, 7, []],
  ])('%s', async (_, wanted, scene, missing, observed) => {
    const one = waiting(scene);
    expect(await one.ask(wanted)).toBe(missing);
    expect(one.observed).toEqual(observed);
  });

  it.each<[string, Scene, object]>([
    ['while caches are loaded', { failure: 'Unavailable' }, { code: 429 }],
    ['where the store does not answer', { failure: 'Unknown' }, { code: 504 }],
  ])('fails %s', async (_, scene, expected) => {
    const one = waiting(scene);
    await expect(one.ask(undefined)).rejects.toMatchObject(expected);
    expect(one.observed).toEqual(['failed']);
  });
});
