import { beforeEach, describe, expect, test } from 'vitest';
import type { Lister, ObjectChange } from '../../api/meta/lister.ts';
import { KvError } from '../../storage/kv.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import { EntryReader } from '../../storage/watch-cache/entry.ts';
import { ResourceCache } from '../../storage/watch-cache/resource-cache.ts';
import { CachedObjects } from './cached-objects.ts';

const prefix = '/registry/pods/';
let cache: ResourceCache;
let lister: Lister<any>;
let metadataLister: Lister<any>;
/** Number of times that the feed was waited for. */
let feedCalls: number;
let feedError: KvError | undefined;
/** Items of the store, by key. */
const stored = new Map<string, ReturnType<typeof item>>();

beforeEach(() => {
  const reader = new EntryReader(prefix, (stored) => {
    const { spec } = JSON.parse(stored.toString());
    return { stored, labels: undefined, fields: { 'spec.nodeName': spec.nodeName } };
  });
  cache = new ResourceCache({
    resourceName: 'pods',
    prefix,
    reader,
    indexedFields: ['spec.nodeName'],
    history: { age: 60_000, bytes: () => 1e6 },
    delivered: () => {},
    unreadable: () => {},
  });
  cache.load([], 1);
  feedCalls = 0;
  feedError = undefined;
  stored.clear();
  const feed = {
    waitUntilFresh: async () => {
      feedCalls++;
      if (feedError !== undefined) throw feedError;
    },
    stored: async (key: string) => stored.get(key),
  } as unknown as CacheFeed;
  const objects = new CachedObjects(new Map([['pods.', cache]]), feed);
  lister = objects.lister({ group: '', resource: 'pods' });
  metadataLister = objects.metadata.lister({ group: '', resource: 'pods' });
});

const item = (key: string, nodeName: string, modRevision: number) => ({
  key: prefix + key,
  value: Buffer.from(
    JSON.stringify({
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: { name: key.split('/')[1] },
      spec: { nodeName },
    }),
  ),
  modRevision,
});

function put(key: string, nodeName: string, revision: number): void {
  const { modRevision, ...rest } = item(key, nodeName, revision);
  cache.apply({ type: 'put', revision, ...rest } as never, 0);
}

const remove = (key: string, revision: number): void =>
  cache.apply({ type: 'delete', key: prefix + key, revision } as never, 0);

describe('the places of objects with a value of a field', () => {
  const placesOn = (node: string) =>
    lister.keysBy('spec.nodeName', node).map(({ namespace, name }) => `${namespace}/${name}`);

  test('follow every change, in order of their keys', () => {
    expect(placesOn('n1')).toEqual([]);
    put('b/p', 'n1', 2);
    put('a/p', 'n1', 3);
    put('a/q', '', 4);
    expect(placesOn('n1')).toEqual(['a/p', 'b/p']);
    put('a/p', 'n2', 5);
    remove('b/p', 6);
    expect([placesOn('n1'), placesOn('n2')]).toEqual([[], ['a/p']]);
  });

  test('are those of the new state when everything is loaded again', () => {
    put('a/p', 'n1', 2);
    cache.load([cache.tryRead(item('a/q', 'n1', 3))], 3);
    expect(placesOn('n1')).toEqual(['a/q']);
  });

  test('are none of a resource type that is not kept', () => {
    const objects = new CachedObjects(new Map(), undefined as never);
    expect(objects.lister({ group: '', resource: 'pods' }).keysBy('spec.nodeName', 'n1')).toEqual([]);
  });
});

test('an observer is told of what is there, and of every change, with its fields', () => {
  put('a/p', 'n1', 2);
  const told: string[] = [];
  const listener = ({ namespace, name, fieldsBefore, fieldsAfter, before, after }: ObjectChange<any>) => {
    const states = [fieldsBefore, fieldsAfter].map((fields) => fields?.['spec.nodeName'] ?? '-');
    told.push(`${namespace}/${name} ${states.join(' ')}`);
    expect([before()?.spec.nodeName ?? '-', after()?.spec.nodeName ?? '-']).toEqual(states);
  };
  const observation = lister.observe(listener);
  put('a/p', 'n2', 3);
  put('a/q', 'n1', 4);
  cache.load([cache.tryRead(item('a/q', 'n3', 5))], 5);
  remove('a/q', 6);
  observation[Symbol.dispose]();
  put('a/r', 'n1', 7);
  expect(told).toEqual(['a/p - n1', 'a/p n1 n2', 'a/q - n1', 'a/p n2 -', 'a/q n1 n3', 'a/q n3 -']);
});

test('the metadata of an object are there without the rest, unless somebody has parsed it', () => {
  const metadata = { name: 'p', namespace: 'a', uid: 'u' };
  const object = { kind: 'Pod', apiVersion: 'v1', metadata: { ...metadata, managedFields: [] }, spec: {} };
  cache.apply(
    { type: 'put', revision: 2, key: `${prefix}a/p`, value: Buffer.from(JSON.stringify(object)) } as never,
    0,
  );
  const { managedFields: _, ...rest } = { ...object.metadata, resourceVersion: '2' };
  expect(metadataLister.get('a', 'p')).toEqual({ kind: 'Pod', apiVersion: 'v1', metadata: rest });
  expect(lister.get('a', 'p')).toEqual({ ...object, metadata: { ...object.metadata, resourceVersion: '2' } });
  expect(metadataLister.get('a', 'p')).toBe(lister.get('a', 'p'));
});

const names = (namespace?: string): string[] => lister.list(namespace).map(({ metadata }) => metadata.name);
const placeOf = { group: '', resource: 'pods' };

test('the objects of a namespace are listed without those of others that are named alike', () => {
  for (const [at, key] of ['a/p', 'a/q', 'a-b/r', 'a0/s', 'ab/t'].entries()) put(key, 'n1', at + 2);
  expect(names('a')).toEqual(['p', 'q']);
  expect(names('')).toEqual(['r', 'p', 'q', 's', 't']);
  expect(names()).toHaveLength(5);
  expect(names('none')).toEqual([]);
});

describe('what cannot be read', () => {
  const broken = (key: string, revision: number): void =>
    cache.apply(
      { type: 'put', key: prefix + key, value: Buffer.from('{'), revision, createRevision: 1 } as never,
      0,
    );

  test('is shown as it was last', () => {
    put('a/p', 'n1', 2);
    broken('a/p', 3);
    expect(lister.get('a', 'p').metadata.name).toBe('p');
    expect(names()).toEqual(['p']);
    expect(lister.isSynced).toBe(true);
    lister.checkKnown();
  });

  test('and never was known is not said to be missing', async () => {
    expect(lister.isSynced).toBe(true);
    broken('a/p', 2);
    const refused = expect.objectContaining({
      code: 500,
      message: expect.stringContaining('pods "p" cannot be read'),
    });
    expect(() => lister.get('a', 'p')).toThrow(refused);
    expect(lister.get('a', 'q')).toBeUndefined();
    expect(() => lister.checkKnown()).toThrow(refused);
    expect(() => lister.checkKnown('a')).toThrow(refused);
    lister.checkKnown('b');
    expect(lister.isSynced).toBe(false);
    await expect(lister.waitUntilFresh()).rejects.toEqual(refused);
    await expect(lister.getFresh('a', 'p')).rejects.toEqual(refused);
    expect(await lister.getFresh('a', 'q')).toBeUndefined();
  });
});

test('who wants the newest state waits for the feed, and for the cache', async () => {
  put('a/p', 'n1', 2);
  const { promise, resolve } = Promise.withResolvers<void>();
  cache.pending = promise;
  const told: string[] = [];
  const waits = [
    lister.waitUntilFresh().then(() => void told.push('fresh')),
    lister.getFresh('a', 'p').then(({ metadata }) => void told.push(metadata.name)),
  ];
  await new Promise(setImmediate);
  expect([told, feedCalls]).toEqual([[], 2]);
  cache.pending = undefined;
  resolve();
  await Promise.all(waits);
  expect(told.sort()).toEqual(['fresh', 'p']);
});

test('two thousand objects are kept parsed, those that were asked for last', () => {
  for (let at = 0; at <= 2_000; at++) put(`a/p${at}`, 'n1', at + 2);
  const first = lister.get('a', 'p0');
  for (let at = 1; at < 2_000; at++) lister.get('a', `p${at}`);
  expect(lister.get('a', 'p0')).toBe(first);
  const second = lister.get('a', 'p1');
  lister.get('a', 'p2000');
  expect(lister.get('a', 'p0')).toBe(first);
  expect(lister.get('a', 'p1')).toBe(second);
  for (let at = 2; at <= 2_000; at++) lister.get('a', `p${at}`);
  expect(lister.get('a', 'p0')).not.toBe(first);
});

test('an object that does not say where it stands has its name and namespace all the same', () => {
  const reader = new EntryReader(prefix, (stored) => ({
    stored,
    labels: undefined,
    fields: {},
    isUnplaced: true,
  }));
  const value = Buffer.from('{"kind":"Pod","apiVersion":"v1","metadata":{"uid":"u"}}');
  cache.load([reader.read({ key: `${prefix}a/p`, value, modRevision: 2 })], 2);
  for (const one of [lister, metadataLister])
    expect(one.get('a', 'p').metadata).toEqual({ name: 'p', namespace: 'a', uid: 'u', resourceVersion: '2' });
});

describe('a resource type', () => {
  test('that is not there from the start is opened once', () => {
    const opened: string[] = [];
    const objects = new CachedObjects(new Map(), undefined as never, ({ group, resource }) => {
      opened.push(`${resource}.${group}`);
      return resource === 'pods' ? cache : undefined;
    });
    put('a/p', 'n1', 2);
    for (let time = 0; time < 2; time++) expect(objects.lister(placeOf).get('a', 'p')).toBeDefined();
    expect(opened).toEqual(['pods.']);
    expect(objects.metadata.lister({ group: 'g', resource: 'x' }).list()).toEqual([]);
  });

  test('that is not kept has no objects, ever', async () => {
    const none = new CachedObjects(new Map(), undefined as never).lister(placeOf);
    expect(none.isSynced).toBe(true);
    none.checkKnown();
    await none.waitUntilFresh();
    expect([none.get('a', 'p'), none.list(), await none.getFresh('a', 'p')]).toEqual([
      undefined,
      [],
      undefined,
    ]);
    none.observe(() => expect.unreachable())[Symbol.dispose]();
  });
});

describe('one object, as new as the store has it, where the caches are behind for long', () => {
  test.each(['FutureRevision', 'Unavailable'] as const)('is the one of the store: %s', async (code) => {
    put('a/p', 'n1', 2);
    put('a/q', 'n1', 3);
    stored.set(`${prefix}a/p`, item('a/p', 'n2', 4));
    feedError = new KvError(code, 'x', { awaitedRevision: 4 });
    expect((await lister.getFresh('a', 'p')).spec.nodeName).toBe('n2');
    expect(await lister.getFresh('a', 'q')).toBeUndefined();
  });

  test('is not missing where it cannot be read', async () => {
    stored.set(`${prefix}a/p`, { ...item('a/p', 'n2', 4), value: Buffer.from('{') });
    feedError = new KvError('FutureRevision', 'x', { awaitedRevision: 4 });
    await expect(lister.getFresh('a', 'p')).rejects.toMatchObject({ code: 500 });
  });

  test('is not known where the store does not answer', async () => {
    feedError = new KvError('Unavailable', 'x');
    await expect(lister.getFresh('a', 'p')).rejects.toBe(feedError);
  });
});
