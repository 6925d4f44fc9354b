import { beforeEach, describe, expect, it } from 'vitest';
import { type Kv, KvError, type KvErrorCode, type KvEvent, type WatchHandler } from '../../storage/kv.ts';
import { EntryReader } from '../../storage/watch-cache/entry.ts';
import type { CacheEvent } from '../../storage/watch-cache/event.ts';
import { ResourceCache } from '../../storage/watch-cache/resource-cache.ts';
import { Selection } from '../../storage/watch-cache/selection.ts';
import type { WatchStream } from '../../storage/watch-cache/watch-stream.ts';
import { TurnQueue } from '../../util/pacer.ts';
import { HistoryEntries } from './history-entries.ts';
import { allGone, ReplayWindow, type WindowReader } from './replay-window.ts';

/** A store whose watch says what the test wants, when it wants. */
class Source {
  from = 0;
  calls: string[] = [];
  handler!: WatchHandler;
  readonly kv = {
    watch: (from: number, handler: WatchHandler) => {
      this.from = from;
      this.handler = handler;
      const called = (call: string) => () => void this.calls.push(call);
      return { pause: called('pause'), resume: called('resume'), [Symbol.dispose]: called('close') };
    },
  } as Pick<Kv, 'watch'> as Kv;
}

let decoded = 0;

const cacheOf = (plural: string): ResourceCache => {
  const prefix = `/registry/${plural}/`;
  return new ResourceCache({
    resourceName: plural,
    prefix,
    reader: new EntryReader(prefix, (stored) => {
      decoded++;
      if (stored.at(-1) !== 0x7d) throw new SyntaxError('not an object');
      return { stored, labels: undefined, fields: {} };
    }),
    indexedFields: [],
    history: { age: 0, bytes: () => 0 },
    delivered: () => {},
    unreadable: () => {},
  });
};
const pods = cacheOf('pods');
const nodes = cacheOf('nodes');
const services = cacheOf('services');

const bytes = (size = 0): Buffer =>
  Buffer.from(
    JSON.stringify({
      kind: 'K',
      apiVersion: 'v1',
      metadata: { name: 'x', uid: 'u' },
      data: 'x'.repeat(size),
    }),
  );
const created = (key: string, revision: number, value = bytes()): KvEvent => ({
  type: 'put',
  key: `/registry/${key}`,
  value,
  revision,
  createRevision: revision,
  previous: undefined,
});
const updated = (key: string, revision: number, previous: Buffer | undefined, value = bytes()): KvEvent => ({
  ...(created(key, revision, value) as KvEvent & { type: 'put' }),
  createRevision: 1,
  previous,
});
const deleted = (key: string, revision: number, previous: Buffer | undefined): KvEvent => ({
  type: 'delete',
  key: `/registry/${key}`,
  revision,
  previous,
});

/** A watcher that has everything up to a revision. */
class Reader implements WindowReader {
  wakes = 0;
  isFull = false;
  readonly stream: WatchStream;
  readonly cache: ResourceCache;
  revision: number;

  constructor(cache: ResourceCache, revision: number, namespace = '') {
    const reader = this;
    this.cache = cache;
    this.revision = revision;
    this.stream = {
      selection: new Selection(namespace),
      get revision() {
        return reader.revision;
      },
      get isFull() {
        return reader.isFull;
      },
      wake: () => void reader.wakes++,
    } as WatchStream;
  }

  expire(): void {
    throw new Error('not here');
  }
}

/** Waits until what the store has sent up to a revision is read. */
const reached = (revision: number) => expect.poll(() => window.end).toBe(revision);
const megabyte = 1024 * 1024;

let store: { replacements: number };
let feed: { isOutdated: boolean };
let entries: HistoryEntries;
let source: Source;
let ends: unknown[];
let window: ReplayWindow;

function opened(from: number, ...readers: Reader[]): void {
  source = new Source();
  ends = [];
  const dependencies = { kv: source.kv, clock: { now: () => 7 }, entries };
  window = new ReplayWindow(dependencies, new TurnQueue(), from, {
    ended: (oldest) => void ends.push(oldest),
  });
  for (const reader of readers) window.readers.add(reader);
  window.open();
}

const revisions = (cache: ResourceCache, after: number): number[] =>
  window.after(cache, after).map(({ revision }) => revision);

beforeEach(() => {
  store = { replacements: 0 };
  feed = { isOutdated: false };
  entries = new HistoryEntries(store, feed);
  pods.load([], 0);
});

describe('entries of the history', () => {
  const read = async (from: number, events: KvEvent[], last: number): Promise<CacheEvent[]> => {
    opened(from, new Reader(pods, from));
    decoded = 0;
    source.handler.onEvents(events, last);
    await reached(last);
    return window.after(pods, from);
  };
  it('each state is decoded once, also for a reading that begins later', async () => {
    const events = [
      updated('pods/a/x', 11, bytes(1), bytes(2)),
      updated('pods/a/x', 12, bytes(2), bytes(3)),
      deleted('pods/a/x', 13, bytes(3)),
      created('pods/a/x', 14, bytes(4)),
    ];
    const first = await read(10, events, 14);
    expect(decoded).toBe(4);
    expect(first[1]!.previous).toBe(first[0]!.entry);
    expect(first[2]!.previous).toBe(first[1]!.entry);
    expect(first[3]!.previous).toBeUndefined();
    const second = await read(11, events.slice(1), 14);
    // The state before the first change of this reading.
    expect(decoded).toBe(1);
    expect(second[0]!.previous!.json.length).toBe(first[0]!.entry!.json.length);
    expect(second[0]!.entry).toBe(first[1]!.entry);
  });

  it('the present state is that of the cache', async () => {
    const [{ entry }] = (await read(10, [created('pods/a/x', 11)], 11)) as [CacheEvent];
    pods.load([entry!], 11);
    entries.clear();
    const [again] = await read(10, [created('pods/a/x', 11), created('pods/a/y', 12)], 12);
    expect(again!.entry).toBe(entry);
    expect(decoded).toBe(1);
  });

  it('nothing that was known of another history counts', async () => {
    const [{ entry }] = (await read(10, [created('pods/a/x', 11)], 11)) as [CacheEvent];
    pods.load([entry!], 11);
    store.replacements++;
    feed.isOutdated = true;
    const [again] = await read(10, [created('pods/a/x', 11, bytes(5))], 11);
    expect(again!.entry!.json.length).toBe(entry!.json.length + 5);
    feed.isOutdated = false;
    pods.load([], 0);
    await read(10, [created('pods/a/x', 11, bytes(5))], 11);
    expect(decoded).toBe(0);
    store.replacements++;
    await read(10, [created('pods/a/x', 11, bytes(5))], 11);
    expect(decoded).toBe(1);
  });

  it('what cannot be read is tried again', async () => {
    const broken = Buffer.from('garbage');
    const events = [
      created('pods/a/x', 11, broken),
      updated('pods/a/x', 12, broken),
      deleted('pods/a/x', 13, bytes()),
    ];
    expect((await read(10, events, 13)).map(({ revision }) => revision)).toEqual([13]);
    expect(window.isUnknownTo(new Reader(pods, 10))).toBe(true);
    expect((await read(10, events, 13)).map(({ revision }) => revision)).toEqual([13]);
    expect(window.isUnknownTo(new Reader(pods, 10))).toBe(true);
  });

  it('so many bytes are kept', async () => {
    const large = Array.from({ length: 40 }, (_, n) => created(`pods/a/${n}`, 11 + n, bytes(megabyte)));
    await read(10, large.slice(0, 10), 20);
    await read(10, large.slice(0, 10), 20);
    expect(decoded).toBe(0);
    for (let from = 0; from < 40; from += 10) await read(10 + from, large.slice(from, from + 10), 20 + from);
    await read(10, large.slice(0, 10), 20);
    expect(decoded).toBe(10);
  });
});

describe('a window on the history of the store', () => {
  let reader: Reader;
  beforeEach(() => {
    reader = new Reader(pods, 10);
    opened(10, reader, new Reader(nodes, 12));
  });

  it('reads what came after its start, of the types that are watched', async () => {
    expect(source.from).toBe(11);
    source.handler.onEvents(
      [created('pods/a/x', 11), created('services/a/x', 12), created('nodes/x', 13)],
      14,
    );
    await reached(14);
    expect([window.start, window.end]).toEqual([10, 14]);
    expect(revisions(pods, 10)).toEqual([11]);
    expect(revisions(pods, 11)).toEqual([]);
    expect(revisions(nodes, 10)).toEqual([13]);
    expect(revisions(services, 0)).toEqual([]);
    expect(reader.wakes).toBe(1);
  });

  it.each([
    ['its start', () => pods, 10, true],
    ['what came before its start', () => pods, 9, false],
    ['what is still to come', () => nodes, 100, true],
    ['a type that nobody watched', () => services, 10, false],
  ])('covers %s, or not', (_, cache, revision, expected) => {
    expect(window.covers(cache(), revision)).toBe(expected);
  });

  it('has each event as it was: what was before, and what after', async () => {
    const events = [
      created('pods/a/x', 11),
      updated('pods/a/x', 12, bytes()),
      deleted('pods/a/x', 13, bytes()),
    ];
    source.handler.onEvents(events, 13);
    await reached(13);
    const seen = window
      .after(pods, 10)
      .map(({ entry, previous, time }) => [entry?.revision, previous !== undefined, time]);
    expect(seen).toEqual([
      [11, false, 7],
      [12, true, 7],
      [undefined, true, 7],
    ]);
  });

  it('holds the watch while it looks at what came, some events at a time', async () => {
    const events = Array.from({ length: 100 }, (_, at) => created('pods/a/x', 11 + at));
    source.handler.onEvents(events, 110);
    expect(source.calls).toEqual(['pause']);
    expect(window.end).toBe(10);
    await reached(110);
    expect(source.calls).toEqual(['pause', 'resume']);
    expect(revisions(pods, 10)).toHaveLength(100);
    expect(window.end).toBe(110);
  });

  it('hears nothing more once it is closed', async () => {
    source.handler.onEvents([created('pods/a/x', 11)], 11);
    window[Symbol.dispose]();
    source.handler.onEvents([created('pods/a/x', 12)], 12);
    source.handler.onEnd(new KvError('Expired', 'x'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([window.end, ends, source.calls]).toEqual([10, [], ['pause', 'close']]);
    expect(window.covers(pods, 10)).toBe(false);
  });

  it.each<[KvErrorCode, object, number | undefined]>([
    ['Expired', { oldestRevision: 40 }, 40],
    // The store does not say: its next revision at least is gone.
    ['Expired', {}, 12],
    ['Replaced', {}, allGone],
    ['Unavailable', {}, undefined],
  ])('ends as its watch does: %s %j', (code, details, oldest) => {
    source.handler.onEnd(Object.assign(new KvError(code, 'x'), details));
    expect(ends).toEqual([oldest]);
  });
});

describe('a change that nobody can tell', () => {
  const broken = Buffer.from('{"metadata":{');
  it.each<[string, KvEvent]>([
    ['of which the state before is compacted', updated('pods/a/x', 12, undefined)],
    ['of which the state before cannot be read', updated('pods/a/x', 12, broken)],
    ['of which the state after cannot be read', created('pods/a/x', 12, broken)],
    ['of what was deleted and compacted', deleted('pods/a/x', 12, undefined)],
  ])('%s is unknown to whom it may concern', async (_, event) => {
    const [here, there, done, other] = [
      new Reader(pods, 10, 'a'),
      new Reader(pods, 10, 'b'),
      new Reader(pods, 12, 'a'),
      new Reader(nodes, 10),
    ];
    opened(10, here, there, done, other);
    source.handler.onEvents([event], 12);
    await reached(12);
    expect(revisions(pods, 10)).toEqual([]);
    expect([here, there, done, other].map((reader) => window.isUnknownTo(reader))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    // Once all have it behind them, it is forgotten.
    for (const reader of window.readers) (reader as Reader).revision = 12;
    window.leaveOutSlow();
    here.revision = 10;
    expect(window.isUnknownTo(here)).toBe(false);
  });
});

describe('a full window', () => {
  const value = bytes(megabyte);
  const large = (revision: number): KvEvent => created('pods/a/x', revision, value);
  const events = (from: number, count: number): KvEvent[] =>
    Array.from({ length: count }, (_, at) => large(from + at));
  let fast: Reader;
  let slow: Reader;

  beforeEach(async () => {
    fast = new Reader(pods, 10);
    slow = new Reader(pods, 10);
    opened(10, fast, slow);
    source.handler.onEvents(events(11, 15), 25);
    await reached(25);
  });

  it('is one of sixteen megabytes', async () => {
    expect(source.calls).toEqual(['pause', 'resume']);
    source.handler.onEvents(events(26, 1), 26);
    await reached(26);
    expect(source.calls).toEqual(['pause', 'resume', 'pause']);
    expect(window.end).toBe(26);
  });

  it('goes on when all of its readers have gone on', async () => {
    source.handler.onEvents(events(26, 3), 28);
    await reached(28);
    fast.revision = 28;
    window.leaveOutSlow();
    expect([window.start, source.calls]).toEqual([10, ['pause', 'resume', 'pause']]);
    slow.revision = 20;
    window.leaveOutSlow();
    expect(window.start).toBe(20);
    expect(revisions(pods, 0)[0]).toBe(21);
    expect(source.calls).toEqual(['pause', 'resume', 'pause', 'resume']);
  });

  it('takes what the store had sent before', async () => {
    source.handler.onEvents(events(26, 3), 28);
    source.handler.onEvents([created('pods/a/y', 29)], 29);
    await reached(28);
    fast.revision = slow.revision = 28;
    window.leaveOutSlow();
    await reached(29);
    expect([window.start, window.end, revisions(pods, 0)]).toEqual([28, 29, [29]]);
  });

  it('moves on by itself when the next comes and all have gone on', async () => {
    source.handler.onEvents(events(26, 1), 26);
    await reached(26);
    fast.revision = slow.revision = 26;
    source.handler.onEvents([created('pods/a/y', 27)], 27);
    await reached(27);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect([window.start, revisions(pods, 0)]).toEqual([26, [27]]);
    expect(source.calls.slice(2)).toEqual(['pause', 'pause', 'resume']);
  });

  it('takes nothing more as long as one has not gone on', async () => {
    source.handler.onEvents(events(26, 1), 26);
    await reached(26);
    fast.revision = 26;
    source.handler.onEvents([created('pods/a/y', 27)], 27);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([window.end, revisions(pods, 26)]).toEqual([26, []]);
  });

  it('counts what it does not know, too', async () => {
    for (let revision = 26; revision < 3_700; revision++)
      source.handler.onEvents([deleted('pods/a/unknown', revision, undefined)], revision);
    await expect.poll(() => window.end).toBeGreaterThan(3_450);
    await new Promise((resolve) => setTimeout(resolve, 20));
    // Fifteen megabytes, and the rest at 300 bytes each.
    const { end } = window;
    expect(end).toBeLessThan(3_550);
    fast.revision = slow.revision = 3_000;
    window.leaveOutSlow();
    await reached(3_699);
    expect([2_999, 3_000].map((after) => window.isUnknownTo(new Reader(pods, after)))).toEqual([true, true]);
    fast.revision = slow.revision = 3_699;
    window.leaveOutSlow();
    expect(window.isUnknownTo(new Reader(pods, 0))).toBe(false);
  });

  it('has no more than what it was handed, however far its readers are', async () => {
    fast.revision = slow.revision = 100;
    window.leaveOutSlow();
    expect([window.start, window.end]).toEqual([25, 25]);
    slow.revision = 10;
    window.leaveOutSlow();
    expect(window.start).toBe(25);
  });

  it('without readers stays as it is', () => {
    window.readers.clear();
    window.leaveOutSlow();
    expect(window.start).toBe(10);
  });

  it('leaves out those who take nothing for a second', async () => {
    source.handler.onEvents(events(26, 3), 28);
    await reached(28);
    fast.revision = 28;
    slow.isFull = true;
    window.leaveOutSlow();
    expect(window.readers.size).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    window.leaveOutSlow();
    expect([...window.readers]).toEqual([fast]);
    expect(window.start).toBe(28);
    expect(source.calls.at(-1)).toBe('resume');
  });

  it('keeps those who are behind and take something', async () => {
    source.handler.onEvents(events(26, 3), 28);
    await reached(28);
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    window.leaveOutSlow();
    expect(window.readers.size).toBe(2);
  });
});
