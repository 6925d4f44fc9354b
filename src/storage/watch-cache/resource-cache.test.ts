import { beforeEach, describe, expect, it } from 'vitest';
import { parseFieldSelector } from '../../api/selectors/field-selector.ts';
import type { KvEvent } from '../kv.ts';
import { type CacheEntry, CorruptObjectError, EntryReader } from './entry.ts';
import { ResourceCache } from './resource-cache.ts';
import { Selection } from './selection.ts';
import { type WatchOptions, WatchStream } from './watch-stream.ts';

const prefix = '/registry/pods/';
const bytesOf = (key: string, more: object = {}): Buffer => {
  const name = key.split('/')[1]!;
  return Buffer.from(
    JSON.stringify({ kind: 'Pod', apiVersion: 'v1', metadata: { name, uid: key, ...more } }),
  );
};
const put = (key: string, revision: number, value = bytesOf(key)): KvEvent => ({
  type: 'put',
  key: prefix + key,
  value,
  revision,
  createRevision: revision,
  previous: undefined,
});
const deletion = (key: string, revision: number): KvEvent => ({
  type: 'delete',
  key: prefix + key,
  revision,
  previous: undefined,
});
const broken = Buffer.from('{');

let cache: ResourceCache;
let unreadable: string[];
let unplaced: string[];
/** The changes that the observer saw, as revisions before and after. */
let changes: string[];

function cacheWith(more: Partial<ConstructorParameters<typeof ResourceCache>[0]> = {}): ResourceCache {
  return new ResourceCache({
    resourceName: 'pods',
    prefix,
    reader: new EntryReader(prefix, (stored) => {
      const { metadata } = JSON.parse(stored.toString()) as { metadata: { labels?: Record<string, string> } };
      const isUnplaced = metadata.labels?.['unplaced'] === 'yes';
      return { stored, labels: metadata.labels, fields: {}, isUnplaced };
    }),
    indexedFields: [],
    history: { age: 1_000, bytes: () => 1e9 },
    delivered: () => {},
    unreadable: (key, reason) => unreadable.push(`${key}: ${reason}`),
    unplaced: (key) => unplaced.push(key),
    ...more,
  });
}

function observe(): void {
  changes = [];
  cache.observe((before, after) =>
    changes.push(`${(after ?? before)!.key} ${before?.revision ?? '-'} to ${after?.revision ?? '-'}`),
  );
}

beforeEach(() => {
  unreadable = [];
  unplaced = [];
  cache = cacheWith();
  observe();
});

const state = (tree = cache.tree): string[] =>
  [...tree.values()].map(({ key, revision }) => `${key}@${revision}`);
const load = (keys: string[], revision: number, at = revision): void =>
  cache.load(
    keys.map((key) => cache.tryRead({ key: prefix + key, value: bytesOf(key), modRevision: at })),
    revision,
  );
const corrupt = (key: string, revision: number) =>
  new CorruptObjectError(key, revision, new SyntaxError('x'));

/** A watch, and what was done with it. */
function watching(namespace = ''): { options: WatchOptions; events: string[] } {
  const events: string[] = [];
  const options: WatchOptions = {
    selection: new Selection(namespace),
    encoder: {
      id: 'text',
      frame: (type, { key }: CacheEntry) => Buffer.from(`${type} ${key}`),
      bookmark: (revision) => Buffer.from(`BOOKMARK ${revision}`),
    },
    sink: {
      backlog: 0,
      onDrain: undefined,
      write: (bytes) => {
        events.push(bytes.toString());
        return true;
      },
      end: () => events.push('end'),
      cut: () => events.push('cut'),
    },
    bookmarks: false,
    deadline: 1e12,
    onExpired: () => events.push('expired'),
    onUnreadable: (error) => events.push(`unreadable ${error.key}`),
  };
  return { options, events };
}

describe('the newest state', () => {
  it('follows the events', () => {
    load(['a/x', 'a/y'], 5);
    cache.apply(put('a/z', 6), 0);
    cache.apply(put('a/x', 7), 0);
    cache.apply(deletion('a/y', 8), 0);
    cache.apply(deletion('a/none', 9), 0);
    expect(state()).toEqual(['a/x@7', 'a/z@6']);
    expect(changes).toEqual(['a/x - to 5', 'a/y - to 5', 'a/z - to 6', 'a/x 5 to 7', 'a/y 5 to -']);
  });

  it('counts the bytes of what is there', () => {
    const sum = (): number => [...cache.tree.values()].reduce((bytes, { json }) => bytes + json.length, 0);
    load(['a/x', 'a/y'], 5);
    expect(cache.bytes).toBe(sum());
    cache.apply(put('a/x', 6, bytesOf('a/x', { labels: { long: 'x'.repeat(100) } })), 0);
    expect(cache.bytes).toBe(sum());
    cache.apply(deletion('a/y', 7), 0);
    expect(cache.bytes).toBe(sum());
    cache.apply(put('a/new', 8), 0);
    expect(cache.bytes).toBe(sum());
  });

  it('is found by key, and by key and revision', () => {
    load(['a/x'], 5);
    expect(cache.get('a/x')).toBe(cache.tree.get('a/x'));
    expect(cache.lastKnown('a/x')).toBe(cache.get('a/x'));
    expect(cache.get('a/y')).toBeUndefined();
    expect(cache.entryAt('a/x', 5)).toBe(cache.get('a/x'));
    expect(cache.entryAt('a/x', 4)).toBeUndefined();
    expect(cache.entryAt('a/y', 5)).toBeUndefined();
  });

  it('is not relied on while it is behind', async () => {
    load(['a/x'], 5);
    expect(cache.lags).toBe(false);
    let resolve = () => {};
    cache.pending = new Promise((done) => (resolve = done));
    expect(cache.lags).toBe(true);
    expect(cache.entryAt('a/x', 5)).toBeUndefined();
    const waiting = cache.caughtUp();
    cache.pending = undefined;
    resolve();
    await waiting;
    cache.isBehind = () => {};
    expect(cache.lags).toBe(true);
  });

  it('tells whom it is observed by until they have enough', () => {
    const seen: unknown[] = [];
    const stop = cache.observe((_, after) => seen.push(after?.key));
    cache.apply(put('a/x', 1), 0);
    stop();
    cache.apply(put('a/y', 2), 0);
    expect(seen).toEqual(['a/x']);
  });
});

describe('a state that is loaded', () => {
  it('tells what is different from before, and nothing of what is not', () => {
    load(['a/x', 'a/y'], 5);
    changes.length = 0;
    cache.load(
      [
        cache.tryRead({ key: `${prefix}a/x`, value: bytesOf('a/x'), modRevision: 5 }),
        cache.tryRead({ key: `${prefix}a/z`, value: bytesOf('a/z'), modRevision: 9 }),
      ],
      9,
    );
    expect(changes).toEqual(['a/y 5 to -', 'a/z - to 9']);
    changes.length = 0;
    // The same revision of another history.
    const other = bytesOf('a/x', { labels: { other: 'yes' } });
    cache.load([cache.tryRead({ key: `${prefix}a/x`, value: other, modRevision: 5 })], 9);
    expect(changes).toEqual(['a/z 9 to -', 'a/x 5 to 5']);
  });

  it('ends the watches, and begins the history', () => {
    load([], 5);
    const { options, events } = watching();
    cache.watch(options, 0, 5, 5);
    load(['a/x'], 8);
    expect(events).toEqual(['end']);
    expect([cache.knows(7), cache.knows(8), cache.history.start]).toEqual([false, true, 8]);
    expect(cache.fanOut.watchers).toBe(0);
  });

  it('makes up for what was behind', () => {
    cache.isBehind = () => {};
    load([], 5);
    expect(cache.lags).toBe(false);
  });
});

describe('what says not where it stands', () => {
  const unplacedBytes = (key: string): Buffer => bytesOf(key, { labels: { unplaced: 'yes' } });

  it('is told of and counted, until it says so or is gone', () => {
    cache.apply(put('a/x', 1, unplacedBytes('a/x')), 0);
    cache.apply(put('a/y', 2, unplacedBytes('a/y')), 0);
    expect(unplaced).toEqual(['a/x', 'a/y']);
    expect(cache.unplaced).toBe(2);
    cache.apply(put('a/x', 3), 0);
    expect(cache.unplaced).toBe(1);
    cache.apply(deletion('a/y', 4), 0);
    expect(cache.unplaced).toBe(0);
  });

  it('is counted anew in a state that is loaded', () => {
    cache.apply(put('a/x', 1, unplacedBytes('a/x')), 0);
    cache.load([cache.tryRead({ key: `${prefix}a/y`, value: unplacedBytes('a/y'), modRevision: 2 })], 2);
    expect([cache.unplaced, unplaced]).toEqual([1, ['a/x', 'a/y']]);
  });
});

describe('what cannot be read', () => {
  it('is no longer there, and its last state is known', () => {
    load(['a/x'], 5);
    changes.length = 0;
    cache.apply(put('a/x', 6, broken), 0);
    expect(unreadable).toEqual(['a/x: it is not valid JSON']);
    expect(cache.get('a/x')).toBeUndefined();
    expect(cache.lastKnown('a/x')!.revision).toBe(5);
    expect(cache.unreadable.at('a/x')!.revision).toBe(6);
    expect(changes).toEqual([]);
    expect(cache.unknownIn(new Selection(''))).toBeUndefined();
  });

  it('and was never known is unknown to whom it may concern', () => {
    load([], 5);
    cache.apply(put('a/x', 6, broken), 0);
    expect(cache.unknownIn(new Selection('a'))!.key).toBe('a/x');
    expect(cache.unknownIn(new Selection('b'))).toBeUndefined();
  });

  it('ends the watches that it may concern, and refuses others', () => {
    load([], 5);
    const [here, there, late] = [watching('a'), watching('b'), watching('')];
    cache.watch(here.options, 0, 5, 5);
    const stream = cache.watch(there.options, 0, 5, 5);
    cache.apply(put('a/x', 6, broken), 0);
    expect([here.events, there.events]).toEqual([['unreadable a/x', 'end'], []]);
    expect(stream.closed).toBe(false);
    expect(cache.watch(late.options, 0, undefined, 6).closed).toBe(true);
    expect(late.events).toEqual(['unreadable a/x', 'end']);
  });

  it.each<[string, KvEvent, string[]]>([
    ['is there again once it can be read', put('a/x', 7), ['a/x 5 to 7']],
    ['is gone once it is deleted', deletion('a/x', 7), ['a/x 5 to -']],
  ])('%s, and the history begins there', (_, event, expected) => {
    load(['a/x'], 5);
    cache.apply(put('a/x', 6, broken), 0);
    changes.length = 0;
    cache.apply(event, 0);
    expect(changes).toEqual(expected);
    expect(cache.unreadable.size).toBe(0);
    expect([cache.knows(6), cache.knows(7), cache.history.length]).toEqual([false, true, 0]);
  });

  it('twice leaves no history from before', () => {
    load(['a/x'], 5);
    cache.apply(put('a/x', 6, broken), 0);
    expect(cache.knows(5)).toBe(true);
    cache.apply(put('a/x', 7, broken), 0);
    expect([cache.knows(6), cache.knows(7)]).toEqual([false, true]);
  });

  it('in a state that is loaded keeps its last state, unless the store has another history', () => {
    load(['a/x'], 5);
    cache.load([corrupt('a/x', 6)], 6);
    expect(state()).toEqual(['a/x@5']);
    expect(unreadable).toHaveLength(1);
    cache.outdate();
    cache.load([corrupt('a/x', 6)], 6);
    expect(state()).toEqual([]);
    expect(cache.unreadable.size).toBe(1);
    load([], 7);
    expect(cache.unreadable.size).toBe(0);
  });

  it('is stood in for by a kind that cannot do without', () => {
    const standIn = ({ key, revision }: CorruptObjectError): CacheEntry =>
      ({ key, revision, json: Buffer.from('{}'), labels: {}, fields: {} }) as unknown as CacheEntry;
    cache = cacheWith({ standIn });
    observe();
    load(['a/known'], 5);
    changes.length = 0;
    cache.apply(put('a/known', 6, broken), 0);
    cache.apply(put('a/new', 7, broken), 0);
    expect(state()).toEqual(['a/known@5', 'a/new@7']);
    expect(changes).toEqual(['a/new - to 7']);
  });
});

describe('a list', () => {
  it('is found by an index, which follows the newest state, and not in older ones', () => {
    cache = cacheWith({
      indexedFields: ['spec.nodeName'],
      reader: new EntryReader(prefix, (stored) => {
        const { metadata } = JSON.parse(stored.toString()) as { metadata: { node?: string } };
        return { stored, labels: undefined, fields: { 'spec.nodeName': metadata.node ?? '' } };
      }),
    });
    const on = (node: string) => ({
      selection: new Selection('', undefined, parseFieldSelector(`spec.nodeName=${node}`)),
      limit: 0,
    });
    const names = (tree: typeof cache.tree, node: string): string[] =>
      cache.page(tree, 9, on(node)).entries.map(({ key }) => key);
    load([], 5);
    cache.apply(put('a/x', 6, bytesOf('a/x', { node: 'n1' })), 0);
    cache.apply(put('a/x', 7, bytesOf('a/x', { node: 'n2' })), 0);
    expect([names(cache.tree, 'n1'), names(cache.tree, 'n2')]).toEqual([[], ['a/x']]);
    expect([names(cache.stateAt(6), 'n1'), names(cache.stateAt(6), 'n2')]).toEqual([['a/x'], []]);
    cache.load(
      [cache.tryRead({ key: `${prefix}a/y`, value: bytesOf('a/y', { node: 'n2' }), modRevision: 8 })],
      8,
    );
    expect(names(cache.tree, 'n2')).toEqual(['a/y']);
  });
});

describe('a write of this server', () => {
  const examined = { stored: bytesOf('a/x'), labels: { by: 'writer' }, fields: {} };
  const labels = () => cache.get('a/x')!.labels;

  it('is taken as it was examined when it comes back', () => {
    cache.rememberWrite('a/x', examined);
    expect(cache.isExpected(`${prefix}a/x`, bytesOf('a/x'))).toBe(true);
    cache.apply(put('a/x', 6), 0);
    expect(labels()).toEqual({ by: 'writer' });
  });

  it('is shown to watches as the object that it was made of, at the revision of the write', () => {
    const seen: unknown[] = [];
    load([], 5);
    const { options } = watching();
    const encoder = {
      ...options.encoder,
      frame: (_type: string, _entry: object, made?: object) => Buffer.from(`${seen.push(made)}`),
    };
    cache.watch({ ...options, encoder }, 0, 5, 5);
    const object = JSON.parse(bytesOf('a/x').toString());
    cache.rememberWrite('a/x', { ...examined, object });
    cache.apply(put('a/x', 6), 0);
    cache.apply(put('a/x', 7), 0);
    expect(seen).toEqual([object, undefined]);
    expect(object.metadata.resourceVersion).toBe('6');
  });

  it('is not waited for when it did not come about, or everything is loaded anew', () => {
    cache.rememberWrite('a/x', examined);
    cache.forgetWrite('a/x', examined);
    cache.apply(put('a/x', 6), 0);
    expect(labels()).toBeUndefined();
    cache.rememberWrite('a/x', examined);
    load([], 7);
    cache.apply(put('a/x', 8), 0);
    expect(labels()).toBeUndefined();
  });
});

it('what cannot be decrypted for now is no entry, and not said to be broken', () => {
  const item = { key: `${prefix}a/x`, value: Buffer.alloc(0), modRevision: 5 };
  const unreadable = { reason: 'no answer', mayPass: true };
  expect(() => cache.tryRead({ ...item, unreadable })).toThrow('no answer');
  expect(cache.tryRead({ ...item, unreadable: { ...unreadable, mayPass: false } })).toBeInstanceOf(
    CorruptObjectError,
  );
});

describe('a stream that comes from elsewhere', () => {
  const streamOf = (options: WatchOptions) => new WatchStream(options, 0);

  it('goes on with what comes after its revision', async () => {
    load(['a/x'], 5);
    cache.apply(put('a/y', 6), 0);
    const { options, events } = watching();
    cache.resume(streamOf(options), 5);
    await expect.poll(() => events).toEqual(['ADDED a/y']);
  });

  it('is not taken when it has ended, and ends where something cannot be read', () => {
    load([], 5);
    const [ended, refused] = [watching(), watching()];
    const stream = streamOf(ended.options);
    stream[Symbol.dispose]();
    cache.resume(stream, 5);
    cache.apply(put('a/x', 6, broken), 0);
    cache.resume(streamOf(refused.options), 5);
    expect([cache.fanOut.watchers, ended.events, refused.events]).toEqual([0, [], ['unreadable a/x', 'end']]);
  });
});

describe('a store with another history', () => {
  it('ends the watches, which have to begin anew, and keeps reads waiting', async () => {
    load(['a/x'], 5);
    const { options, events } = watching();
    cache.watch(options, 0, 5, 5);
    cache.outdate();
    expect(events).toEqual(['expired', 'end']);
    expect(cache.lags).toBe(true);
    await expect(cache.caughtUp()).rejects.toMatchObject({
      code: 'Unavailable',
      message: 'pods is loaded anew',
    });
    load([], 1);
    expect(cache.lags).toBe(false);
  });
});

describe('older states', () => {
  beforeEach(() => {
    load(['a/x'], 5);
    for (let revision = 6; revision <= 30; revision++) cache.apply(put('a/x', revision), 0);
  });

  it('are those of their revision', () => {
    expect(state(cache.stateAt(5))).toEqual(['a/x@5']);
    expect(state(cache.stateAt(17))).toEqual(['a/x@17']);
    expect(() => cache.stateAt(4)).toThrow('revision 4 is no longer in memory');
  });

  it('are kept for the pages of a list, the last eight of them', () => {
    const first = cache.stateAt(6);
    expect(cache.stateAt(6)).toBe(first);
    for (let revision = 7; revision <= 13; revision++) cache.stateAt(revision);
    // It was used last.
    expect(cache.stateAt(6)).toBe(first);
    const seventh = cache.stateAt(7);
    for (let revision = 14; revision <= 20; revision++) cache.stateAt(revision);
    expect(cache.stateAt(7)).toBe(seventh);
    for (let revision = 21; revision <= 28; revision++) cache.stateAt(revision);
    expect(cache.stateAt(7)).not.toBe(seventh);
  });
});

describe('a watch', () => {
  it.each<[string, number | undefined, boolean, string]>([
    ['of the newest state begins with it', undefined, false, 'ADDED a/xADDED a/y'],
    ['of the newest state may end it with a bookmark', undefined, true, 'ADDED a/xADDED a/yBOOKMARK 6'],
    ['from a revision has what came after', 5, false, 'ADDED a/y'],
    ['from the newest revision has nothing yet', 6, false, ''],
  ])('%s', async (_, from, initialEventsEnd, expected) => {
    load(['a/x'], 5);
    cache.apply(put('a/y', 6), 0);
    const { options, events } = watching();
    const stream = cache.watch(options, 0, from, 6, initialEventsEnd);
    await expect.poll(() => events.join('')).toBe(expected);
    cache.apply(deletion('a/x', 7), 0);
    await expect.poll(() => events.join('')).toBe(`${expected}DELETED a/x`);
    stream[Symbol.dispose]();
    expect(cache.fanOut.watchers).toBe(0);
  });
});
