import { expect, it } from 'vitest';
import type { KeyValue, Kv, RangeOptions } from '../kv.ts';
import { type CacheEntry, CorruptObjectError, EntryReader } from './entry.ts';
import type { PageDecoder, StoredObject } from './page-decoder.ts';
import { ResourceCache } from './resource-cache.ts';
import { loadState } from './store-loader.ts';

const prefix = '/registry/pods/';
const decodeHere = (stored: Buffer) => ({ stored, labels: { by: 'caller' }, fields: {} });

const cache = new ResourceCache({
  resourceName: 'pods',
  prefix,
  reader: new EntryReader(prefix, decodeHere),
  indexedFields: [],
  history: { age: 1_000, bytes: () => 1_000 },
  delivered: () => {},
  unreadable: () => {},
});

/** A store of so many pods. */
function storeOf(count: number): Kv {
  const items: KeyValue[] = Array.from({ length: count }, (_, i) => ({
    key: `${prefix}default/web-${String(i).padStart(6, '0')}`,
    value: Buffer.from('{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a"}}'),
    createRevision: 1,
    modRevision: 7,
  }));
  const range = async (_: string, { limit, startKey }: RangeOptions = {}) => {
    const from = items.findIndex(({ key }) => key >= startKey!);
    const rest = items.slice(from);
    return { items: rest.slice(0, limit), more: rest.length > limit!, count: rest.length, revision: 7 };
  };
  return { range } as unknown as Kv;
}

/** Decodes every second page, a little later, but for the first object of it. */
class SlowDecoder implements PageDecoder {
  pages = 0;
  closed = 0;

  decode(objects: readonly StoredObject[]) {
    if (this.pages++ % 2 === 1) return undefined;
    const decoded = objects.map(({ value }, at) =>
      at === 0 ? undefined : { stored: value, labels: { by: 'thread' }, fields: {} },
    );
    return new Promise<typeof decoded>((resolve) => setTimeout(() => resolve(decoded), 5));
  }

  [Symbol.dispose](): void {
    this.closed++;
  }
}

it('a large store is decoded by both, and all of it is there in order', async () => {
  const decoder = new SlowDecoder();
  const kv = storeOf(10_600);
  const { states } = await loadState(
    { kv, prefix: '/registry/', cacheOf: () => cache, startDecoder: () => decoder },
    7,
  );
  const entries = states.get(cache)! as CacheEntry[];
  expect(entries).toHaveLength(10_600);
  const keys = entries.map(({ key }) => key);
  expect(keys).toEqual(keys.toSorted());
  const by = (name: string): number => entries.filter(({ labels }) => labels!['by'] === name).length;
  // 22 pages of 500, the last one of 100.
  expect([by('thread'), by('caller')]).toEqual([11 * 499, 10_600 - 11 * 499]);
  expect(decoder.closed).toBe(1);
});

it('help that there is none of is asked for once', async () => {
  let asked = 0;
  const startDecoder = async () => void asked++ as undefined;
  const options = { kv: storeOf(12_000), prefix: '/registry/', cacheOf: () => cache, startDecoder };
  expect((await loadState(options, 7)).states.get(cache)).toHaveLength(12_000);
  expect(asked).toBe(1);
});

it('a small store needs no help', async () => {
  const startDecoder = () => expect.unreachable();
  const options = { kv: storeOf(1_000), prefix: '/registry/', cacheOf: () => cache, startDecoder };
  const { states } = await loadState(options, 7);
  expect(states.get(cache)).toHaveLength(1_000);
});

it('a store is large with more than ten thousand keys', async () => {
  let started = 0;
  const startDecoder = () => void started++ as undefined;
  const cacheOf = () => cache;
  await loadState({ kv: storeOf(10_000), prefix: '/registry/', cacheOf, startDecoder }, 7);
  expect(started).toBe(0);
  const { states } = await loadState({ kv: storeOf(10_001), prefix: '/registry/', cacheOf, startDecoder }, 7);
  expect(started).toBe(1);
  expect(states.get(cache)).toHaveLength(10_001);
});

it('what helps is let go where the store fails', async () => {
  const decoder = new SlowDecoder();
  const kv = storeOf(10_600);
  const range = kv.range.bind(kv);
  let pages = 0;
  kv.range = async (...asked) => {
    if (++pages > 3) throw new Error('down');
    return range(...asked);
  };
  const options = { kv, prefix: '/registry/', cacheOf: () => cache, startDecoder: () => decoder };
  await expect(loadState(options, 7)).rejects.toThrow('down');
  expect(decoder.closed).toBe(1);
});

it('each key goes to its cache; a cache of which something cannot be decrypted for now fails as a whole', async () => {
  const other = new ResourceCache({
    resourceName: 'nodes',
    prefix: '/registry/nodes/',
    reader: new EntryReader('/registry/nodes/', decodeHere),
    indexedFields: [],
    history: { age: 1_000, bytes: () => 1_000 },
    delivered: () => {},
    unreadable: () => {},
  });
  const value = Buffer.from('{"kind":"K","apiVersion":"v1","metadata":{"name":"a"}}');
  const unreadable = (mayPass: boolean) => ({ reason: 'no key', mayPass });
  const items = [
    { key: '/registry/nodes/a', unreadable: unreadable(false) },
    { key: '/registry/nodes/b' },
    { key: `${prefix}n/a` },
    { key: `${prefix}n/b`, unreadable: unreadable(true) },
    { key: `${prefix}n/c`, unreadable: unreadable(true) },
    { key: '/registry/unknown/a' },
  ].map((item) => ({ value, createRevision: 1, modRevision: 7, ...item }));
  const kv = {
    range: async () => ({ items, more: false, count: items.length, revision: 7 }),
  } as unknown as Kv;
  const cacheOf = (key: string) => [cache, other].find((one) => key.startsWith(one.prefix));
  const { states, failures } = await loadState({ kv, prefix: '/registry/', cacheOf }, 7);
  expect([...failures].map(([failed, { code, message }]) => [failed.resourceName, code, message])).toEqual([
    ['pods', 'Encryption', 'no key'],
  ]);
  expect([...states.keys()]).toEqual([other]);
  expect(states.get(other)!.map(({ key }) => key)).toEqual(['a', 'b']);
  expect(states.get(other)![0]).toBeInstanceOf(CorruptObjectError);
});

it('a page with what cannot be decrypted is decoded here', async () => {
  const decoder = new SlowDecoder();
  const kv = storeOf(10_600);
  const range = kv.range.bind(kv);
  kv.range = async (...asked) => {
    const page = await range(...asked);
    return {
      ...page,
      items: page.items.map((item, at) =>
        at === 0 ? { ...item, unreadable: { reason: 'no key', mayPass: false } } : item,
      ),
    };
  };
  const options = { kv, prefix: '/registry/', cacheOf: () => cache, startDecoder: () => decoder };
  const { states } = await loadState(options, 7);
  expect(states.get(cache)).toHaveLength(10_600);
  expect(decoder.pages).toBe(0);
});
