import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEmbedded } from '../kv/embedded/open.ts';
import { type Kv, KvError, type KvEvent } from '../kv.ts';
import { EntryReader } from './entry.ts';
import { type ConvertStored, LateJoiningCache } from './late-joining-cache.ts';
import { ResourceCache } from './resource-cache.ts';
import { Selection } from './selection.ts';

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

function joined(waits = false, convert?: ConvertStored): LateJoiningCache {
  const feed = {
    kv,
    now: () => 0,
    waitFor: () => (waits ? new Promise<void>((done) => (show = done)) : Promise.resolve()),
  };
  return new LateJoiningCache(cache, feed, { convert });
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

/** A conversion that says `by: conversion` in the labels, once it is let. */
class Conversion {
  calls = 0;
  /** The calls that wait to be answered, or are answered at once. */
  waiting: (() => void)[] | undefined;
  failure: Error | undefined;

  convert: ConvertStored = async (stored) => {
    this.calls++;
    const { failure } = this;
    if (this.waiting !== undefined) await new Promise<void>((resolve) => this.waiting!.push(resolve));
    if (failure !== undefined) throw failure;
    const object = JSON.parse(stored.toString());
    return Buffer.from(JSON.stringify({ ...object, apiVersion: 'g/v2' }));
  };

  answer(): void {
    for (const resolve of this.waiting!.splice(0)) resolve();
  }
}

const versions = (): string[] =>
  [...cache.tree.values()].map(({ key, json }) => `${key} ${JSON.parse(json.toString()).apiVersion}`);

describe('a cache whose objects are converted', () => {
  let conversion: Conversion;
  beforeEach(() => {
    conversion = new Conversion();
  });

  it('shows them all in its version, however many', async () => {
    await Promise.all(Array.from({ length: 501 }, (_, at) => create(`n${String(at).padStart(3, '0')}`)));
    await joined(false, conversion.convert).load();
    expect(conversion.calls).toBe(501);
    expect(cache.tree.size).toBe(501);
    expect(new Set(versions().map((text) => text.split(' ')[1]))).toEqual(new Set(['g/v2']));
    expect(versions().at(-1)).toBe('n500 g/v2');
  });

  it('is behind until what came is converted, and shows it in order', async () => {
    const one = joined(false, conversion.convert);
    await one.load();
    conversion.waiting = [];
    one.apply(await create('a'));
    one.apply(await create('b'));
    expect([versions(), cache.lags, one.isCurrent]).toEqual([[], true, false]);
    await expect.poll(() => conversion.waiting!.length).toBe(1);
    const caughtUp = cache.caughtUp();
    conversion.answer();
    await expect.poll(() => conversion.waiting!.length).toBe(1);
    expect(versions()).toEqual(['a g/v2']);
    conversion.answer();
    await caughtUp;
    expect(versions()).toEqual(['a g/v2', 'b g/v2']);
    await expect.poll(() => [cache.lags, one.isCurrent]).toEqual([false, true]);
  });

  it('does not convert what this server has written itself', async () => {
    const one = joined(false, conversion.convert);
    await one.load();
    const event = await create('a');
    cache.rememberWrite('a', { stored: bytes('a'), labels: undefined, fields: {} });
    one.apply(event);
    await cache.caughtUp();
    expect([versions(), conversion.calls]).toEqual([['a g/v1'], 0]);
  });

  it('takes deletions in their turn', async () => {
    await create('a');
    const one = joined(false, conversion.convert);
    await one.load();
    const { revision } = await kv.delete(`${prefix}a`, cache.get('a')!.revision);
    one.apply({ type: 'delete', key: `${prefix}a`, revision, previous: undefined });
    expect(versions()).toEqual(['a g/v2']);
    await cache.caughtUp();
    expect(versions()).toEqual([]);
  });

  it('does not convert what cannot be read', async () => {
    const one = joined(false, conversion.convert);
    await one.load();
    const event = await create('a');
    one.apply({ ...event, unreadable: { reason: 'no key', mayPass: false } } as KvEvent);
    await cache.caughtUp();
    expect(conversion.calls).toBe(0);
    expect(cache.unreadable.at('a')!.message).toBe('no key');
  });

  it('cannot be loaded where that fails', async () => {
    await create('a');
    conversion.failure = new Error('no answer');
    const one = joined(false, conversion.convert);
    await expect(one.load()).rejects.toThrow('no answer');
    expect([versions(), one.isCurrent]).toEqual([[], false]);
  });

  describe('and fail to be', () => {
    let one: LateJoiningCache;
    beforeEach(async () => {
      one = joined(false, conversion.convert);
      await one.load();
      const event = await create('a');
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      conversion.failure = new Error('no answer');
      one.apply(event);
      await expect(cache.pending).rejects.toThrow('no answer');
      await new Promise(setImmediate);
    });
    afterEach(() => void vi.useRealTimers());

    it('are tried again after half a second, a second, and so on up to half a minute', async () => {
      expect([cache.lags, conversion.calls]).toEqual([true, 1]);
      for (const delay of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
        const { calls } = conversion;
        await vi.advanceTimersByTimeAsync(delay - 1);
        expect(conversion.calls).toBe(calls);
        await vi.advanceTimersByTimeAsync(1);
        await new Promise(setImmediate);
        expect(conversion.calls).toBe(calls + 1);
      }
      conversion.failure = undefined;
      await vi.advanceTimersByTimeAsync(30_000);
      await expect.poll(() => [versions(), cache.lags]).toEqual([['a g/v2'], false]);
      // The next failure begins anew.
      conversion.failure = new Error('no answer');
      one.apply(await create('b'));
      await expect(cache.caughtUp()).rejects.toThrow('no answer');
      await new Promise(setImmediate);
      const { calls } = conversion;
      await vi.advanceTimersByTimeAsync(500);
      expect(conversion.calls).toBe(calls + 1);
    });

    it('are tried again by a read, which gets the failure, or the objects', async () => {
      await expect(cache.caughtUp()).rejects.toThrow('no answer');
      expect(conversion.calls).toBe(2);
      await new Promise(setImmediate);
      conversion.failure = undefined;
      await cache.caughtUp();
      expect(versions()).toEqual(['a g/v2']);
      await new Promise(setImmediate);
      expect(cache.lags).toBe(false);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(conversion.calls).toBe(3);
    });

    it('are not tried again once it has left', async () => {
      one.leave();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(conversion.calls).toBe(1);
    });
  });

  it.each([
    ['has left', (one: LateJoiningCache) => one.leave()],
    ['is loaded again', (one: LateJoiningCache) => void one.load()],
  ])('shows nothing that was converted before it %s', async (_, happens) => {
    const one = joined(false, conversion.convert);
    await one.load();
    conversion.waiting = [];
    one.apply({ ...(await create('a')), key: `${prefix}of-before` } as KvEvent);
    await expect.poll(() => conversion.waiting!.length).toBe(1);
    happens(one);
    conversion.answer();
    conversion.waiting = undefined;
    await expect.poll(() => cache.pending).toBeUndefined();
    expect(versions()).not.toContain('of-before g/v2');
  });
});

describe('a cache whose objects are decrypted by another process', () => {
  it('is behind until that has answered', async () => {
    const one = joined();
    await one.load();
    const [event, next] = [await create('a'), await create('b')];
    one.apply({ ...event, value: Buffer.alloc(0), pending: async () => event } as KvEvent);
    // What follows waits for it, though it is there.
    one.apply(next);
    expect([keys(), cache.lags]).toEqual([[], true]);
    await cache.caughtUp();
    expect(keys()).toEqual(['a', 'b']);
  });

  it('waits while that does not answer, for to leave it out would be a lie', async () => {
    const one = joined();
    await one.load();
    const event = await create('a');
    let reason: string | undefined = 'no answer';
    const pending = async (): Promise<KvEvent> =>
      reason === undefined ? event : ({ ...event, unreadable: { reason, mayPass: true } } as KvEvent);
    one.apply({ ...event, value: Buffer.alloc(0), pending } as KvEvent);
    await expect(cache.caughtUp()).rejects.toMatchObject({ code: 'Encryption', message: 'no answer' });
    await new Promise(setImmediate);
    expect([keys(), cache.lags]).toEqual([[], true]);
    reason = undefined;
    await cache.caughtUp();
    expect(keys()).toEqual(['a']);
    one.leave();
  });

  it('cannot be loaded while that does not answer', async () => {
    await create('a');
    const range = kv.range.bind(kv);
    kv.range = async (...asked) => {
      const page = await range(...asked);
      return {
        ...page,
        items: page.items.map((item) => ({ ...item, unreadable: { reason: 'no answer', mayPass: true } })),
      };
    };
    await expect(joined().load()).rejects.toMatchObject({ code: 'Encryption', message: 'no answer' });
  });
});

describe('a cache that is loaded again', () => {
  it('keeps reads waiting until it is', async () => {
    const one = joined(true);
    const reloading = one.reload();
    expect([cache.lags, one.isCurrent]).toEqual([true, false]);
    const caughtUp = cache.caughtUp().then(() => keys());
    await create('a');
    await expect.poll(() => typeof show).toBe('function');
    show!();
    await reloading;
    expect([cache.lags, one.isCurrent]).toEqual([false, true]);
    await caughtUp;
  });

  it('answers each read with the reason why it cannot be, until it can', async () => {
    const one = joined();
    const currentRevision = kv.currentRevision.bind(kv);
    kv.currentRevision = async () => {
      throw new KvError('Unavailable', 'down');
    };
    await expect(one.reload()).rejects.toThrow('down');
    expect([cache.lags, one.isCurrent, cache.pending]).toEqual([true, false, undefined]);
    await expect(cache.caughtUp()).rejects.toThrow('down');
    kv.currentRevision = currentRevision;
    await one.reload();
    expect([cache.lags, one.isCurrent]).toEqual([false, true]);
    await cache.caughtUp();
  });

  it('is not said to have failed by a load that another one has overtaken', async () => {
    const one = joined();
    const failing = Promise.withResolvers<number>();
    const currentRevision = kv.currentRevision.bind(kv);
    kv.currentRevision = () => failing.promise;
    const first = one.reload();
    kv.currentRevision = currentRevision;
    await one.reload();
    failing.reject(new KvError('Unavailable', 'down'));
    await expect(first).rejects.toThrow('down');
    expect([cache.lags, one.isCurrent]).toEqual([false, true]);
  });

  it('takes the state of the last load where two overlap', async () => {
    const one = joined(true);
    const first = one.load();
    await expect.poll(() => typeof show).toBe('function');
    const showFirst = show!;
    show = undefined;
    await create('a');
    const second = one.load();
    await expect.poll(() => typeof show).toBe('function');
    showFirst();
    await first;
    expect([keys(), one.isCurrent]).toEqual([[], false]);
    show!();
    await second;
    expect([keys(), one.isCurrent]).toEqual([['a'], true]);
  });
});

it('the watches of a cache that leaves end', async () => {
  const one = joined();
  await one.load();
  const ends: string[] = [];
  cache.watch(
    {
      selection: new Selection(''),
      encoder: { id: 'x', frame: () => Buffer.alloc(0), bookmark: () => Buffer.alloc(0) },
      sink: {
        backlog: 0,
        onDrain: undefined,
        write: () => true,
        end: () => void ends.push('end'),
        cut: () => void ends.push('cut'),
      },
      bookmarks: false,
      deadline: 1e15,
      onUnreadable: () => expect.unreachable(),
    },
    0,
    cache.history.start,
    cache.history.start,
  );
  one.leave();
  expect(ends).toEqual(['end']);
});
