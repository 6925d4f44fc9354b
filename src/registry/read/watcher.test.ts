import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageKeys } from '../../storage/keys.ts';
import { openEmbedded } from '../../storage/kv/embedded/open.ts';
import type { Kv } from '../../storage/kv.ts';
import { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import { EntryReader } from '../../storage/watch-cache/entry.ts';
import type { EventEncoder } from '../../storage/watch-cache/event.ts';
import { ResourceCache } from '../../storage/watch-cache/resource-cache.ts';
import { Selection } from '../../storage/watch-cache/selection.ts';
import type { WatchSink, WatchStream } from '../../storage/watch-cache/watch-stream.ts';
import { systemClock } from '../../util/clock.ts';
import type { StoredResource } from '../resource.ts';
import { Watcher } from './watcher.ts';

const keys = new StorageKeys('/registry');
const type = { group: '', resource: 'pods' };
const prefix = keys.resource(type);

let directory: string;
let kv: Kv;
let feed: CacheFeed;
let resource: StoredResource;

/** The same store, whose watches hear of everything a little later. */
function late(store: Kv, by: number): Kv {
  const watch: Kv['watch'] = (from, handler, options) => {
    const put = (events: Parameters<typeof handler.onEvents>[0], revision: number) =>
      setTimeout(() => handler.onEvents(events, revision), by);
    return store.watch(from, { onEvents: put, onEnd: (error) => handler.onEnd(error) }, options);
  };
  return new Proxy(store, {
    get: (target, name) => {
      if (name === 'watch') return watch;
      const own = target[name as keyof Kv] as unknown;
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
}

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'watcher-'));
  kv = await openEmbedded({ directory });
  const reader = new EntryReader(prefix, (stored) => ({ stored, labels: undefined, fields: {} }));
  const history = { age: 300_000, bytes: () => 1e8 };
  const cache = new ResourceCache({
    resourceName: 'pods',
    prefix,
    reader,
    indexedFields: [],
    history,
    delivered: () => {},
    unreadable: () => {},
  });
  resource = { cache, type } as unknown as StoredResource;
  feed = new CacheFeed({
    kv: late(kv, 100),
    keys,
    clock: systemClock,
    waitTimeout: 2_000,
    report: () => {},
  });
  feed.add(cache);
  await feed.start();
});

afterEach(async () => {
  feed[Symbol.dispose]();
  await kv.close();
  rmSync(directory, { recursive: true });
});

const create = async (name: string): Promise<number> => {
  const value = Buffer.from(JSON.stringify({ kind: 'Pod', apiVersion: 'v1', metadata: { name, uid: name } }));
  return (await kv.create(`${prefix}a/${name}`, value)).revision;
};

const encoder: EventEncoder = {
  id: 'test',
  frame: (event, { key, revision }) => Buffer.from(`${event} ${key}@${revision}\n`),
  bookmark: (revision) => Buffer.from(`BOOKMARK @${revision}\n`),
};

class Lines implements WatchSink {
  text = '';
  readonly backlog = 0;
  onDrain: (() => void) | undefined;
  write(bytes: Buffer): boolean {
    this.text += bytes.toString();
    return true;
  }
  end(): void {}
  cut(): void {}
}

const hooks = { onExpired: expect.unreachable, onFailed: () => expect.unreachable() };

it('a watch that is replayed from the store meets the caches though they are behind and nothing more happens', async () => {
  const first = await create('x');
  const second = await create('y');
  await feed.waitFor(second);
  resource.cache.history.trim(Date.now() + 400_000);
  const start = await new Watcher(kv, feed, systemClock).prepare(resource, {
    resourceVersion: String(first),
    selection: new Selection('a'),
    sendInitialEvents: undefined,
  });
  const third = await create('z');
  const sink = new Lines();
  const selection = new Selection('a');
  start({ selection, encoder, sink, bookmarks: false, deadline: Date.now() + 600_000, ...hooks });
  await expect.poll(() => sink.text).toBe(`ADDED a/y@${second}\nADDED a/z@${third}\n`);
  expect(resource.cache.fanOut.watchers).toBe(0);
  await feed.waitFor(third);
  await expect.poll(() => resource.cache.fanOut.watchers).toBe(1);
  const fourth = await create('zz');
  await feed.waitFor(fourth);
  await expect.poll(() => sink.text).toBe(`ADDED a/y@${second}\nADDED a/z@${third}\nADDED a/zz@${fourth}\n`);
});

describe('a watch that may be about what cannot be read', () => {
  const watch = (namespace: string) =>
    new Watcher(kv, feed, systemClock).prepare(resource, {
      resourceVersion: '',
      selection: new Selection(namespace),
      sendInitialEvents: undefined,
    });

  it('is refused, and others are not', async () => {
    const { revision } = await kv.create(`${prefix}a/broken`, Buffer.from('{'));
    await feed.waitFor(revision);
    await expect(watch('a')).rejects.toMatchObject({
      code: 500,
      message: expect.stringContaining('a/broken'),
    });
    await watch('b');
  });

  it('ends with the error when that happens later', async () => {
    const failures: unknown[] = [];
    const start = await watch('a');
    start({
      selection: new Selection('a'),
      encoder,
      sink: new Lines(),
      bookmarks: false,
      deadline: Date.now() + 600_000,
      onExpired: expect.unreachable,
      onFailed: (error) => failures.push(error),
    });
    await kv.create(`${prefix}a/broken`, Buffer.from('{'));
    await expect
      .poll(() => failures)
      .toMatchObject([{ code: 500, message: expect.stringContaining('a/broken') }]);
  });
});

describe('a watch of a version', () => {
  const watch = (resourceVersion: string) =>
    new Watcher(kv, feed, systemClock).prepare(resource, {
      resourceVersion,
      selection: new Selection('a'),
      sendInitialEvents: undefined,
    });

  it('of the future waits a while, and may be repeated', async () => {
    await expect(watch('1000')).rejects.toMatchObject({
      code: 504,
      details: { retryAfterSeconds: 1, causes: [{ reason: 'ResourceVersionTooLarge' }] },
    });
  });

  it('that is compacted is expired', async () => {
    const first = await create('x');
    const last = await create('y');
    await feed.waitFor(last);
    resource.cache.history.trim(Date.now() + 400_000);
    await kv.compact(last);
    await expect(watch(`${first - 1}`)).rejects.toMatchObject({
      code: 410,
      message: `too old resource version: ${first - 1} (${last})`,
    });
  });

  it('that is none is refused', async () => {
    await expect(watch('x')).rejects.toMatchObject({ code: 500 });
  });
});

describe('a replay from the store that is larger than what may wait for a client', () => {
  const size = 200_000;
  const large: EventEncoder = { ...encoder, id: 'large', frame: () => Buffer.alloc(size, 'x') };

  /** Takes what it is given a while later, and all of it at once. */
  class SlowSink implements WatchSink {
    backlog = 0;
    max = 0;
    taken = 0;
    isCut = false;
    onDrain: (() => void) | undefined;
    readonly #reads: boolean;

    constructor(reads: boolean) {
      this.#reads = reads;
    }

    write(bytes: Buffer): boolean {
      if (this.backlog === 0 && this.#reads) setTimeout(() => this.#drain(), 5);
      this.backlog += bytes.length;
      this.max = Math.max(this.max, this.backlog);
      return false;
    }

    #drain(): void {
      this.taken += this.backlog;
      this.backlog = 0;
      this.onDrain?.();
    }

    end(): void {}
    cut(): void {
      this.isCut = true;
    }
  }

  const events = 100;

  async function replayTo(sink: WatchSink): Promise<WatchStream> {
    const first = await create('first');
    let last = first;
    for (let n = 0; n < events; n++) last = await create(`pod-${String(n).padStart(3, '0')}`);
    await feed.waitFor(last);
    resource.cache.history.trim(Date.now() + 400_000);
    const start = await new Watcher(kv, feed, systemClock).prepare(resource, {
      resourceVersion: String(first),
      selection: new Selection('a'),
      sendInitialEvents: undefined,
    });
    const deadline = Date.now() + 600_000;
    const selection = new Selection('a');
    return start({ selection, encoder: large, sink, bookmarks: false, deadline, ...hooks }).stream;
  }

  it('reaches a client that reads, all of it, and goes on live', async () => {
    const sink = new SlowSink(true);
    const stream = await replayTo(sink);
    await expect.poll(() => sink.taken, { timeout: 5_000 }).toBe(events * size);
    expect(sink.max).toBeLessThan(512 * 1024);
    await feed.waitFor(await create('live'));
    await expect.poll(() => sink.taken, { timeout: 5_000 }).toBe((events + 1) * size);
    expect(sink.isCut).toBe(false);
    stream[Symbol.dispose]();
  });

  it('waits for a client that does not, with little in hand', async () => {
    const sink = new SlowSink(false);
    const stream = await replayTo(sink);
    await expect.poll(() => sink.max).toBeGreaterThan(0);
    await sleep(100);
    expect(sink.max).toBeLessThan(512 * 1024);
    expect(resource.cache.fanOut.watchers).toBe(0);
    stream[Symbol.dispose]();
  });
});
