import { describe, expect, it } from 'vitest';
import { type KeyValue, type Kv, KvError, type KvErrorCode, type RangeOptions } from '../../storage/kv.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import { EntryReader } from '../../storage/watch-cache/entry.ts';
import { ResourceCache } from '../../storage/watch-cache/resource-cache.ts';
import { Selection } from '../../storage/watch-cache/selection.ts';
import type { StoreConverter, StoredResource } from '../resource.ts';
import { ContinueTokens } from './continue-token.ts';
import { type ListRequest, Reader } from './reader.ts';

const prefix = '/registry/pods/';
const tokens = new ContinueTokens('v1');
const value = (name: string): Buffer =>
  Buffer.from(`{"kind":"Pod","apiVersion":"v1","metadata":{"name":"${name}","uid":"u"}}`);
const item = (key: string, modRevision = 5, bytes = value(key.slice(2))): KeyValue => ({
  key: prefix + key,
  value: bytes,
  createRevision: 1,
  modRevision,
});

interface SceneOptions {
  /** Objects in memory, all of them at revision 10; nothing older. */
  cached?: KeyValue[];
  /** Objects in the store. */
  stored?: KeyValue[];
  converter?: StoreConverter;
  /** Failure of each read of the store. */
  failure?: KvErrorCode;
  detailsReadErrors?: boolean;
  /** The revision of the store, which the caches do not show in time. */
  unshown?: number;
  /** Whether a read has waited in vain already. */
  isBehind?: boolean;
}

/** A reader of a cache and a store of one resource type, and what it waited for and asked. */
function scene(options: SceneOptions = {}) {
  const { cached = [], stored = cached, converter, failure, detailsReadErrors, unshown } = options;
  const cache = new ResourceCache({
    resourceName: 'pods',
    prefix,
    reader: new EntryReader(prefix, (bytes) => {
      JSON.parse(bytes.toString());
      return { stored: bytes, labels: undefined, fields: {} };
    }),
    indexedFields: [],
    history: { age: 1e9, bytes: () => 1e9 },
    delivered: () => {},
    unreadable: () => {},
  });
  cache.load(
    cached.map((one) => cache.tryRead(one)),
    10,
  );
  const calls: string[] = [];
  const ranges: RangeOptions[] = [];
  const feed = {
    ready: true,
    revision: 10,
    oldestListed: 0,
    isBehind: options.isBehind ?? false,
    waitUntilFresh: async () => wait('newest', unshown ?? 10),
    waitFor: async (revision: number) => wait(`revision ${revision}`, revision),
  };
  const wait = (what: string, awaitedRevision: number): void => {
    calls.push(what);
    if (unshown !== undefined && awaitedRevision > 10)
      throw new KvError('FutureRevision', 'x', { awaitedRevision });
  };
  const fail = (): void => {
    if (failure !== undefined) throw new KvError(failure, 'x');
  };
  const kv = {
    get: async (key: string) => {
      calls.push(`get ${key}`);
      fail();
      return { item: stored.find((one) => one.key === key), revision: 10 };
    },
    range: async (below: string, options: RangeOptions) => {
      ranges.push(options);
      fail();
      if (options.revision! > (unshown ?? 10)) throw new KvError('FutureRevision', 'x');
      const rest = stored.filter(({ key }) => key.startsWith(below) && key >= options.startKey!);
      const items = rest.slice(0, options.limit);
      return { items, more: rest.length > items.length, count: rest.length, revision: options.revision! };
    },
  };
  const resource = { cache, type: { group: '', resource: 'pods' }, converter } as unknown as StoredResource;
  const reader = new Reader(
    kv as unknown as Kv,
    feed as unknown as CacheFeed,
    tokens,
    undefined,
    detailsReadErrors,
  );
  const list = (more: Partial<ListRequest> = {}) =>
    reader.list(resource, {
      selection: new Selection(''),
      limit: 0,
      continueToken: '',
      resourceVersion: '',
      match: undefined,
      ...more,
    });
  return { cache, calls, ranges, reader, resource, list, kv };
}

const token = (revision: number): string => tokens.encode({ revision, startKey: 'a/x\0' });
const exact = { match: 'Exact' } as const;

describe('a list waits', () => {
  it.each<[string, Partial<ListRequest>, string[]]>([
    ['for the newest state', {}, ['newest']],
    ['for nothing where any state will do', { resourceVersion: '0' }, []],
    ['for the version that it is not to be older than', { resourceVersion: '12' }, ['revision 12']],
    ['for the version that it is to be of', { resourceVersion: '12', ...exact }, ['revision 12']],
    ['for the version of its limit', { resourceVersion: '12', limit: 5 }, ['revision 12']],
    ['for the version that it goes on in', { continueToken: token(10) }, ['revision 10']],
    ['for the newest state that it goes on in', { continueToken: token(-1) }, ['newest']],
  ])('%s', async (_, request, expected) => {
    const { calls, list, ranges } = scene({ cached: [item('a/x'), item('a/y')] });
    await list(request);
    expect([calls, ranges]).toEqual([expected, []]);
  });
});

describe('one object', () => {
  it.each<[string, string, string[]]>([
    ['is waited for in its newest state', '', ['newest']],
    ['is there in any state', '0', []],
    ['is waited for in a state', '12', ['revision 12']],
  ])('%s', async (_, resourceVersion, expected) => {
    const { cache, calls, reader, resource } = scene({ cached: [item('a/x')] });
    expect(await reader.get(resource, 'a', 'x', resourceVersion)).toBe(cache.get('a/x'));
    expect(calls).toEqual(expected);
  });

  it('is not missing when it cannot be read', async () => {
    const { reader, resource } = scene({ cached: [item('a/x', 5, Buffer.from('{'))] });
    await expect(reader.get(resource, 'a', 'x', '')).rejects.toMatchObject({ code: 500 });
    await expect(reader.get(resource, 'a', 'y', '')).rejects.toMatchObject({ code: 404 });
  });

  it('of a version that is none is refused', async () => {
    const { reader, resource } = scene();
    await expect(reader.get(resource, 'a', 'x', 'one')).rejects.toMatchObject({ code: 500 });
  });
});

describe('one object of a cache that is behind', () => {
  const behind = (options: SceneOptions) => {
    const made = scene(options);
    made.cache.isBehind = () => {};
    return made;
  };

  it('is read from the store', async () => {
    const { calls, reader, resource } = behind({ stored: [item('a/x', 9)] });
    expect(await reader.get(resource, 'a', 'x', '')).toMatchObject({ key: 'a/x', revision: 9 });
    expect(calls).toEqual([`get ${prefix}a/x`]);
  });

  it('is converted', async () => {
    const converter = {
      isRemote: true,
      fromStore: async () => value('converted'),
    } as unknown as StoreConverter;
    const { reader, resource } = behind({ stored: [item('a/x', 9)], converter });
    expect((await reader.get(resource, 'a', 'x', '')).json.toString()).toContain('converted');
  });

  it.each<[string, SceneOptions, number]>([
    ['is missing where the store has none', {}, 404],
    ['is not missing where it cannot be read', { stored: [item('a/x', 5, Buffer.from('{'))] }, 500],
    ['may be asked for again where the store does not answer', { failure: 'Unavailable' }, 500],
  ])('%s', async (_, options, code) => {
    const { reader, resource } = behind(options);
    await expect(reader.get(resource, 'a', 'x', '')).rejects.toMatchObject({ code });
  });
});

describe('where the caches are behind the store for long', () => {
  const stored = [item('a/x', 12), item('a/y', 5), item('a/z', 13)];
  const cached = [item('a/x', 4), item('a/y', 5)];
  const behind = (more: SceneOptions = {}) => scene({ cached, stored, unshown: 13, ...more });

  it.each<[string, SceneOptions, string[]]>([
    ['after a wait', {}, ['newest', `get ${prefix}a/x`]],
    ['at once where others have waited in vain', { isBehind: true }, [`get ${prefix}a/x`]],
  ])('one object is read from the store %s', async (_, more, expected) => {
    const { calls, reader, resource } = behind(more);
    expect(await reader.get(resource, 'a', 'x', '')).toMatchObject({ revision: 12 });
    expect(calls).toEqual(expected);
  });

  it('one object of any state comes from them', async () => {
    const { reader, resource } = behind({ isBehind: true });
    expect(await reader.get(resource, 'a', 'x', '0')).toMatchObject({ revision: 4 });
  });

  it.each<[string, Partial<ListRequest>, number]>([
    ['of the newest state', {}, 13],
    ['that goes on in the newest state', { continueToken: token(-1) }, 13],
    ['of a version that another server has shown', { resourceVersion: '12', ...exact }, 12],
    ['of a version by its limit', { resourceVersion: '12', limit: 5 }, 12],
    ['that goes on in a state that another server has shown', { continueToken: token(12) }, 12],
  ])('a list %s is read from the store', async (_, request, revision) => {
    const { list, ranges, cache } = behind();
    const result = await list(request);
    expect(result.revision).toBe(revision);
    expect(result.entries.map((entry) => [entry.key, entry.revision]).slice(-2)).toEqual([
      ['a/y', 5],
      ['a/z', 13],
    ]);
    expect(result.entries.find(({ key }) => key === 'a/y')).toBe(cache.get('a/y'));
    expect(ranges[0]).toMatchObject({ revision });
  });

  it('a list of the newest state goes on in that state', async () => {
    const { list } = behind();
    const { continueToken, remaining } = await list({ limit: 1 });
    expect([tokens.decode(continueToken), remaining]).toEqual([{ revision: 13, startKey: 'a/x\0' }, 2]);
  });

  it.each<[string, Partial<ListRequest>]>([
    ['of a version that there is not', { resourceVersion: '14', ...exact }],
    ['that goes on in a version that there is not', { continueToken: token(14) }],
    ['of a version that it is not to be older than', { resourceVersion: '14' }],
  ])('a list %s is refused', async (_, request) => {
    await expect(behind().list(request)).rejects.toMatchObject({
      code: 504,
      message: 'Timeout: Too large resource version: 14, current: 10',
    });
  });
});

describe('a list of a state that only the store has', () => {
  const names = Array.from({ length: 1_800 }, (_, at) => `a/${String(at).padStart(4, '0')}`);
  const many = names.map((key) => item(key));
  const old = { resourceVersion: '7', ...exact };

  it.each<[string, Partial<ListRequest>, number[], number]>([
    ['all of it by the largest page', {}, [500, 500, 500, 500], 1_800],
    ['a page by its limit', { limit: 3 }, [3], 3],
    ['no more at a time than a page', { limit: 700 }, [500, 500], 700],
  ])('asks for %s', async (_, request, limits, count) => {
    const { list, ranges } = scene({ stored: many });
    expect((await list({ ...old, ...request })).entries).toHaveLength(count);
    expect(ranges.map(({ limit }) => limit)).toEqual(limits);
    expect(ranges[0]).toEqual({ revision: 7, limit: limits[0], startKey: prefix });
  });

  it('asks for ever more while its selection leaves out nearly all', async () => {
    const selection = new Selection('');
    selection.matches = ({ key }) => key === names.at(-1);
    const { list, ranges } = scene({ stored: many });
    const { entries, continueToken } = await list({ ...old, limit: 100, selection });
    expect([entries.map(({ key }) => key), continueToken]).toEqual([[names.at(-1)], '']);
    expect(ranges.map(({ limit }) => limit)).toEqual([100, 200, 400, 500, 500, 500]);
  });

  it('goes on behind the last key', async () => {
    const { list, ranges } = scene({ stored: many });
    const first = await list({ ...old, limit: 500 });
    expect(first.remaining).toBe(1_300);
    const second = await list({ limit: 500, continueToken: first.continueToken });
    expect(second.entries[0]!.key).toBe('a/0500');
    expect(ranges[1]!.startKey).toBe(`${prefix}a/0499\0`);
  });

  it('is one of four at a time', async () => {
    const { kv, list } = scene({ stored: [item('a/x')] });
    const held: (() => void)[] = [];
    const { range } = kv;
    kv.range = async (...asked) => {
      await new Promise<void>((resolve) => held.push(resolve));
      return range(...asked);
    };
    const lists = Array.from({ length: 6 }, () => list(old));
    await new Promise(setImmediate);
    expect(held).toHaveLength(4);
    for (const resolve of held) resolve();
    await expect.poll(() => held.length).toBe(6);
    for (const resolve of held) resolve();
    expect((await Promise.all(lists)).map(({ entries }) => entries.length)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('is converted, but for what cannot be read', async () => {
    const unreadable = { ...item('b/y'), unreadable: { reason: 'no key', mayPass: false } };
    const converted: string[] = [];
    const fromStore = async (bytes: Buffer) => {
      converted.push(bytes.toString());
      return value('converted');
    };
    const converter = { isRemote: true, fromStore } as unknown as StoreConverter;
    const { list } = scene({ stored: [item('a/x'), unreadable], converter });
    const { entries } = await list({ ...old, selection: new Selection('a') });
    expect(entries.map(({ json }) => json.toString())).toEqual([expect.stringContaining('converted')]);
    await expect(list(old)).rejects.toMatchObject({ code: 500 });
    expect(converted).toEqual([value('x'), value('x')].map(String));
  });

  it('leaves out what cannot be read and is not selected', async () => {
    const selection = new Selection('');
    selection.mayMatch = () => false;
    const { list } = scene({ stored: [item('a/x', 5, Buffer.from('{')), item('a/y')] });
    expect((await list({ ...old, selection })).entries.map(({ key }) => key)).toEqual(['a/y']);
    await expect(list(old)).rejects.toMatchObject({ code: 500, message: expect.stringContaining('a/x') });
  });

  it.each<[KvErrorCode, string, object]>([
    ['Expired', 'Expired', { continue: tokens.encode({ revision: -1, startKey: 'a/x\0' }) }],
    ['Unavailable', 'ServerTimeout', {}],
  ])('fails as the store does: %s', async (failure, reason, listMetadata) => {
    await expect(scene({ failure }).list(old)).rejects.toMatchObject({ reason, listMetadata: {} });
    const error = await scene({ failure })
      .list({ continueToken: token(7) })
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ reason });
    expect((error as { listMetadata: object }).listMetadata).toEqual(listMetadata);
  });

  it('fails where something cannot be decrypted for now', async () => {
    const unreadable = { ...item('a/x'), unreadable: { reason: 'no answer', mayPass: true } };
    await expect(scene({ stored: [unreadable] }).list(old)).rejects.toMatchObject({
      code: 500,
      message: expect.stringContaining('no answer'),
    });
  });
});

describe('a list that something belongs to that cannot be read', () => {
  const cached = [item('a/x', 5, Buffer.from('{')), item('b/y')];

  it.each<[string, Partial<ListRequest>]>([
    ['of the newest state', {}],
    ['of a version', { resourceVersion: '10', ...exact }],
    ['that goes on', { continueToken: token(10) }],
    ['that goes on in the newest state', { continueToken: token(-1) }],
  ])('%s is refused; others are not', async (_, request) => {
    const { list } = scene({ cached });
    await expect(list({ ...request, selection: new Selection('a') })).rejects.toMatchObject({ code: 500 });
    expect((await list({ ...request, selection: new Selection('c') })).entries).toEqual([]);
  });

  it('says what it is where clients may ask for its removal', async () => {
    await expect(scene({ cached, detailsReadErrors: true }).list()).rejects.toMatchObject({
      reason: 'StorageReadError',
    });
    await expect(scene({ cached }).list()).rejects.toMatchObject({ reason: 'InternalError' });
  });
});
