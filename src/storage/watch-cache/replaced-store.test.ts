import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ReplaceableKv } from '../../../test/support/unit/replaceable-kv.ts';
import { systemClock } from '../../util/clock.ts';
import { StorageKeys } from '../keys.ts';
import { openEmbedded } from '../kv/embedded/open.ts';
import type { Kv } from '../kv.ts';
import { CacheFeed } from './cache-feed.ts';
import { EntryReader } from './entry.ts';
import { ResourceCache } from './resource-cache.ts';
import { Selection } from './selection.ts';

const keys = new StorageKeys('/registry');
const pods = { group: '', resource: 'pods' };
const jobs = { group: 'batch', resource: 'jobs' };

async function openStore(): Promise<Kv> {
  const directory = mkdtempSync(join(tmpdir(), 'replaced-'));
  const kv = await openEmbedded({ directory });
  onTestFinished(async () => {
    await kv.close();
    rmSync(directory, { recursive: true });
  });
  return kv;
}

const put = async (kv: Kv, name: string, of = pods, value = name): Promise<number> =>
  (await kv.create(keys.object(of, 'a', name), Buffer.from(`{"metadata":{"name":"${value}"}}`))).revision;

function cacheOf(type: typeof pods): ResourceCache {
  const prefix = keys.resource(type);
  return new ResourceCache({
    resourceName: type.resource,
    prefix,
    indexedFields: [],
    reader: new EntryReader(prefix, (stored) => ({ stored, labels: undefined, fields: {} })),
    history: { age: 300_000, bytes: () => 1e8 },
    delivered: () => {},
    unreadable: () => {},
  });
}

/** Two caches of a store with three pods and a job, and what takes its place: one pod of another content, and no job. */
async function scene() {
  const [before, after] = [await openStore(), await openStore()];
  for (const name of ['x', 'y', 'z']) await put(before, name);
  await put(before, 'j', jobs);
  await put(after, 'x', pods, 'other');
  const kv = new ReplaceableKv(before);
  const [cache, joined] = [cacheOf(pods), cacheOf(jobs)];
  const reports: string[] = [];
  const report = (text: string) => void reports.push(text);
  const feed = new CacheFeed({ kv, keys, clock: systemClock, waitTimeout: 2_000, report });
  onTestFinished(() => feed[Symbol.dispose]());
  feed.add(cache);
  await feed.start();
  await feed.join(joined);
  return { kv, before, after, feed, cache, joined, reports };
}

const namesIn = ({ tree }: ResourceCache): string[] => Array.from(tree.values(), ({ key }) => key);

test('nothing that was read of it before is shown, and what comes then is', async () => {
  const { kv, after, feed, cache, joined, reports } = await scene();
  expect([namesIn(cache), namesIn(joined)]).toEqual([['a/x', 'a/y', 'a/z'], ['a/j']]);
  const told: string[] = [];
  cache.observe((before, now) => void told.push(`${before?.key} ${now?.key}`));
  kv.replace(after);
  expect([feed.ready, feed.isOutdated, cache.lags, joined.lags]).toEqual([false, true, true, true]);
  await feed.waitUntilFresh();
  await joined.caughtUp();
  expect([feed.ready, feed.isOutdated, cache.lags, joined.lags]).toEqual([true, false, false, false]);
  expect([namesIn(cache), namesIn(joined)]).toEqual([['a/x'], []]);
  expect(cache.get('a/x')!.json.toString()).toContain('other');
  // The pod that stays has the same revision in both.
  expect(told.sort()).toEqual(['a/x a/x', 'a/y undefined', 'a/z undefined']);
  expect(feed.revision).toBe(await after.currentRevision());
  expect(reports).toEqual([expect.stringContaining('another history')]);
  await put(after, 'new');
  await feed.waitUntilFresh();
  expect(namesIn(cache)).toEqual(['a/new', 'a/x']);
});

test('watches end, and their clients hear that they have to list anew', async () => {
  const { kv, after, feed, cache, joined } = await scene();
  const ends: string[] = [];
  for (const one of [cache, joined]) {
    const { resourceName } = one;
    const sink = {
      write: () => true,
      backlog: 0,
      onDrain: undefined,
      end: () => void ends.push(`${resourceName} ended`),
      cut: () => void ends.push(`${resourceName} cut`),
    };
    const encoder = { id: 'test', frame: () => Buffer.from('x'), bookmark: () => Buffer.from('') };
    const options = {
      selection: new Selection('', undefined, undefined),
      encoder,
      sink,
      bookmarks: false,
      deadline: Date.now() + 60_000,
      onExpired: () => void ends.push(`${resourceName} expired`),
      onUnreadable: () => void ends.push(`${resourceName} unreadable`),
    };
    one.watch(options, Date.now(), feed.revision, feed.revision);
  }
  kv.replace(after);
  expect(ends).toEqual(['pods expired', 'pods ended', 'jobs expired', 'jobs ended']);
});

test('who waits for the newest state gets that of the new store; who waits for a revision hears that it is gone', async () => {
  const { kv, before, after, feed, cache } = await scene();
  kv.holdBack();
  const revision = await put(before, 'late');
  const fresh = feed.waitUntilFresh();
  const exact = feed.waitFor(revision).then(
    () => 'shown',
    (error) => error.code,
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  kv.replace(after);
  await fresh;
  expect(namesIn(cache)).toEqual(['a/x']);
  // The store comes to a revision of that number, which is another write.
  for (let at = 0; at < revision; ) at = await put(after, `later-${at}`);
  await feed.waitUntilFresh();
  expect(await exact).toBe('Expired');
});

test('a store that is replaced while it is loaded is loaded from the beginning', async () => {
  const { kv, before, after, feed, cache } = await scene();
  const third = await openStore();
  await put(third, 'third');
  kv.onRange = () => {
    kv.onRange = undefined;
    kv.replace(third);
  };
  kv.replace(after);
  await feed.waitUntilFresh();
  expect(namesIn(cache)).toEqual(['a/third']);
  expect(feed.isOutdated).toBe(false);
  await put(before, 'nobody');
});
