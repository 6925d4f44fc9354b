import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CacheEntry, EntryReader } from '../watch-cache/entry.ts';
import { ResourceCache } from '../watch-cache/resource-cache.ts';
import { VerifiedFile } from './verified-file.ts';
import { VerifiedKeeper } from './verified-keeper.ts';

const prefix = '/registry/secrets/';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'verified-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const entry = (n: number, more: Partial<CacheEntry> = {}): CacheEntry => {
  const name = `s-${String(n).padStart(6, '0')}`;
  const json = Buffer.from(`{"metadata":{"name":"${name}"}}`);
  return {
    key: `a/${name}`,
    namespace: 'a',
    name,
    revision: n,
    json,
    itemStart: 0,
    labels: {},
    fields: {},
    ...more,
  };
};

function cacheOf(entries: readonly CacheEntry[]): ResourceCache {
  const cache = new ResourceCache({
    resourceName: 'secrets',
    prefix,
    reader: new EntryReader(prefix, (stored) => ({ stored, labels: {}, fields: {} })),
    indexedFields: [],
    history: { age: 1_000, bytes: () => 1_000 },
    delivered: () => {},
    unreadable: () => {},
  });
  cache.load(entries, 20_000);
  return cache;
}

const keeperOf = (entries: readonly CacheEntry[], feed = { revision: 20_000, ready: true }) => {
  const file = new VerifiedFile(join(directory, 'file'), {});
  const reports: string[] = [];
  const report = (text: string): void => void reports.push(text);
  return {
    file,
    feed,
    reports,
    keeper: new VerifiedKeeper({ file, caches: [cacheOf(entries)], feed, report }),
  };
};

const many = Array.from({ length: 10_001 }, (_, n) => entry(n));

it('all are kept that are in the store as this server writes them, and nothing of what is encrypted', async () => {
  const state = { isCurrent: true } as CacheEntry['encryption'] & object;
  const odd = [
    entry(20_001, { encryption: state }),
    entry(20_002, { isStale: true }),
    entry(20_003, { isUnplaced: true }),
  ];
  const { file, keeper } = keeperOf([...many, ...odd]);
  await keeper.close();
  expect([...(await file.read()).keys()]).toEqual(many.map(({ key }) => prefix + key));
});

it.each([
  ['a small store', many.slice(1), { revision: 20_000, ready: true }],
  ['caches that are behind', many, { revision: 20_000, ready: false }],
])('%s: nothing is kept', async (_, entries, feed) => {
  const { file, keeper } = keeperOf(entries, feed);
  await keeper.close();
  expect((await file.read()).size).toBe(0);
});

it.each<[what: string, written: number, revision: number, expected: boolean]>([
  ['a tenth of the objects was written since', 1_001, 30_000, true],
  ['fewer were', 1_000, 30_000, false],
  ['the store was set back', 0, 19_999, true],
])('where %s, it is written again: %s, at %s: %s', async (_, written, revision, expected) => {
  const { file } = keeperOf(many);
  await keeperOf(many).keeper.keep();
  await file.read();
  rmSync(join(directory, 'file'));
  const later = many.map((one, n) => (n < written ? { ...one, revision: 20_001 + n } : one));
  const feed = { revision, ready: true };
  await new VerifiedKeeper({ file, caches: [cacheOf(later)], feed, report: () => {} }).keep();
  expect(readdirSync(directory)).toEqual(expected ? ['file'] : []);
});

it('is not written by a start that found in it what there is', async () => {
  await keeperOf(many).keeper.keep();
  const { file, keeper } = keeperOf(many);
  await file.read();
  rmSync(join(directory, 'file'));
  await keeper.close();
  expect(readdirSync(directory)).toEqual([]);
});

it('a file that cannot be written is reported once, and does not hold up the end', async () => {
  const { keeper, reports } = keeperOf(many);
  mkdirSync(join(directory, 'file.new'));
  await keeper.close();
  await keeper.close();
  expect(reports).toEqual([
    expect.stringMatching(/^what was verified is not kept for the next start: EISDIR/),
  ]);
});
