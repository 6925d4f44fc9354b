import { beforeEach, describe, expect, test } from 'vitest';
import type { Lister, ObjectChange } from '../../api/meta/lister.ts';
import { EntryReader } from '../../storage/watch-cache/entry.ts';
import { ResourceCache } from '../../storage/watch-cache/resource-cache.ts';
import { CachedObjects } from './cached-objects.ts';

const prefix = '/registry/pods/';
let cache: ResourceCache;
let lister: Lister<any>;
let metadataLister: Lister<any>;

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
    unreadable: expect.unreachable,
  });
  cache.load([], 1);
  const objects = new CachedObjects(new Map([['pods.', cache]]), undefined as never);
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
