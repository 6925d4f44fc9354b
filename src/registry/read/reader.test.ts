import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StorageKeys } from '../../storage/keys.ts';
import { openEmbedded } from '../../storage/kv/embedded/open.ts';
import type { Kv } from '../../storage/kv.ts';
import { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import { EntryReader } from '../../storage/watch-cache/entry.ts';
import { ResourceCache } from '../../storage/watch-cache/resource-cache.ts';
import { Selection } from '../../storage/watch-cache/selection.ts';
import type { StoreList, StoreListObserver } from '../../storage/watch-cache/store-list.ts';
import { systemClock } from '../../util/clock.ts';
import type { StoredResource } from '../resource.ts';
import { ContinueTokens } from './continue-token.ts';
import { Reader } from './reader.ts';

const keys = new StorageKeys('/registry');
const prefix = keys.resource({ group: '', resource: 'pods' });

let directory: string;
let kv: Kv;
let feed: CacheFeed;
let resource: StoredResource;
let reader: Reader;
/** Lists that were read from the store. */
let lists: [resource: string, list: StoreList][];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'reader-'));
  kv = await openEmbedded({ directory });
  const cache = new ResourceCache({
    resourceName: 'pods',
    prefix,
    reader: new EntryReader(prefix, (stored) => ({ stored, labels: undefined, fields: {} })),
    indexedFields: [],
    // Memory knows no state but the newest.
    history: { age: 0, bytes: () => 0 },
    delivered: () => {},
    unreadable: () => {},
  });
  resource = { cache, type: { group: '', resource: 'pods' } } as unknown as StoredResource;
  lists = [];
  const listed: StoreListObserver = (of, list) => void lists.push([of, list]);
  const options = { kv, keys, clock: systemClock, waitTimeout: 2_000, report: () => {} };
  feed = new CacheFeed({ ...options, onListed: listed });
  feed.add(cache);
  await feed.start();
  reader = new Reader(kv, feed, new ContinueTokens('v1'), listed);
});

afterEach(async () => {
  feed[Symbol.dispose]();
  await kv.close();
  rmSync(directory, { recursive: true });
});

const bytesOf = (name: string, label: string): Buffer =>
  Buffer.from(
    JSON.stringify({ kind: 'Pod', apiVersion: 'v1', metadata: { name, uid: name, labels: { label } } }),
  );

const request = {
  selection: new Selection(''),
  limit: 0,
  continueToken: '',
  match: undefined,
} as const;

it('a list of a state that only the store has shares what has not changed with the cache', async () => {
  const { revision: created } = await kv.create(`${prefix}a/one`, bytesOf('one', 'old'));
  const { revision } = await kv.create(`${prefix}a/two`, bytesOf('two', 'old'));
  await kv.update(`${prefix}a/one`, bytesOf('one', 'new'), created);
  await feed.waitUntilFresh();
  expect(resource.cache.knows(revision)).toBe(false);

  const list = await reader.list(resource, { ...request, resourceVersion: String(revision), match: 'Exact' });

  expect(list.revision).toBe(revision);
  expect(list.entries.map(({ json }) => JSON.parse(json.toString()).metadata.labels.label)).toEqual([
    'old',
    'old',
  ]);
  expect(list.entries[1]).toBe(resource.cache.get('a/two'));
  expect(list.entries[0]).not.toBe(resource.cache.get('a/one'));
});

it('a list from the store is observed with what came, what was compared, and what is in it', async () => {
  for (const name of ['five', 'four', 'one', 'three', 'two'])
    await kv.create(`${prefix}a/${name}`, bytesOf(name, name.includes('o') ? 'o' : 'none'));
  await feed.reload('for the test');
  const { revision } = await kv.create(`${prefix}b/six`, bytesOf('six', 'none'));
  await kv.create(`${prefix}b/seven`, bytesOf('seven', 'none'));
  await feed.waitUntilFresh();
  const old = { ...request, resourceVersion: String(revision), match: 'Exact' } as const;
  await reader.list(resource, { ...old, limit: 2 });
  await reader.list(resource, { ...old, selection: new Selection('b') });
  // From the cache.
  await reader.list(resource, { ...request, resourceVersion: '', match: undefined });
  expect(lists).toEqual([
    ['pods', { fetched: 0, evaluated: 0, returned: 0 }],
    ['pods', { fetched: 5, evaluated: 5, returned: 5 }],
    ['pods', { fetched: 2, evaluated: 2, returned: 2 }],
    ['pods', { fetched: 1, evaluated: 1, returned: 1 }],
  ]);
});
