import { describe, expect, it } from 'vitest';
import { OrderedTree } from '../../util/ordered-tree.ts';
import { type Kv, KvError, type RangeOptions } from '../kv.ts';
import type { CacheFeed } from './cache-feed.ts';
import type { ResourceCache } from './resource-cache.ts';
import { SelfCheck } from './self-check.ts';

/** A cache that is empty while the store has an object of its type. */
const wrong = (resourceName: string): ResourceCache =>
  ({
    resourceName,
    prefix: `/registry/${resourceName}/`,
    lags: false,
    stateAt: () => new Map(),
    unreadable: { byKey: OrderedTree.empty() },
  }) as unknown as ResourceCache;

function checked(caches: ResourceCache[], onRange: () => void = () => {}) {
  const failed: string[] = [];
  const reloads: string[] = [];
  const kv = {
    range: async (prefix: string) => {
      onRange();
      return { items: [{ key: `${prefix}a`, modRevision: 2 }], more: false };
    },
  } as unknown as Kv;
  const feed = {
    revision: 2,
    reloads: 0,
    get caches() {
      return [...caches];
    },
    discard: async (reason: string) => void reloads.push(reason),
  } as unknown as CacheFeed;
  const check = new SelfCheck(kv, feed, (resource) => void failed.push(resource));
  return { check, feed, failed, reloads };
}

it('a cache that differs from the store has everything loaded anew', async () => {
  const { check, failed, reloads } = checked([wrong('pods')]);
  await check.run(0);
  expect(failed).toEqual(['pods']);
  expect(reloads).toEqual(['the cache of pods differs from the store']);
});

it('a cache that has left the feed meanwhile is not compared', async () => {
  const caches = [wrong('old')];
  const { check, failed, reloads } = checked(caches, () => void caches.pop());
  await check.run(0);
  expect([failed, reloads]).toEqual([[], []]);
});

it('a cache that was loaded anew meanwhile is not compared', async () => {
  const scene = checked([wrong('pods')], () => void scene.feed.reloads++);
  await scene.check.run(0);
  expect([scene.failed, scene.reloads]).toEqual([[], []]);
});

describe('a cache of many objects', () => {
  const keyOf = (at: number): string => `n/${String(at).padStart(4, '0')}`;
  /** Objects at the revision of their number, one more. */
  const objects = (count: number): Map<string, { key: string; revision: number }> =>
    new Map(Array.from({ length: count }, (_, at) => [keyOf(at), { key: keyOf(at), revision: at + 1 }]));

  interface Scene {
    cached: Map<string, { key: string; revision: number }>;
    stored: Map<string, { key: string; revision: number }>;
    unreadable?: string[];
    lags?: boolean;
    failure?: Error;
  }

  async function outcome({ cached, stored, unreadable = [], lags = false, failure }: Scene) {
    const prefix = '/registry/pods/';
    const asked: RangeOptions[] = [];
    const cache = {
      resourceName: 'pods',
      prefix,
      lags,
      stateAt: () => cached,
      unreadable: { byKey: OrderedTree.fromSorted(unreadable, unreadable) },
    } as unknown as ResourceCache;
    const kv = {
      range: async (_: string, options: RangeOptions) => {
        asked.push(options);
        if (failure !== undefined) throw failure;
        const all = [...stored.values()].map(({ key, revision }) => ({
          key: prefix + key,
          modRevision: revision,
        }));
        const rest = all.filter(({ key }) => key >= options.startKey!);
        return { items: rest.slice(0, options.limit), more: rest.length > options.limit! };
      },
    } as unknown as Kv;
    const failed: string[] = [];
    const feed = {
      revision: 900,
      reloads: 0,
      caches: [cache],
      discard: async () => {},
    } as unknown as CacheFeed;
    await new SelfCheck(kv, feed, (resource) => void failed.push(resource)).run(0);
    return { failed, asked };
  }

  const without = (key: string) => {
    const all = objects(600);
    all.delete(key);
    return all;
  };
  const older = objects(600).set(keyOf(599), { key: keyOf(599), revision: 1 });

  it.each<[string, Scene, boolean]>([
    ['that agrees with the store', { cached: objects(600), stored: objects(600) }, true],
    ['without the first', { cached: without(keyOf(0)), stored: objects(600) }, false],
    ['without the last', { cached: without(keyOf(599)), stored: objects(600) }, false],
    ['with one more', { cached: objects(600), stored: without(keyOf(300)) }, false],
    ['with an older one', { cached: older, stored: objects(600) }, false],
    [
      'with another state of what cannot be read',
      { cached: older, stored: objects(600), unreadable: [keyOf(599)] },
      true,
    ],
    [
      'without what cannot be read',
      { cached: without(keyOf(7)), stored: objects(600), unreadable: [keyOf(7)] },
      true,
    ],
    ['that is behind', { cached: objects(1), stored: objects(600), lags: true }, true],
    [
      'whose revision is compacted meanwhile',
      { cached: objects(1), stored: objects(600), failure: new KvError('Expired', 'x') },
      true,
    ],
  ])('%s agrees, or not', async (_, scene, agrees) => {
    expect((await outcome(scene)).failed).toEqual(agrees ? [] : ['pods']);
  });

  it('is compared at one revision, 250 keys at a time, without their values', async () => {
    const { asked } = await outcome({ cached: objects(600), stored: objects(600) });
    const more = { revision: 900, limit: 250, keysOnly: true };
    expect(asked).toEqual([
      { ...more, startKey: '/registry/pods/' },
      { ...more, startKey: `/registry/pods/${keyOf(249)}\0` },
      { ...more, startKey: `/registry/pods/${keyOf(499)}\0` },
    ]);
  });

  it('cannot be compared with a store that does not answer', async () => {
    const failure = new KvError('Unavailable', 'down');
    const one = objects(1);
    await expect(outcome({ cached: one, stored: one, failure })).rejects.toBe(failure);
  });
});

it('one cache after the other is compared, up to one that differs', async () => {
  const right = { ...wrong('right'), stateAt: () => new Map([['a', { key: 'a', revision: 2 }]]) };
  const { check, failed } = checked([right as unknown as ResourceCache, wrong('pods'), wrong('jobs')]);
  await check.run(0);
  expect(failed).toEqual(['pods']);
});
