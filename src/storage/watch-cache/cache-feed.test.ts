import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseFieldSelector } from '../../api/selectors/field-selector.ts';
import { parseLabelSelector } from '../../api/selectors/label-selector.ts';
import { systemClock } from '../../util/clock.ts';
import { StorageKeys } from '../keys.ts';
import { openEmbedded } from '../kv/embedded/open.ts';
import type { Kv } from '../kv.ts';
import { CacheFeed } from './cache-feed.ts';
import { type CacheEntry, EntryReader } from './entry.ts';
import type { EventEncoder } from './event.ts';
import { ResourceCache } from './resource-cache.ts';
import { Selection } from './selection.ts';
import { SelfCheck } from './self-check.ts';
import { type WatchSink, WatchStream } from './watch-stream.ts';

const keys = new StorageKeys('/registry');
const pods = { group: '', resource: 'pods' };
const prefix = keys.resource(pods);

let directory: string;
let kv: Kv;
let cache: ResourceCache;
let feed: CacheFeed;
let unreadable: string[];
const onUnreadable = () => expect.unreachable();

function makeCache(history = { age: 300_000, bytes: () => 1e8 }): ResourceCache {
  const reader = new EntryReader(prefix, (stored) => {
    const { metadata, spec } = JSON.parse(stored.toString());
    return { stored, labels: metadata.labels, fields: { 'spec.nodeName': spec?.nodeName ?? '' } };
  });
  return new ResourceCache({
    resourceName: 'pods',
    prefix,
    reader,
    indexedFields: ['spec.nodeName'],
    history,
    delivered: () => {},
    unreadable: (key) => void unreadable.push(key),
  });
}

async function startFeed(): Promise<void> {
  unreadable = [];
  cache = makeCache();
  feed = new CacheFeed({ kv, keys, clock: systemClock, waitTimeout: 2_000, report: () => {} });
  feed.add(cache);
  await feed.start();
}

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'feed-'));
  kv = await openEmbedded({ directory });
  await startFeed();
});

afterEach(async () => {
  feed[Symbol.dispose]();
  await kv.close();
  rmSync(directory, { recursive: true });
});

const value = (name: string, labels: Record<string, string> = {}, nodeName = ''): Buffer =>
  Buffer.from(
    JSON.stringify({
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: { name, uid: name, labels },
      spec: { nodeName },
    }),
  );

const create = async (namespace: string, name: string, labels?: Record<string, string>, node?: string) =>
  (await kv.create(keys.object(pods, namespace, name), value(name, labels, node))).revision;

const select = (namespace: string, labels = '', fields = ''): Selection =>
  new Selection(namespace, parseLabelSelector(labels), parseFieldSelector(fields));

const names = (entries: readonly CacheEntry[]): string[] => entries.map(({ key }) => key);

/** Collects the events of a watch as text: `ADDED a/b@7`. */
class Lines implements WatchSink {
  readonly lines: string[] = [];
  backlog = 0;
  onDrain: (() => void) | undefined;
  ended = false;
  wasCut = false;
  isFull = false;
  write(bytes: Buffer): boolean {
    this.lines.push(...bytes.toString().split('\n').filter(Boolean));
    return !this.isFull;
  }
  end(): void {
    this.ended = true;
  }
  cut(): void {
    this.wasCut = true;
  }
}

const encoder: EventEncoder = {
  id: 'test',
  frame: (type, { key, revision }) => Buffer.from(`${type} ${key}@${revision}\n`),
  bookmark: (revision, end) => Buffer.from(`BOOKMARK @${revision}${end ? ' end' : ''}\n`),
};

function watch(selection: Selection, from?: number, endMark = false): Lines {
  const sink = new Lines();
  const deadline = Date.now() + 600_000;
  cache.watch(
    { selection, encoder, sink, bookmarks: true, deadline, onUnreadable },
    Date.now(),
    from,
    feed.revision,
    endMark,
  );
  return sink;
}

const settled = async (): Promise<void> => {
  await feed.waitUntilFresh();
  // Streams that are behind take turns; a busy machine needs more of them.
  for (let round = 0; round < 10; round++) {
    await new Promise(setImmediate);
    cache.fanOut.flush();
  }
};

describe('a cache', () => {
  it('shows what was acknowledged before a read began, with its revision in the bytes', async () => {
    const revision = await create('a', 'x', { app: 'web' });
    await feed.waitUntilFresh();
    const entry = cache.get('a/x')!;
    expect(entry).toMatchObject({ namespace: 'a', name: 'x', revision, labels: { app: 'web' } });
    expect(JSON.parse(entry.json.toString()).metadata.resourceVersion).toBe(String(revision));
  });

  it('selects by namespace, name, label and field, in key order, never reaching into a namespace of similar name', async () => {
    await create('a', 'one', { app: 'web' }, 'n1');
    await create('a-b', 'two', { app: 'web' }, 'n2');
    await create('a', 'three', { app: 'db' }, 'n1');
    await create('ab', 'four');
    await feed.waitUntilFresh();
    const list = (selection: Selection) =>
      names(cache.page(cache.tree, feed.revision, { selection, limit: 0 }).entries);
    expect(list(select(''))).toEqual(['a-b/two', 'a/one', 'a/three', 'ab/four']);
    expect(list(select('a'))).toEqual(['a/one', 'a/three']);
    expect(list(select('', 'app=web'))).toEqual(['a-b/two', 'a/one']);
    expect(list(select('a', 'app'))).toEqual(['a/one', 'a/three']);
    expect(list(select('', '', 'spec.nodeName=n1'))).toEqual(['a/one', 'a/three']);
    expect(list(select('', 'app=db', 'spec.nodeName=n1'))).toEqual(['a/three']);
    expect(list(select('a', '', 'metadata.name=one'))).toEqual(['a/one']);
    expect(list(select('', '', 'metadata.name=one'))).toEqual(['a/one']);
    expect(list(select('a', '', 'metadata.name=two'))).toEqual([]);
    expect(list(select('', '', 'spec.nodeName!=n1'))).toEqual(['a-b/two', 'ab/four']);
  });

  it('is read in slices where it takes long, as it was when the reading began', async () => {
    const numbers = Array.from({ length: 1_000 }, (_, n) => n);
    await Promise.all(
      numbers.slice(0, 200).map((n) => create('a', `p${n}`, { app: n % 2 === 0 ? 'web' : 'db' }, 'n1')),
    );
    await feed.waitUntilFresh();
    // Of which the index of the field is of use, and is changed meanwhile.
    await Promise.all(numbers.map((n) => create('b', `p${n}`)));
    await feed.waitUntilFresh();
    for (const fields of ['', 'spec.nodeName=n1']) {
      const selection = select('', 'app=web', fields);
      let turns = 0;
      vi.spyOn(selection, 'matches').mockImplementation((entry) => {
        for (const end = performance.now() + 0.5; performance.now() < end; );
        return Selection.prototype.matches.call(selection, entry);
      });
      const expected = names(cache.page(cache.tree, feed.revision, { selection, limit: 0 }).entries);
      const reading = cache.pageInSlices(cache.tree, feed.revision, { selection, limit: 0 });
      const counting = setInterval(() => turns++, 0);
      const name = `p${fields === '' ? 1 : 3}`;
      await kv.delete(`${prefix}a/${name}`, cache.get(`a/${name}`)!.revision);
      expect(names((await reading).entries)).toEqual(expected);
      clearInterval(counting);
      expect(expected).toHaveLength(100);
      expect(turns).toBeGreaterThan(1);
    }
  });

  it('pages through one snapshot while writes go on', async () => {
    for (let n = 0; n < 10; n++) await create('a', `p${n}`);
    await feed.waitUntilFresh();
    const revision = feed.revision;
    const first = cache.page(cache.stateAt(revision), revision, { selection: select('a'), limit: 4 });
    expect(first).toMatchObject({ more: true, remaining: 6 });
    const item = cache.get('a/p5')!;
    await kv.delete(`${prefix}a/p5`, item.revision);
    await create('a', 'p55');
    await feed.waitUntilFresh();
    const rest = cache.page(cache.stateAt(revision), revision, {
      selection: select('a'),
      limit: 0,
      startKey: 'a/p3\0',
    });
    expect(names(rest.entries)).toEqual(['a/p4', 'a/p5', 'a/p6', 'a/p7', 'a/p8', 'a/p9']);
    expect(
      names(
        cache.page(cache.tree, feed.revision, { selection: select('a'), limit: 0, startKey: 'a/p4' }).entries,
      ),
    ).toContain('a/p55');
  });

  it('is the same after a restart as before', async () => {
    await create('a', 'x');
    await create('b', 'y');
    await feed.waitUntilFresh();
    const before = [...cache.tree.values()].map(({ json }) => json.toString());
    feed[Symbol.dispose]();
    await startFeed();
    expect([...cache.tree.values()].map(({ json }) => json.toString())).toEqual(before);
  });
});

describe('a watch', () => {
  it('from the state: ADDED for what is there, a bookmark that ends it, then what happens', async () => {
    const x = await create('a', 'x');
    await feed.waitUntilFresh();
    const sink = watch(select('a'), undefined, true);
    const y = await create('a', 'y');
    await create('b', 'z');
    const gone = (await kv.delete(`${prefix}a/x`, x)).revision;
    await settled();
    expect(sink.lines).toEqual([
      `ADDED a/x@${x}`,
      `BOOKMARK @${x} end`,
      `ADDED a/y@${y}`,
      `DELETED a/x@${gone}`,
    ]);
  });

  it('from a revision: everything after it, each once', async () => {
    const revisions: number[] = [];
    for (let n = 0; n < 5; n++) revisions.push(await create('a', `p${n}`));
    await feed.waitUntilFresh();
    const sink = watch(select(''), revisions[1]!);
    revisions.push(await create('a', 'p5'));
    await settled();
    expect(sink.lines).toEqual([2, 3, 4, 5].map((n) => `ADDED a/p${n}@${revisions[n]}`));
  });

  it('sees an object come into a selection and leave it', async () => {
    const x = await create('a', 'x', { app: 'web' }, 'n1');
    await feed.waitUntilFresh();
    const web = watch(select('', 'app=web'));
    const onNode = watch(select('', '', 'spec.nodeName=n2'));
    const moved = (await kv.update(`${prefix}a/x`, value('x', { app: 'web' }, 'n2'), x)).revision;
    const changed = (await kv.update(`${prefix}a/x`, value('x', { app: 'db' }, 'n2'), moved)).revision;
    const gone = (await kv.delete(`${prefix}a/x`, changed)).revision;
    await settled();
    expect(web.lines).toEqual([`ADDED a/x@${x}`, `MODIFIED a/x@${moved}`, `DELETED a/x@${changed}`]);
    expect(onNode.lines).toEqual([`ADDED a/x@${moved}`, `MODIFIED a/x@${changed}`, `DELETED a/x@${gone}`]);
  });

  it('that nobody reads falls behind, and gets what it has missed when it is read again', async () => {
    const slow = watch(select('a'));
    const fast = watch(select('a'));
    await settled();
    slow.isFull = true;
    slow.backlog = 1e6;
    const revisions = [];
    for (const name of ['x', 'y', 'z']) {
      revisions.push(await create('a', name));
      await settled();
    }
    expect(slow.lines).toEqual([`ADDED a/x@${revisions[0]}`]);
    expect(fast.lines).toHaveLength(3);
    slow.isFull = false;
    slow.backlog = 0;
    slow.onDrain!();
    await settled();
    expect(slow.lines).toEqual(fast.lines);
    await create('a', 'live');
    await settled();
    expect(slow.lines).toEqual(fast.lines);
    expect(slow.wasCut).toBe(false);
  });

  it('that is read again only when memory has forgotten what it has missed ends', async () => {
    const slow = watch(select('a'));
    await settled();
    slow.isFull = true;
    slow.backlog = 1e6;
    for (const name of ['x', 'y', 'z']) {
      await create('a', name);
      await settled();
    }
    cache.history.trim(Date.now() + 400_000);
    slow.isFull = false;
    slow.backlog = 0;
    slow.onDrain!();
    await settled();
    expect(slow.lines).toHaveLength(1);
    expect(slow.ended).toBe(true);
    expect(cache.fanOut.watchers).toBe(0);
  });

  it('that goes on from the history waits for a slow reader, and does not stay when it is gone', async () => {
    const before = feed.revision;
    for (let n = 0; n < 3; n++) await create('a', `large-${n}`);
    await feed.waitUntilFresh();
    const sink = new Lines();
    sink.isFull = true;
    const wide = { ...encoder, frame: () => Buffer.from(`${'x'.repeat(200_000)}\n`) };
    const deadline = Date.now() + 600_000;
    const options = { selection: select(''), encoder: wide, sink, bookmarks: true, deadline, onUnreadable };
    const stream = new WatchStream(options, Date.now());
    cache.resume(stream, before);
    await settled();
    expect(sink.lines).toHaveLength(1);
    sink.isFull = false;
    sink.onDrain!();
    await vi.waitFor(() => expect(sink.lines).toHaveLength(3));
    expect(cache.fanOut.watchers).toBe(1);
    stream.cut();
    expect(sink.wasCut).toBe(true);
    expect(cache.fanOut.watchers).toBe(0);
  });

  it('gets more than can be handed over at a time from the history, each event once, in order', async () => {
    const wide = {
      ...encoder,
      frame: (type: string, { key }: CacheEntry) => Buffer.from(`${type} ${key} ${'x'.repeat(50_000)}\n`),
    };
    const sinks = [new Lines(), new Lines()];
    const deadline = Date.now() + 600_000;
    for (const sink of sinks) {
      const options = { selection: select(''), encoder: wide, sink, bookmarks: true, deadline, onUnreadable };
      cache.watch(options, Date.now(), feed.revision, feed.revision);
    }
    await settled();
    const value = Buffer.from('{"metadata":{"name":"n","uid":"u"}}');
    const first = feed.revision + 1;
    for (let n = 0; n < 300; n++) {
      const key = `${prefix}a/n${n}`;
      cache.apply(
        { type: 'put', key, value, createRevision: first + n, revision: first + n, previous: undefined },
        Date.now(),
      );
    }
    await expect.poll(() => sinks[0]!.lines.length + sinks[1]!.lines.length).toBe(600);
    for (const { lines } of sinks) {
      expect(lines.map((line) => line.split(' ')[1])).toEqual(
        Array.from({ length: 300 }, (_, n) => `a/n${n}`),
      );
    }
  });

  it('gives every watcher what its selection has, whatever happens', async () => {
    const step = fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'd'),
      app: fc.constantFrom('web', 'db'),
      node: fc.constantFrom('n1', 'n2', ''),
      remove: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const selections = [
          select(''),
          select('s', 'app=web'),
          select('', '', 'spec.nodeName=n1'),
          select('s', 'app!=web'),
        ];
        await feed.waitUntilFresh();
        const sinks = selections.map((selection) => ({ selection, sink: watch(selection) }));
        for (const { name, app, node, remove } of steps) {
          const key = `${prefix}s/${name}`;
          const { item } = await kv.get(key);
          if (item === undefined) await kv.create(key, value(name, { app }, node));
          else if (remove) await kv.delete(key, item.modRevision);
          else await kv.update(key, value(name, { app }, node), item.modRevision);
        }
        await settled();
        for (const { selection, sink } of sinks) {
          const state = new Set<string>();
          for (const line of sink.lines) {
            const [type, object] = line.split(' ') as [string, string];
            const key = object.split('@')[0]!;
            expect(type === 'ADDED').toBe(!state.has(key));
            if (type === 'DELETED') state.delete(key);
            else state.add(key);
          }
          expect([...state].sort()).toEqual(
            names(cache.page(cache.tree, feed.revision, { selection, limit: 0 }).entries),
          );
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe('history', () => {
  it('tells the state at each revision that it has', async () => {
    const states: [number, string[]][] = [];
    for (let n = 0; n < 300; n++) {
      const revision = await create('a', `p${n % 40}-${n}`);
      await feed.waitUntilFresh();
      if (n % 37 === 0) states.push([revision, names([...cache.tree.values()])]);
    }
    for (const [revision, keysThen] of states)
      expect(names([...cache.stateAt(revision).values()])).toEqual(keysThen);
  });

  it('tells the whole state at a revision that changed many objects', async () => {
    for (const name of ['x', 'y', 'z']) await create('a', name);
    await feed.waitUntilFresh();
    const fresh = makeCache();
    fresh.load([...cache.tree.values()], feed.revision);
    // As when the lease ends that they share.
    const together = feed.revision + 1;
    for (const name of ['x', 'y']) {
      fresh.apply(
        { type: 'delete', key: `${prefix}a/${name}`, revision: together, previous: undefined },
        Date.now(),
      );
    }
    fresh.apply(
      { type: 'delete', key: `${prefix}a/z`, revision: together + 1, previous: undefined },
      Date.now(),
    );
    expect(names([...fresh.stateAt(together).values()])).toEqual(['a/z']);
    expect(names([...fresh.stateAt(together - 1).values()])).toEqual(['a/x', 'a/y', 'a/z']);
  });

  it('forgets by age and by size, and says from where on it knows', async () => {
    const first = await create('a', 'x');
    await create('a', 'y');
    await feed.waitUntilFresh();
    expect(cache.knows(first)).toBe(true);
    cache.history.trim(Date.now() + 400_000);
    expect(cache.knows(first)).toBe(false);
    expect(cache.history.length).toBe(0);
    expect(cache.history.cutShort).toBe(false);
    expect(cache.knows(feed.revision)).toBe(true);
  });
});

it('a revision that never comes is waited for, but not for ever', async () => {
  await expect(feed.waitFor(feed.revision + 1000)).rejects.toMatchObject({ code: 'FutureRevision' });
});

describe('the self-check', () => {
  it('is content with a cache that agrees with the store', async () => {
    for (let n = 0; n < 30; n++) await create('a', `p${n}`);
    await feed.waitUntilFresh();
    const failed: string[] = [];
    await new SelfCheck(kv, feed, (resource) => failed.push(resource)).run(0);
    expect(failed).toEqual([]);
    expect(feed.reloads).toBe(0);
  });

  it('finds what the cache lost or made up, and loads it anew; watches end', async () => {
    await create('a', 'x');
    const { revision } = await kv.create('/other/key', Buffer.from('x'));
    await feed.waitUntilFresh();
    const sink = watch(select(''));
    await settled();
    // As if that had been the deletion of the object.
    cache.apply({ type: 'delete', key: `${prefix}a/x`, revision, previous: undefined }, Date.now());
    const failed: string[] = [];
    await new SelfCheck(kv, feed, (resource) => failed.push(resource)).run(0);
    expect(failed).toEqual(['pods']);
    expect(feed.reloads).toBe(1);
    expect(cache.get('a/x')).toBeDefined();
    expect(sink.ended).toBe(true);
    await create('a', 'y');
    await feed.waitUntilFresh();
    expect(cache.tree.size).toBe(2);
  });
});
