import { describe, expect, it } from 'vitest';
import type { CacheEntry } from '../../storage/watch-cache/entry.ts';
import type { StoredResource } from '../resource.ts';
import { ObjectReader } from './object-reader.ts';
import type { ListRequest, ListResult } from './reader.ts';

interface Pod {
  metadata: { name: string; namespace?: string; resourceVersion: string };
}

const entry = (name: string, isUnplaced = false): CacheEntry =>
  ({
    name,
    namespace: 'a',
    isUnplaced,
    json: Buffer.from(
      JSON.stringify({ metadata: isUnplaced ? { uid: 'u' } : { name, namespace: 'a', uid: 'u' } }),
    ),
  }) as unknown as CacheEntry;

const resource = {} as StoredResource;

function reading() {
  const asked: unknown[] = [];
  const lists: ListRequest[] = [];
  const reader = new ObjectReader<Pod>(
    {
      get: async (of, ...place) => {
        expect(of).toBe(resource);
        asked.push(place);
        return entry('x', true);
      },
      list: async (of, request) => {
        expect(of).toBe(resource);
        lists.push(request);
        return { entries: [entry('x'), entry('y', true)] } as ListResult;
      },
    },
    resource,
  );
  return { reader, asked, lists };
}

const placed = (name: string) => ({ metadata: { name, namespace: 'a', uid: 'u' } });

describe('objects of one type', () => {
  it('are read one at a time, in their newest state, with their name and namespace', async () => {
    const { reader, asked } = reading();
    expect(await reader.get('a', 'x')).toEqual(placed('x'));
    expect(asked).toEqual([['a', 'x', '']]);
  });

  it.each([[''], ['a']])('are listed in their newest state, all of the namespace %j', async (namespace) => {
    const { reader, lists } = reading();
    expect(await reader.list(namespace)).toEqual([placed('x'), placed('y')]);
    const [{ selection, ...rest }] = lists as [ListRequest];
    expect([selection.namespace, selection.isWhole]).toEqual([namespace, true]);
    expect(rest).toEqual({ limit: 0, continueToken: '', resourceVersion: '', match: undefined });
  });
});
