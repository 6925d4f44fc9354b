import { expect, it } from 'vitest';
import { OrderedTree } from '../../util/ordered-tree.ts';
import type { Kv } from '../kv.ts';
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
