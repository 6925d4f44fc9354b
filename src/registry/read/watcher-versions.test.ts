import { beforeEach, describe, expect, it } from 'vitest';
import { type Kv, KvError } from '../../storage/kv.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import { CorruptObjectError } from '../../storage/watch-cache/entry.ts';
import { Selection } from '../../storage/watch-cache/selection.ts';
import type { WatchOptions } from '../../storage/watch-cache/watch-stream.ts';
import type { StoredResource } from '../resource.ts';
import { Watcher, type WatchRequest } from './watcher.ts';

/** Memory has everything from revision 50 on, and has shown everything up to 60. */
let oldest: number;
let shown: number;
/** The store's newest revision. */
let stored: number;
let lags: boolean;
let isRemote: boolean;
let unreadable: CorruptObjectError[];
/** Failure of a read of the store at a revision. */
let storeError: unknown;
/** Failure of a wait for a revision, or for the cache. */
let waitError: unknown;
let calls: string[];

beforeEach(() => {
  oldest = 50;
  shown = 60;
  stored = 60;
  lags = false;
  isRemote = false;
  unreadable = [];
  storeError = undefined;
  waitError = undefined;
  calls = [];
});

const prefix = '/registry/pods/';
const late = new KvError('FutureRevision', 'x', { awaitedRevision: 61 });
const error = new CorruptObjectError('a/x', 7, new SyntaxError('x'));

function watcher(detailsReadErrors?: boolean): Watcher {
  const wait = async (text: string): Promise<void> => {
    calls.push(text);
    if (waitError !== undefined) throw waitError;
  };
  const feed = {
    ready: true,
    get revision() {
      return shown;
    },
    waitUntilFresh: () => wait('newest'),
    waitFor: (revision: number) => wait(`revision ${revision}`),
  } as unknown as CacheFeed;
  const kv = {
    currentRevision: async () => {
      calls.push('store');
      if (storeError !== undefined) throw storeError;
      return stored;
    },
    get: async (key: string, { revision }: { revision: number }) => {
      expect(key).toBe(prefix);
      calls.push(`store at ${revision}`);
      if (storeError !== undefined) throw storeError;
    },
  } as unknown as Kv;
  return new Watcher(kv, feed, { now: () => 7 }, detailsReadErrors);
}

const resource = (): StoredResource =>
  ({
    type: { group: '', resource: 'pods' },
    converter: { isRemote },
    cache: {
      prefix,
      get lags() {
        return lags;
      },
      caughtUp: async () => void calls.push('cache'),
      knows: (revision: number) => revision >= oldest,
      get history() {
        return { start: oldest };
      },
      unreadable: { within: () => unreadable },
      watch: (options: WatchOptions, now: number, from?: number, newest?: number, endMark?: boolean) => {
        calls.push(
          `watch at ${now} from ${from ?? 'the state'} of ${newest}${endMark ? ' with a mark' : ''}`,
        );
        if (unreadable.length > 0) options.onUnreadable(unreadable[0]!);
        return { [Symbol.dispose]: () => {} };
      },
    },
  }) as unknown as StoredResource;

const options = {
  selection: new Selection(''),
  encoder: { id: 'x', frame: () => Buffer.alloc(0), bookmark: () => Buffer.alloc(0) },
  sink: { write: () => true, backlog: 0, onDrain: undefined, end: () => {}, cut: () => {} },
  bookmarks: false,
  deadline: 1e12,
};

const prepared = (request: Partial<WatchRequest>, detailsReadErrors?: boolean) =>
  watcher(detailsReadErrors).prepare(resource(), {
    resourceVersion: '',
    selection: new Selection(''),
    sendInitialEvents: undefined,
    ...request,
  });

async function begun(request: Partial<WatchRequest>, bookmarks = false): Promise<string[]> {
  const start = await prepared(request);
  const { stream } = start({ ...options, bookmarks, onFailed: () => expect.unreachable() });
  // One that goes on from the store is a stream of its own.
  if (calls.every((call) => !call.startsWith('watch'))) calls.push(`replay from ${stream.revision}`);
  stream[Symbol.dispose]();
  return calls;
}

describe('a watch', () => {
  const fromState = 'watch at 7 from the state of 60';
  const marked = `${fromState} with a mark`;
  it.each<[string, Partial<WatchRequest>, string[], bookmarks?: boolean]>([
    ['of no version begins with the newest state', {}, ['newest', fromState]],
    ['of any version begins with any state', { resourceVersion: '0' }, [fromState]],
    ['that wants the state says where it ends', { sendInitialEvents: true }, ['newest', marked], true],
    ['without bookmarks does not say where it ends', { sendInitialEvents: true }, ['newest', fromState]],
    [
      'that wants the state of a version waits for it',
      { sendInitialEvents: true, resourceVersion: '70' },
      ['revision 70', marked],
      true,
    ],
    [
      'that does not want the state begins with what comes',
      { sendInitialEvents: false },
      ['newest', 'watch at 7 from 60 of 60'],
    ],
    [
      'that does not want the state of any version begins with what comes',
      { sendInitialEvents: false, resourceVersion: '0' },
      ['watch at 7 from 60 of 60'],
    ],
    ['of a version begins after it', { resourceVersion: '55' }, ['watch at 7 from 55 of 60']],
    ['of the newest version begins after it', { resourceVersion: '60' }, ['watch at 7 from 60 of 60']],
    [
      'of a version that has not been shown waits for it',
      { resourceVersion: '61' },
      ['revision 61', 'watch at 7 from 61 of 60'],
    ],
    [
      'of an older version than memory has begins in the store',
      { resourceVersion: '49' },
      ['store at 50', 'replay from 49'],
    ],
  ])('%s', async (_, request, expected, bookmarks) => {
    expect(await begun(request, bookmarks)).toEqual(expected);
  });

  it('of a version that the store has, and the caches do not show for long, begins, and waits', async () => {
    waitError = late;
    stored = 61;
    const expected = ['revision 61', 'store', 'replay from 61'];
    expect(await begun({ resourceVersion: '61' })).toEqual(expected);
  });

  it('of a cache that is behind waits for that', async () => {
    lags = true;
    expect(await begun({ resourceVersion: '61' })).toEqual([
      'revision 61',
      'cache',
      'watch at 7 from 61 of 60',
    ]);
  });

  it.each([
    [false, 'replay from 55'],
    [true, 'watch at 7 from 55 of 60'],
  ])(
    'of a version that memory has forgotten meanwhile; converted elsewhere: %s',
    async (remote, expected) => {
      isRemote = remote;
      const start = await prepared({ resourceVersion: '55' });
      oldest = 56;
      const { stream } = start({ ...options, onFailed: () => expect.unreachable() });
      if (calls.length === 0) calls.push(`replay from ${stream.revision}`);
      stream[Symbol.dispose]();
      expect(calls).toEqual([expected]);
    },
  );
});

describe('a watch is refused', () => {
  const gone = (at: number) => ({ code: 410, message: `too old resource version: 49 (${at})` });
  it.each<[string, () => void, string, object]>([
    ['of what the store has forgotten', () => (storeError = new KvError('Expired', 'x')), '49', gone(50)],
    [
      'of what the store has forgotten, which says what it has',
      () => (storeError = new KvError('Expired', 'x', { oldestRevision: 52 })),
      '49',
      gone(52),
    ],
    ['of what would have to be converted elsewhere', () => (isRemote = true), '49', gone(50)],
    [
      'where the store does not answer',
      () => (storeError = new KvError('Unavailable', 'x')),
      '49',
      { reason: 'ServerTimeout' },
    ],
    ['for an error of ours', () => (storeError = new TypeError('x')), '49', { name: 'TypeError' }],
    [
      'of a version that does not come',
      () => (waitError = late),
      '61',
      { code: 504, message: 'Timeout: Too large resource version: 61, current: 60' },
    ],
    [
      'of a version that does not come while the store does not answer',
      () => {
        waitError = late;
        storeError = new KvError('Unavailable', 'x');
      },
      '61',
      { reason: 'ServerTimeout' },
    ],
    [
      'while the caches are not loaded',
      () => (waitError = new KvError('Unavailable', 'x')),
      '61',
      { reason: 'ServerTimeout' },
    ],
    ['of a version that is none', () => {}, 'x', { code: 500 }],
  ])('%s', async (_, happens, resourceVersion, expected) => {
    happens();
    await expect(prepared({ resourceVersion })).rejects.toMatchObject(expected);
  });

  it.each([
    [undefined, 'InternalError'],
    [true, 'StorageReadError'],
  ])('where something cannot be read; in detail: %s', async (isDetailed, reason) => {
    unreadable = [error];
    await expect(prepared({}, isDetailed)).rejects.toMatchObject({ code: 500, reason });
  });

  it.each([
    [undefined, 'InternalError'],
    [true, 'StorageReadError'],
  ])('later, where something can no longer be read; in detail: %s', async (isDetailed, reason) => {
    const start = await prepared({}, isDetailed);
    unreadable = [error];
    const failures: unknown[] = [];
    start({ ...options, onFailed: (failure) => void failures.push(failure) });
    expect(failures).toMatchObject([{ code: 500, reason }]);
  });
});
