import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbedded } from '../kv/embedded/open.ts';
import type { Kv, KvEvent } from '../kv.ts';
import { EntryReader } from './entry.ts';
import { LateJoiningCache } from './late-joining-cache.ts';
import { ResourceCache } from './resource-cache.ts';

const prefix = '/registry/things/';
const bytes = (name: string): Buffer =>
  Buffer.from(JSON.stringify({ kind: 'Thing', apiVersion: 'g/v1', metadata: { name, uid: name } }));

let directory: string;
let kv: Kv;
let cache: ResourceCache;
/** Lets the feed show what a load waits for. */
let show: (() => void) | undefined;

beforeEach(async () => {
  show = undefined;
  directory = mkdtempSync(join(tmpdir(), 'joined-'));
  kv = await openEmbedded({ directory });
  cache = new ResourceCache({
    resourceName: 'things',
    prefix,
    reader: new EntryReader(prefix, (stored) => ({ stored, labels: undefined, fields: {} })),
    indexedFields: [],
    history: { age: 60_000, bytes: () => 1e9 },
    delivered: () => {},
    unreadable: () => {},
  });
});
afterEach(async () => {
  await kv.close();
  rmSync(directory, { recursive: true });
});

function joined(waits = false): LateJoiningCache {
  const feed = {
    kv,
    now: () => 0,
    waitFor: () => (waits ? new Promise<void>((done) => (show = done)) : Promise.resolve()),
  };
  return new LateJoiningCache(cache, feed);
}

const create = async (name: string): Promise<KvEvent> => {
  const { revision } = await kv.create(prefix + name, bytes(name));
  return {
    type: 'put',
    key: prefix + name,
    value: bytes(name),
    revision,
    createRevision: revision,
    previous: undefined,
  };
};
const keys = (): string[] => [...cache.tree.values()].map(({ key }) => key);

describe('a cache that joins a feed', () => {
  it('shows what the store holds, then what the feed shows', async () => {
    await create('a');
    const one = joined();
    expect(one.isCurrent).toBe(false);
    await one.load();
    expect([keys(), one.isCurrent]).toEqual([['a'], true]);
    one.apply(await create('b'));
    expect(keys()).toEqual(['a', 'b']);
  });

  it('keeps events until it is loaded, and drops those that it has read', async () => {
    const old = await create('a');
    const one = joined(true);
    const loading = one.load();
    one.apply({ ...old, value: bytes('not again') } as KvEvent);
    const next = await create('b');
    await expect.poll(() => typeof show).toBe('function');
    one.apply(next);
    expect(keys()).toEqual([]);
    show!();
    await loading;
    expect(keys()).toEqual(['a', 'b']);
    expect(cache.get('a')!.json.toString()).not.toContain('not again');
  });

  it('shows nothing new while it is loaded again', async () => {
    const one = joined();
    await one.load();
    const late = await create('late');
    const loading = one.load();
    one.apply(late);
    expect([keys(), one.isCurrent]).toEqual([[], false]);
    await loading;
    expect(keys()).toEqual(['late']);
  });

  it('comes to nothing when it has left meanwhile', async () => {
    await create('a');
    const one = joined(true);
    const loading = one.load();
    await expect.poll(() => typeof show).toBe('function');
    one.leave();
    show!();
    await loading;
    expect([keys(), one.isCurrent]).toEqual([[], false]);
  });
});
