import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Kv, KvError, type KvErrorCode, type KvEvent, type WatchHandler } from '../../storage/kv.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import { EntryReader } from '../../storage/watch-cache/entry.ts';
import type { EventEncoder } from '../../storage/watch-cache/event.ts';
import { ResourceCache } from '../../storage/watch-cache/resource-cache.ts';
import { Selection } from '../../storage/watch-cache/selection.ts';
import type { WatchSink, WatchStream } from '../../storage/watch-cache/watch-stream.ts';
import { StoreReplays } from './store-replay.ts';

const bytes = Buffer.from('{"kind":"K","apiVersion":"v1","metadata":{"name":"x","uid":"u"}}');
const created = (key: string, revision: number, value = bytes): KvEvent => ({
  type: 'put',
  key: `/registry/${key}`,
  value,
  revision,
  createRevision: revision,
  previous: undefined,
});

/** One reading of the store's history. */
interface Reading {
  from: number;
  handler: WatchHandler;
  isClosed: boolean;
}

const encoder: EventEncoder = {
  id: 'text',
  frame: (type, { key, revision }) => Buffer.from(`${type} ${key}@${revision}`),
  bookmark: () => Buffer.alloc(0),
};

/** The revision from which on memory has everything. */
const inMemory = 100;

let readings: Reading[];
let waits: { revision: number; resolve: () => void; reject: (error: Error) => void }[];
let feed: { revision: number };
let replays: StoreReplays;
let pods: ResourceCache;
let nodes: ResourceCache;

const cacheOf = (plural: string): ResourceCache => {
  const prefix = `/registry/${plural}/`;
  const cache = new ResourceCache({
    resourceName: plural,
    prefix,
    reader: new EntryReader(prefix, (stored) => {
      if (stored.at(-1) !== 0x7d) throw new SyntaxError('not an object');
      return { stored, labels: undefined, fields: {} };
    }),
    indexedFields: [],
    history: { age: 1e9, bytes: () => 1e9 },
    delivered: () => {},
    unreadable: () => {},
  });
  cache.load([], inMemory);
  return cache;
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  readings = [];
  waits = [];
  const kv = {
    watch: (from: number, handler: WatchHandler) => {
      const reading = { from, handler, isClosed: false };
      readings.push(reading);
      return { pause: () => {}, resume: () => {}, [Symbol.dispose]: () => void (reading.isClosed = true) };
    },
  } as unknown as Kv;
  feed = { revision: inMemory };
  const waitFor = (revision: number) =>
    new Promise<void>((resolve, reject) => void waits.push({ revision, resolve, reject }));
  replays = new StoreReplays({
    kv,
    feed: Object.assign(feed, { waitFor }) as unknown as CacheFeed,
    clock: { now: () => 0 },
  });
  pods = cacheOf('pods');
  nodes = cacheOf('nodes');
});
afterEach(() => void vi.useRealTimers());

/** A watch, and what happened to it. */
class Watching {
  readonly events: string[] = [];
  readonly stream: WatchStream;
  isFull = false;
  readonly sink: WatchSink = {
    backlog: 0,
    onDrain: undefined,
    write: (bytes) => {
      this.events.push(bytes.toString());
      return !this.isFull;
    },
    end: () => void this.events.push('end'),
    cut: () => void this.events.push('cut'),
  };

  constructor(cache: ResourceCache, after: number, namespace = '') {
    const options = {
      selection: new Selection(namespace),
      encoder,
      sink: this.sink,
      bookmarks: false,
      deadline: 1e12,
      onExpired: () => void this.events.push('expired'),
      onUnreadable: ({ key }: { key: string }) => void this.events.push(`unreadable ${key}`),
    };
    this.stream = replays.start(cache, options, after);
  }
}

/** All streams have had their turns. */
async function settled(): Promise<void> {
  for (let round = 0; round < 8; round++) await new Promise(setImmediate);
}
async function pass(milliseconds: number): Promise<void> {
  await settled();
  await vi.advanceTimersByTimeAsync(milliseconds);
  await settled();
}
const eventsOf = (...watches: Watching[]): string[][] => watches.map(({ events }) => events);

describe('watches of what only the store has', () => {
  it('that come within thirty milliseconds are one reading, from the oldest on', async () => {
    const late = new Watching(pods, 50);
    await pass(29);
    const early = new Watching(nodes, 40);
    await settled();
    expect(readings).toEqual([]);
    await pass(1);
    expect(readings.map(({ from }) => from)).toEqual([41]);
    readings[0]!.handler.onEvents(
      [created('pods/a/old', 45), created('pods/a/x', 51), created('nodes/n', 52)],
      60,
    );
    await settled();
    expect(eventsOf(late, early)).toEqual([['ADDED a/x@51'], ['ADDED n@52']]);
    expect([late.stream.revision, early.stream.revision]).toEqual([60, 60]);
  });

  it('that are gone by then are not read for', async () => {
    new Watching(pods, 50).stream[Symbol.dispose]();
    await pass(30);
    expect(readings).toEqual([]);
    new Watching(pods, 60);
    await pass(30);
    expect(readings.map(({ from }) => from)).toEqual([61]);
  });

  it('join a reading that has what they want', async () => {
    new Watching(pods, 40);
    await pass(30);
    const joining = new Watching(pods, 45);
    await settled();
    readings[0]!.handler.onEvents([created('pods/a/x', 44), created('pods/a/y', 46)], 60);
    await pass(30);
    expect([joining.events, readings.length]).toEqual([['ADDED a/y@46'], 1]);
  });

  it.each<[string, () => Watching]>([
    ['want something older', () => new Watching(pods, 39)],
    ['want another resource type', () => new Watching(nodes, 50)],
  ])('that %s have a reading of their own beside it', async (_, begin) => {
    const first = new Watching(pods, 40);
    await pass(30);
    const other = begin();
    const { revision } = other.stream;
    await pass(30);
    expect(readings.map(({ from, isClosed }) => [from, isClosed])).toEqual([
      [41, false],
      [revision + 1, false],
    ]);
    for (const { handler } of readings)
      handler.onEvents([created('pods/a/x', 51), created('nodes/n', 52)], 60);
    await settled();
    expect(first.events).toEqual(['ADDED a/x@51']);
    expect(other.events).toHaveLength(1);
  });

  it('that none of three readings has anything for wait until one has gone on for five seconds', async () => {
    const [first] = [new Watching(pods, 40), await pass(30)];
    for (const revision of [38, 36]) {
      new Watching(pods, revision);
      await pass(30);
    }
    const waiting = new Watching(pods, 34);
    await pass(4_900);
    expect(readings.map(({ from }) => from)).toEqual([41, 39, 37]);
    await pass(350);
    expect(readings.map(({ isClosed }) => isClosed)).toEqual([true, false, false, false]);
    expect(readings[3]!.from).toBe(35);
    // The first goes on with another one that has what it wants.
    readings[1]!.handler.onEvents([created('pods/a/x', 51)], 60);
    readings[3]!.handler.onEvents([created('pods/a/x', 51)], 60);
    await settled();
    expect([first.events, waiting.events]).toEqual([['ADDED a/x@51'], ['ADDED a/x@51']]);
  });

  it('have one reading for as long as it takes when nobody waits', async () => {
    new Watching(pods, 40);
    await pass(60_000);
    expect([readings.length, readings[0]!.isClosed]).toEqual([1, false]);
  });

  it('end the reading when the last of them has ended', async () => {
    const [one, two] = [new Watching(pods, 40), new Watching(pods, 50)];
    await pass(30);
    one.stream[Symbol.dispose]();
    expect(readings[0]!.isClosed).toBe(false);
    two.stream[Symbol.dispose]();
    expect(readings[0]!.isClosed).toBe(true);
    await pass(1_000);
    expect(readings).toHaveLength(1);
  });

  it('that wait have their turn as soon as the reading ends', async () => {
    const one = new Watching(pods, 40);
    await pass(30);
    for (const revision of [38, 36, 30]) {
      new Watching(pods, revision);
      await pass(30);
    }
    expect(readings.map(({ from }) => from)).toEqual([41, 39, 37]);
    one.stream[Symbol.dispose]();
    await pass(30);
    expect(readings.map(({ from }) => from)).toEqual([41, 39, 37, 31]);
  });
});

describe('a watch that meets what memory has', () => {
  it('goes on from there', async () => {
    const watching = new Watching(pods, 90);
    await pass(30);
    readings[0]!.handler.onEvents([created('pods/a/x', 95)], 100);
    await settled();
    expect([pods.fanOut.watchers, readings[0]!.isClosed]).toEqual([1, true]);
    pods.apply(created('pods/a/y', 101), 0);
    await settled();
    expect(watching.events).toEqual(['ADDED a/x@95', 'ADDED a/y@101']);
  });

  it('is not read for at all when memory has it from the beginning', async () => {
    new Watching(pods, 100);
    await pass(30);
    expect([pods.fanOut.watchers, readings]).toEqual([1, []]);
  });

  it.each<[string, (wait: (typeof waits)[0]) => void]>([
    ['have come that far', ({ resolve }) => resolve()],
    ['are loaded anew', ({ reject }) => reject(new Error('x'))],
  ])('and is ahead of the caches waits until these %s', async (_, happens) => {
    const watching = new Watching(pods, 95);
    await pass(30);
    readings[0]!.handler.onEvents([created('pods/a/x', 110)], 110);
    await settled();
    expect(waits.map(({ revision }) => revision)).toEqual([110]);
    expect([watching.events, pods.fanOut.watchers]).toEqual([['ADDED a/x@110'], 0]);
    feed.revision = 110;
    happens(waits[0]!);
    await settled();
    expect(pods.fanOut.watchers).toBe(1);
  });

  it('and begins ahead of the caches waits, and ends where the store has another history by then', async () => {
    const watching = new Watching(pods, 110);
    await settled();
    expect(waits.map(({ revision }) => revision)).toEqual([110]);
    waits[0]!.reject(new KvError('Expired', 'x'));
    await settled();
    expect([watching.events, pods.fanOut.watchers, readings]).toEqual([['expired', 'end'], 0, []]);
  });
});

describe('a reading that the store ends', () => {
  it.each<[string, number, string[], number]>([
    ['has what comes next', 50, [], 2],
    ['has forgotten what comes next', 49, ['expired', 'end'], 1],
  ])(
    'since its past is compacted expires those for whom it is gone: the store %s',
    async (_, after, events, count) => {
      const watching = new Watching(pods, after);
      await pass(30);
      readings[0]!.handler.onEnd(new KvError('Expired', 'x', { oldestRevision: 51 }));
      await pass(30);
      expect([watching.events, readings.length, readings[0]!.isClosed]).toEqual([events, count, true]);
    },
  );

  it.each<[KvErrorCode, string[], string[]]>([
    ['Unavailable', ['end'], []],
    ['Replaced', ['expired', 'end'], ['expired', 'end']],
  ])('for %s ends its watches; those that wait: %#', async (code, ofReaders, ofWaiting) => {
    const reader = new Watching(pods, 50);
    await pass(30);
    const waiting = new Watching(pods, 40);
    await settled();
    readings[0]!.handler.onEnd(new KvError(code, 'x'));
    await pass(30);
    expect(eventsOf(reader, waiting)).toEqual([ofReaders, ofWaiting]);
    expect(readings.map(({ from }) => from)).toEqual(ofWaiting.length === 0 ? [51, 41] : [51]);
  });
});

describe('a change of which nobody can tell whether a watch is to show it', () => {
  const broken = created('pods/a/x', 60, Buffer.from('{'));

  it('ends the watch, whose client lists anew; others go on', async () => {
    const [here, there] = [new Watching(pods, 50, 'a'), new Watching(pods, 50, 'b')];
    await pass(30);
    readings[0]!.handler.onEvents([broken], 60);
    await settled();
    expect(eventsOf(here, there)).toEqual([['expired', 'end'], []]);
    expect(there.stream.revision).toBe(60);
  });

  it('ends it with the reason where that is so to this day', async () => {
    const watching = new Watching(pods, 50, 'a');
    await pass(30);
    pods.apply({ ...broken, revision: 101 } as KvEvent, 0);
    readings[0]!.handler.onEvents([broken], 60);
    await settled();
    expect(watching.events).toEqual(['unreadable a/x', 'end']);
  });
});

describe('clients that do not read', () => {
  it('are left out of a reading that they hold up; without others it ends', async () => {
    const slow = new Watching(pods, 40);
    slow.isFull = true;
    Object.assign(slow.sink, { backlog: 1e9 });
    await pass(30);
    const large = Buffer.from(`{"metadata":{"name":"x","uid":"u"},"data":"${'x'.repeat(5e6)}"}`);
    readings[0]!.handler.onEvents(
      [41, 42, 43, 44, 45].map((revision) => created('pods/a/x', revision, large)),
      45,
    );
    await pass(500);
    expect(readings[0]!.isClosed).toBe(false);
    await pass(1_000);
    expect([readings[0]!.isClosed, slow.stream.closed]).toEqual([true, false]);
    slow.isFull = false;
    slow.sink.onDrain!();
    await pass(30);
    expect(readings.map(({ from }) => from)).toEqual([41, 42]);
  });
});
