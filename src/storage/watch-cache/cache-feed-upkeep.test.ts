import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageKeys } from '../keys.ts';
import {
  type KeyValue,
  type Kv,
  KvError,
  type KvEvent,
  type WatchOptions as KvWatchOptions,
  type RangeOptions,
  type RangeResult,
  type WatchHandler,
} from '../kv.ts';
import { CacheFeed } from './cache-feed.ts';
import { EntryReader } from './entry.ts';
import { ResourceCache } from './resource-cache.ts';
import { Selection } from './selection.ts';
import type { StoreList } from './store-list.ts';
import type { WatchSink, WatchStream } from './watch-stream.ts';

/** A store that holds what the test says, and whose watch shows what the test says. */
class ScriptedKv {
  readonly trouble = undefined;
  replacements = 0;
  revision = 10;
  items: KeyValue[] = [];
  /** Failures of the next questions for the revision. */
  failures: Error[] = [];
  questions = 0;
  handler!: WatchHandler;
  /** The watches that were begun: their first revision, and how. */
  watches: [from: number, options: KvWatchOptions | undefined][] = [];
  closed = 0;

  currentRevision = async (): Promise<number> => {
    this.questions++;
    const failure = this.failures.shift();
    if (failure !== undefined) throw failure;
    return this.revision;
  };

  range = async (prefix: string, { startKey = prefix }: RangeOptions = {}): Promise<RangeResult> => {
    const items = this.items.filter(({ key }) => key.startsWith(prefix) && key >= startKey);
    return { items, more: false, count: items.length, revision: this.revision };
  };

  watch: Kv['watch'] = (from, handler, options) => {
    this.handler = handler;
    this.watches.push([from, options]);
    return { [Symbol.dispose]: () => void this.closed++, pause: () => {}, resume: () => {} };
  };

  show(...events: KvEvent[]): void {
    this.revision = events.at(-1)!.revision;
    this.handler.onEvents(events, this.revision);
  }
}

const value = Buffer.from('{"kind":"K","apiVersion":"v1","metadata":{"name":"x","uid":"u"}}');
const item = (key: string, modRevision = 5): KeyValue => ({ key, value, createRevision: 1, modRevision });
const put = (key: string, revision: number): KvEvent & { type: 'put' } => ({
  type: 'put',
  key,
  value,
  revision,
  createRevision: revision,
  previous: undefined,
});

function cacheOf(prefix: string): ResourceCache {
  return new ResourceCache({
    resourceName: prefix.split('/').at(-2)!,
    prefix,
    reader: new EntryReader(prefix, (stored) => ({ stored, labels: undefined, fields: {} })),
    indexedFields: [],
    history: { age: 1_000, bytes: () => 1e9 },
    delivered: () => {},
    unreadable: () => {},
  });
}

const pods = '/registry/pods/';
const services = '/registry/services/specs/';
const keysIn = ({ tree }: ResourceCache): string[] => Array.from(tree.values(), ({ key }) => key);

let kv: ScriptedKv;
let feed: CacheFeed;
let cache: ResourceCache;
let troubles: string[];
let lists: [string, StoreList][];
let now: number;

function makeFeed(waitTimeout = 2_000): CacheFeed {
  return new CacheFeed({
    kv: kv as unknown as Kv,
    keys: new StorageKeys('/registry'),
    clock: { now: () => now },
    waitTimeout,
    onListed: (...list) => void lists.push(list),
    report: (message) => void troubles.push(message),
  });
}

beforeEach(() => {
  now = 1_000_000;
  troubles = [];
  lists = [];
  kv = new ScriptedKv();
  kv.items = [item(`${pods}a/x`), item(`${pods}a/y`)];
  cache = cacheOf(pods);
  feed = makeFeed();
  feed.add(cache);
});
afterEach(() => {
  feed[Symbol.dispose]();
  vi.useRealTimers();
});

/** A watch of everything that a cache has from now on, and what happened to it. */
function watch(of: ResourceCache): { stream: WatchStream; events: string[]; sink: WatchSink } {
  const events: string[] = [];
  const sink = {
    backlog: 0,
    onDrain: undefined,
    write: (bytes: Buffer) => {
      events.push(bytes.toString());
      return true;
    },
    end: () => void events.push('end'),
    cut: () => void events.push('cut'),
  };
  const stream = of.watch(
    {
      selection: new Selection(''),
      encoder: {
        id: 'text',
        frame: (type, { key }) => Buffer.from(`${type} ${key}`),
        bookmark: (revision) => Buffer.from(`BOOKMARK ${revision}`),
      },
      sink,
      bookmarks: true,
      deadline: now + 600_000,
      onExpired: () => void events.push('expired'),
      onUnreadable: () => expect.unreachable(),
    },
    now,
    feed.revision,
    feed.revision,
  );
  return { stream, events, sink };
}

/** Streams have had their turns. */
const settled = async (): Promise<void> => {
  for (let round = 0; round < 6; round++) await new Promise(setImmediate);
};

describe('a feed that starts', () => {
  it('has what the store holds, and follows from there', async () => {
    expect([feed.ready, feed.revision]).toEqual([false, 0]);
    await feed.start();
    expect([feed.ready, feed.revision, feed.reloads]).toEqual([true, 10, 0]);
    expect(keysIn(cache)).toEqual(['a/x', 'a/y']);
    // The caches know what was there before, and what has to be decrypted can wait.
    expect(kv.watches).toEqual([[11, { previous: false, defers: true }]]);
    expect(lists).toEqual([['pods', { fetched: 2, evaluated: 2, returned: 2 }]]);
  });

  it('says so of a cache without objects, too', async () => {
    kv.items = [];
    await feed.start();
    expect(lists).toEqual([['pods', { fetched: 0, evaluated: 0, returned: 0 }]]);
  });

  it('rejects when the store cannot be read', async () => {
    kv.failures = [new KvError('Unavailable', 'down')];
    await expect(feed.start()).rejects.toThrow('down');
    expect([feed.ready, kv.watches]).toEqual([false, []]);
  });

  it('follows nothing when it was closed meanwhile', async () => {
    const starting = feed.start();
    feed[Symbol.dispose]();
    await starting;
    expect([feed.ready, kv.watches]).toEqual([false, []]);
  });
});

describe('an event', () => {
  it.each([
    ['of a resource type', `${pods}a/new`, ['a/new'], []],
    ['of a resource type of two segments', `${services}a/new`, [], ['a/new']],
    ['of a neighbour of that', '/registry/services/endpoints/a/new', [], []],
    ['of a resource type that nobody keeps', '/registry/nodes/new', [], []],
    ['of a key beside the resource types', '/registry/pods', [], []],
    ['of a key with too few segments', '/registry/services/new', [], []],
    ['of another program', '/other/pods/a/new', [], []],
  ])('%s goes to its cache, if there is one', async (_, key, ofPods, ofServices) => {
    kv.items = [];
    const second = cacheOf(services);
    feed.add(second);
    await feed.start();
    kv.show(put(key, 11));
    expect([keysIn(cache), keysIn(second)]).toEqual([ofPods, ofServices]);
    expect(feed.revision).toBe(11);
  });

  it('goes to all caches of its prefix, with the time of the clock', async () => {
    await feed.start();
    const joined = cacheOf(pods);
    await feed.join(joined);
    now = 1_234_567;
    kv.show(put(`${pods}a/z`, 11));
    expect([keysIn(cache), keysIn(joined)]).toEqual([
      ['a/x', 'a/y', 'a/z'],
      ['a/x', 'a/y', 'a/z'],
    ]);
    for (const { history } of [cache, joined]) expect([...history.after(10)][0]!.time).toBe(1_234_567);
  });
});

describe('a cache that joins', () => {
  it('is one of the caches until it leaves; its watches end then', async () => {
    await feed.start();
    kv.items.push(item(`${services}a/s`));
    const joined = cacheOf(services);
    await feed.join(joined);
    expect(feed.caches).toEqual([cache, joined]);
    expect(keysIn(joined)).toEqual(['a/s']);
    const { events } = watch(joined);
    feed.leave(joined);
    expect([feed.caches, events]).toEqual([[cache], ['end']]);
    kv.show(put(`${services}a/t`, 11));
    expect(keysIn(joined)).toEqual(['a/s']);
  });

  it('leaves the others of its prefix alone when it leaves', async () => {
    await feed.start();
    const [one, two] = [cacheOf(services), cacheOf(services)];
    await feed.join(one);
    await feed.join(two);
    feed.leave(one);
    feed.leave(cacheOf('/registry/nodes/'));
    expect(feed.caches).toEqual([cache, two]);
    kv.show(put(`${services}a/t`, 11));
    expect([keysIn(one), keysIn(two)]).toEqual([[], ['a/t']]);
  });

  it('has not joined when it cannot be loaded', async () => {
    await feed.start();
    kv.failures = [new KvError('Unavailable', 'down')];
    const joined = cacheOf(services);
    await expect(feed.join(joined)).rejects.toThrow('down');
    kv.show(put(`${services}a/t`, 11));
    await settled();
    expect([feed.caches, keysIn(joined)]).toEqual([[cache], []]);
  });
});

describe('a reload', () => {
  it('brings what was missed; watches end', async () => {
    await feed.start();
    feed.oldestListed = 30;
    const { events } = watch(cache);
    kv.items.push(item(`${pods}a/z`));
    kv.revision = 20;
    kv.handler.onEnd(new KvError('Expired', 'compacted'));
    expect([feed.ready, kv.closed]).toEqual([false, 1]);
    await feed.waitUntilFresh();
    expect([feed.ready, feed.revision, feed.reloads, events]).toEqual([true, 20, 1, ['end']]);
    // What was compacted before is of another history where the store was set back.
    expect(feed.oldestListed).toBe(0);
    expect(keysIn(cache)).toEqual(['a/x', 'a/y', 'a/z']);
    expect(kv.watches.map(([from]) => from)).toEqual([11, 21]);
    expect(troubles).toEqual(['the caches are loaded anew: compacted']);
  });

  it('is one, however many ask for it at a time', async () => {
    await feed.start();
    const [one, two] = [feed.reload('x'), feed.reload('y')];
    expect(one).toBe(two);
    await one;
    expect([feed.reloads, troubles]).toEqual([1, ['the caches are loaded anew: x']]);
    await feed.reload('z');
    expect(feed.reloads).toBe(2);
  });

  it('is tried until the store can be read, ever later', async () => {
    await feed.start();
    kv.failures = ['one', 'two'].map((text) => new KvError('Unavailable', text));
    const began = performance.now();
    await feed.reload('x');
    // 100 and 200 milliseconds.
    expect(performance.now() - began).toBeGreaterThan(290);
    expect(feed.reloads).toBe(3);
    expect(troubles.slice(1)).toEqual([
      'the caches cannot be loaded: one',
      'the caches cannot be loaded: two',
    ]);
  });

  it('is not tried any more once the feed is closed', async () => {
    await feed.start();
    kv.failures = Array.from({ length: 9 }, () => new KvError('Unavailable', 'down'));
    const reloading = feed.reload('x');
    feed[Symbol.dispose]();
    await reloading;
    expect([feed.reloads, feed.ready]).toEqual([1, false]);
  });

  it('of what the store does not hold at all leaves nothing to be read meanwhile', async () => {
    await feed.start();
    const { events } = watch(cache);
    const discarding = feed.discard('wrong');
    expect([cache.lags, events]).toEqual([true, ['expired', 'end']]);
    await discarding;
    expect([cache.lags, feed.ready]).toEqual([false, true]);
  });
});

describe('a read that waits', () => {
  it('is told whether the caches are loaded, when it has waited too long', async () => {
    feed = makeFeed(5);
    await expect(feed.waitFor(3)).rejects.toMatchObject({ code: 'Unavailable' });
    await feed.start();
    await feed.waitFor(10);
    await expect(feed.waitFor(11)).rejects.toMatchObject({
      code: 'FutureRevision',
      message: 'revision 11 has not been shown, the newest is 10',
    });
  });

  it('has what it waits for when that is shown', async () => {
    await feed.start();
    kv.revision = 12;
    let isFresh = false;
    const fresh = feed.waitUntilFresh().then(() => (isFresh = true));
    const exact = feed.waitFor(12);
    await settled();
    expect(isFresh).toBe(false);
    kv.show(put(`${pods}a/z`, 12));
    await Promise.all([fresh, exact]);
  });

  it('does not wait for what is shown', async () => {
    await feed.start();
    kv.show(put(`${pods}a/z`, 12));
    await feed.waitUntilFresh();
    expect(kv.questions).toBe(2);
  });
});

describe('each second', () => {
  const second = (): void => void vi.advanceTimersByTime(1_000);
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await feed.start();
  });

  it('what is too old is forgotten', () => {
    kv.show(put(`${pods}a/z`, 11));
    now += 1_001;
    second();
    expect([cache.knows(10), cache.knows(11)]).toEqual([false, true]);
  });

  it('bookmarks are sent of what the feed has shown, whichever cache it was for', async () => {
    const { events } = watch(cache);
    await settled();
    kv.show(put('/other/x', 15));
    now += 60_000;
    second();
    expect(events).toEqual(['BOOKMARK 15']);
    now += 600_000;
    second();
    expect(events.at(-1)).toBe('end');
  });

  it.each([
    ['more than 64 megabytes', 32 * 1024 * 1024 + 1, true],
    ['no more than 64 megabytes', 32 * 1024 * 1024, false],
  ])('watchers hear whether %s wait to be sent to all together', async (_, half, isCrowded) => {
    const other = cacheOf(services);
    await feed.join(other);
    const watches = [watch(cache), watch(other)];
    for (const { sink } of watches) Object.assign(sink, { backlog: half });
    Object.assign(watches[0]!.sink, { backlog: 32 * 1024 * 1024 });
    second();
    expect(watches.map(({ stream }) => stream.isCrowded)).toEqual([isCrowded, isCrowded]);
    for (const { sink } of watches) Object.assign(sink, { backlog: 0 });
    second();
    expect(watches.map(({ stream }) => stream.isCrowded)).toEqual([false, false]);
  });

  it('nothing happens once the feed is closed', () => {
    kv.show(put(`${pods}a/z`, 11));
    feed[Symbol.dispose]();
    expect(kv.closed).toBe(1);
    now += 1_001;
    second();
    expect(cache.knows(10)).toBe(true);
  });
});

it('watches end in portions, after what they are to be told', async () => {
  await feed.start();
  const watches = [watch(cache), watch(cache), watch(cache)];
  await settled();
  kv.show(put(`${pods}a/z`, 11));
  expect(feed.endWatches(2)).toBe(1);
  expect(watches.map(({ events }) => events)).toEqual([
    ['ADDED a/z', 'BOOKMARK 11', 'end'],
    ['ADDED a/z', 'BOOKMARK 11', 'end'],
    ['ADDED a/z'],
  ]);
  expect(feed.endWatches(1)).toBe(0);
  expect(feed.endWatches(1)).toBe(0);
});

describe('what another process has to decrypt', () => {
  it('sets its cache apart, which is behind until that is done, and the others are not', async () => {
    await feed.start();
    const event = put(`${pods}a/z`, 11);
    const { promise, resolve } = Promise.withResolvers<KvEvent>();
    kv.show({ ...event, value: Buffer.alloc(0), pending: () => promise });
    expect([feed.revision, feed.caches, cache.lags]).toEqual([11, [], true]);
    kv.show(put(`${pods}a/zz`, 12));
    resolve(event);
    await cache.caughtUp();
    await settled();
    expect(keysIn(cache)).toEqual(['a/x', 'a/y', 'a/z', 'a/zz']);
    expect(feed.caches).toEqual([cache]);
  });

  it('and cannot be for now keeps its cache from being loaded, and no other; it is tried again', async () => {
    const other = cacheOf(services);
    feed.add(other);
    const broken = { ...item(`${pods}a/z`), unreadable: { reason: 'no answer', mayPass: true } };
    kv.items = [broken, item(`${services}a/s`)];
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await feed.start();
    expect([keysIn(other), feed.caches]).toEqual([['a/s'], [other]]);
    await expect(cache.caughtUp()).rejects.toThrow('no answer');
    expect(lists.map(([name]) => name)).toEqual(['specs']);
    await settled();
    await vi.advanceTimersByTimeAsync(1_000);
    await settled();
    await vi.advanceTimersByTimeAsync(1_000);
    await settled();
    // Told once, however often it is tried.
    expect(troubles).toEqual(['pods cannot be loaded: no answer']);
    kv.items = [item(`${pods}a/z`), item(`${services}a/s`)];
    await vi.advanceTimersByTimeAsync(1_000);
    await settled();
    expect([keysIn(cache), feed.caches, cache.lags]).toEqual([['a/z'], [other, cache], false]);
  });
});
