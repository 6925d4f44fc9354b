import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderedTree } from '../../util/ordered-tree.ts';
import { Pacer } from '../../util/pacer.ts';
import type { Kv } from '../kv.ts';
import { KvError } from '../kv.ts';
import type { CacheFeed } from './cache-feed.ts';
import type { ResourceCache } from './resource-cache.ts';

/** Keys that the store is asked for at a time: the embedded one reads them in one go. */
const pageSize = 250;

/**
 * Compares each cache with the store, at the same revision: a digest of the keys and their revisions. Objects at
 * the same revision are the same. A difference means that an event was lost or made up; the caches are then
 * loaded anew, and their watches end with 410.
 */
export class SelfCheck {
  readonly #kv: Kv;
  readonly #feed: CacheFeed;
  readonly #failed: (resource: string) => void;

  /** `failed` is called with the resource type that differed. */
  constructor(kv: Kv, feed: CacheFeed, failed: (resource: string) => void) {
    this.#kv = kv;
    this.#feed = feed;
    this.#failed = failed;
  }

  /** Checks one resource type after the other, with rests in between. Rejects when the store does not answer. */
  async run(rest: number): Promise<void> {
    for (const cache of this.#feed.caches) {
      // Others were replaced or began to load while the first ones were looked at.
      if (!this.#follows(cache)) continue;
      const { reloads } = this.#feed;
      const agrees = await this.#agrees(cache);
      if (!agrees && this.#feed.reloads === reloads && this.#follows(cache)) {
        this.#failed(cache.resourceName);
        return this.#feed.discard(`the cache of ${cache.resourceName} differs from the store`);
      }
      await sleep(rest, undefined, { ref: false });
    }
  }

  /** Whether the cache shows what the feed has shown: one that has left it, or is loaded just now, is behind. */
  #follows(cache: ResourceCache): boolean {
    return this.#feed.caches.includes(cache);
  }

  async #agrees(cache: ResourceCache): Promise<boolean> {
    if (cache.lags) return true;
    const revision = this.#feed.revision;
    const mine = digest();
    const { byKey: unreadable } = cache.unreadable;
    const pacer = new Pacer();
    for (const entry of cache.stateAt(revision).values()) {
      if (unreadable.get(entry.key) !== undefined) continue;
      mine.add(cache.prefix + entry.key, entry.revision);
      if (pacer.isDue(1)) await pacer.turn();
    }
    try {
      return mine.text() === (await this.#digestOfStore(cache, unreadable, revision, pacer));
    } catch (error) {
      // Compacted meanwhile: nothing can be said this time.
      if (error instanceof KvError && error.code === 'Expired') return true;
      throw error;
    }
  }

  async #digestOfStore(
    { prefix }: ResourceCache,
    unreadable: OrderedTree<unknown>,
    revision: number,
    pacer: Pacer,
  ): Promise<string> {
    const theirs = digest();
    let startKey = prefix;
    for (;;) {
      const page = await this.#kv.range(prefix, { revision, limit: pageSize, startKey, keysOnly: true });
      for (const { key, modRevision } of page.items) {
        if (unreadable.get(key.slice(prefix.length)) === undefined) theirs.add(key, modRevision);
      }
      if (!page.more) return theirs.text();
      await pacer.turn();
      startKey = `${page.items.at(-1)!.key}\0`;
    }
  }
}

function digest() {
  const hash = createHash('sha256');
  return {
    add: (key: string, revision: number): void => void hash.update(`${key} ${revision}\n`),
    text: (): string => hash.digest('hex'),
  };
}
