import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Kv, KvErrorCode } from '../../src/storage/kv.ts';
import { EventLog } from './event-log.ts';
import { kvProperties } from './kv-properties.ts';

export interface OpenedStore {
  kv: Kv;
  close(): Promise<void>;
}

/** Gives a client of the store. The store may have been used before; the suite keeps to prefixes of its own. */
export type OpenStore = () => Promise<OpenedStore>;

/** What a store does not do, by the sentence of the suite, and why. */
export type Exceptions = Record<string, string>;

/** What a test is given. */
interface Context {
  kv: Kv;
  open: OpenStore;
  /** A prefix that no other test uses; ends with '/'. */
  prefix: string;
  it: typeof test;
}

const bytes = (text: string) => Buffer.from(text);

/** The contract of `src/storage/kv.ts`, sentence by sentence. Every driver passes it. */
export function kvContract(name: string, open: OpenStore, exceptions: Exceptions = {}): void {
  describe(name, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store?.close());

    let count = 0;
    const run = `/contract-${Date.now()}-${Math.floor(Math.random() * 1e6)}`;
    const it = (sentence: string, body: (context: Context) => Promise<void>, timeout?: number) => {
      const reason = exceptions[sentence];
      const title = reason === undefined ? sentence : `${sentence} (not here: ${reason})`;
      test.skipIf(reason !== undefined)(
        title,
        () => body({ kv: store.kv, open, prefix: `${run}/${++count}/`, it: test }),
        timeout,
      );
    };
    for (const [title, part] of Object.entries(PARTS)) describe(title, () => part(it));
    describe('as a model has it', () => kvProperties(() => store.kv, `${run}/model`));
  });
}

type It = (sentence: string, body: (context: Context) => Promise<void>, timeout?: number) => void;

const PARTS: Record<string, (it: It) => void> = {
  writing,
  'concurrent writing': concurrentWriting,
  reading,
  ranges,
  watching,
  compaction,
  leases,
  'status and closing': statusAndClosing,
};

function writing(it: It): void {
  it('gives every write a larger revision than the one before', async ({ kv, prefix }) => {
    const first = await kv.create(`${prefix}a`, bytes('1'));
    const second = await kv.create(`${prefix}b`, bytes('2'));
    const third = await kv.update(`${prefix}a`, bytes('3'), first.revision);
    const fourth = await kv.delete(`${prefix}b`, second.revision);
    const revisions = [first, second, third, fourth].map((result) => result.revision);
    expect([first, second, third, fourth].every((result) => result.done)).toBe(true);
    expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b));
  });

  it('creates a key that does not exist', async ({ kv, prefix }) => {
    const { revision } = await kv.create(`${prefix}a`, bytes('x'));
    const { item } = await kv.get(`${prefix}a`);
    expect(item).toEqual({
      key: `${prefix}a`,
      value: bytes('x'),
      createRevision: revision,
      modRevision: revision,
    });
  });

  it('does not create a key that exists, and tells what is there', async ({ kv, prefix }) => {
    const { revision } = await kv.create(`${prefix}a`, bytes('x'));
    const again = await kv.create(`${prefix}a`, bytes('y'));
    const current = { key: `${prefix}a`, value: bytes('x'), createRevision: revision, modRevision: revision };
    expect(again).toMatchObject({ done: false, current });
    expect(again.revision).toBeGreaterThanOrEqual(revision);
    expect((await kv.get(`${prefix}a`)).item).toEqual(current);
  });

  it('updates a key that is at the revision, and keeps when it was created', async ({ kv, prefix }) => {
    const created = await kv.create(`${prefix}a`, bytes('x'));
    const updated = await kv.update(`${prefix}a`, bytes('y'), created.revision);
    expect(updated.done).toBe(true);
    expect((await kv.get(`${prefix}a`)).item).toEqual({
      key: `${prefix}a`,
      value: bytes('y'),
      createRevision: created.revision,
      modRevision: updated.revision,
    });
  });

  it('neither updates nor deletes a key at another revision, and tells what is there', async (context) => {
    const { kv, prefix } = context;
    const created = await kv.create(`${prefix}a`, bytes('x'));
    const updated = await kv.update(`${prefix}a`, bytes('y'), created.revision);
    const current = { value: bytes('y'), createRevision: created.revision, modRevision: updated.revision };
    for (const revision of [created.revision, updated.revision + 1, 0]) {
      expect(await kv.update(`${prefix}a`, bytes('z'), revision)).toMatchObject({ done: false, current });
      expect(await kv.delete(`${prefix}a`, revision)).toMatchObject({ done: false, current });
    }
    expect((await kv.get(`${prefix}a`)).item).toMatchObject(current);
  });

  it('neither updates nor deletes a key that is not there', async ({ kv, prefix }) => {
    const { revision } = await kv.create(`${prefix}a`, bytes('x'));
    await kv.delete(`${prefix}a`, revision);
    const refused = { done: false, current: undefined };
    for (const key of [`${prefix}a`, `${prefix}b`]) {
      for (const at of [revision, 0]) {
        expect(await kv.update(key, bytes('y'), at)).toMatchObject(refused);
        expect(await kv.delete(key, at)).toMatchObject(refused);
      }
    }
  });

  it('lets a deleted key begin anew', async ({ kv, prefix }) => {
    const first = await kv.create(`${prefix}a`, bytes('x'));
    await kv.delete(`${prefix}a`, first.revision);
    const second = await kv.create(`${prefix}a`, bytes('y'));
    expect(second.done).toBe(true);
    expect((await kv.get(`${prefix}a`)).item).toMatchObject({ createRevision: second.revision });
  });

  it('keeps values byte by byte, from none to a megabyte', async ({ kv, prefix }) => {
    const all = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
    const values = [Buffer.alloc(0), Buffer.from([0]), Buffer.from([255, 254]), all, Buffer.alloc(1e6, all)];
    for (const [i, value] of values.entries()) {
      await kv.create(`${prefix}${i}`, value);
      const { item } = await kv.get(`${prefix}${i}`);
      expect(item!.value.equals(value)).toBe(true);
    }
  });

  it('refuses a value of three megabytes with TooLarge, and writes nothing', async ({ kv, prefix }) => {
    await rejection(kv.create(`${prefix}a`, Buffer.alloc(3e6)), 'TooLarge');
    expect((await kv.get(`${prefix}a`)).item).toBeUndefined();
  });
}

function concurrentWriting(it: It): void {
  it('lets one of many creates of a key win, and tells the others so', async ({ kv, prefix }) => {
    const attempts = Array.from({ length: 20 }, (_, i) => kv.create(`${prefix}a`, bytes(`${i}`)));
    const results = await Promise.all(attempts);
    const winners = results.flatMap((result, i) => (result.done ? [{ i, revision: result.revision }] : []));
    expect(winners).toHaveLength(1);
    const { i, revision } = winners[0]!;
    const current = { value: bytes(`${i}`), modRevision: revision };
    for (const result of results) if (!result.done) expect(result.current).toMatchObject(current);
  });

  it('lets one of many updates at a revision win', async ({ kv, prefix }) => {
    const { revision } = await kv.create(`${prefix}a`, bytes('x'));
    const attempts = Array.from({ length: 20 }, (_, i) => kv.update(`${prefix}a`, bytes(`${i}`), revision));
    const results = await Promise.all(attempts);
    expect(results.filter((result) => result.done)).toHaveLength(1);
  });

  it('gives concurrent writes of different keys revisions of their own', async ({ kv, prefix }) => {
    const writes = Array.from({ length: 200 }, (_, i) => kv.create(`${prefix}${i}`, bytes(`${i}`)));
    const revisions = (await Promise.all(writes)).map((result) => result.revision);
    expect(new Set(revisions).size).toBe(200);
    expect(await kv.count(prefix)).toBe(200);
  });

  it('never loses an increment that was acknowledged', async ({ kv, prefix }) => {
    const key = `${prefix}counter`;
    await kv.create(key, bytes('0'));
    const increment = async () => {
      for (;;) {
        const { item } = await kv.get(key);
        const next = bytes(String(Number(item!.value) + 1));
        if ((await kv.update(key, next, item!.modRevision)).done) return;
      }
    };
    await Promise.all(Array.from({ length: 8 }, () => increment()));
    expect((await kv.get(key)).item!.value.toString()).toBe('8');
  });
}

function reading(it: It): void {
  it('knows no key that was never written', async ({ kv, prefix }) => {
    expect((await kv.get(`${prefix}a`)).item).toBeUndefined();
  });

  it('reads a key as it was right after a revision', async ({ kv, prefix }) => {
    const key = `${prefix}a`;
    const before = await kv.currentRevision();
    const created = await kv.create(key, bytes('x'));
    const updated = await kv.update(key, bytes('y'), created.revision);
    const deleted = await kv.delete(key, updated.revision);
    const at = async (revision: number) => (await kv.get(key, { revision })).item?.value.toString();
    expect(await at(before)).toBeUndefined();
    expect(await at(created.revision)).toBe('x');
    expect(await at(updated.revision)).toBe('y');
    expect(await at(deleted.revision)).toBeUndefined();
    expect((await kv.get(key, { revision: created.revision })).revision).toBe(created.revision);
  });

  it('reads no revision that has not happened', async ({ kv, prefix }) => {
    const revision = (await kv.currentRevision()) + 1_000_000;
    await rejection(kv.get(`${prefix}a`, { revision }), 'FutureRevision');
    await rejection(kv.range(prefix, { revision }), 'FutureRevision');
  });

  it('knows a current revision that is not older than any acknowledged write', async ({ kv, prefix }) => {
    for (let i = 0; i < 20; i++) {
      const { revision } = await kv.create(`${prefix}${i}`, bytes('x'));
      expect(await kv.currentRevision()).toBeGreaterThanOrEqual(revision);
    }
  });

  it('shows a write to another client as soon as it is acknowledged', async ({ kv, prefix }) => {
    const { revision } = await kv.create(`${prefix}a`, bytes('x'));
    const { item, revision: read } = await kv.get(`${prefix}a`);
    expect(item?.value).toEqual(bytes('x'));
    expect(read).toBeGreaterThanOrEqual(revision);
  });
}

function ranges(it: It): void {
  const write = async (kv: Kv, prefix: string, names: string[]) => {
    for (const name of names) await kv.create(prefix + name, bytes(name));
  };
  const names = (prefix: string, result: { items: { key: string }[] }) =>
    result.items.map((item) => item.key.slice(prefix.length));

  it('reads the keys below a prefix in byte order, and no others', async ({ kv, prefix }) => {
    const inside = ['p/b', 'p/a', 'p/a/b', 'p/a-b', 'p/A', 'p/a.b', 'p/~', 'p/!'];
    await write(kv, prefix, [...inside, 'p', 'p-/x', 'p.x', 'p0', 'pp/x', 'o/x', 'q/x']);
    const result = await kv.range(`${prefix}p/`);
    expect(names(prefix, result)).toEqual([...inside].sort());
    expect(result).toMatchObject({ more: false, count: inside.length });
    expect(await kv.count(`${prefix}p/`)).toBe(inside.length);
  });

  it('reads an empty range', async ({ kv, prefix }) => {
    const revision = await kv.currentRevision();
    expect(await kv.range(prefix)).toEqual({ items: [], more: false, count: 0, revision });
    expect(await kv.count(prefix)).toBe(0);
  });

  it('cuts off at the limit, and counts what it cut off', async ({ kv, prefix }) => {
    await write(kv, prefix, ['a', 'b', 'c']);
    const some = await kv.range(prefix, { limit: 2 });
    expect(names(prefix, some)).toEqual(['a', 'b']);
    expect(some).toMatchObject({ more: true, count: 3 });
    expect(await kv.range(prefix, { limit: 3 })).toMatchObject({ more: false, count: 3 });
    expect(await kv.range(prefix, { limit: 9 })).toMatchObject({ more: false, count: 3 });
  });

  it('starts at the start key, whether it exists or not', async ({ kv, prefix }) => {
    await write(kv, prefix, ['a', 'b', 'd']);
    const from = async (name: string) => {
      const result = await kv.range(prefix, { startKey: prefix + name });
      expect(result.count).toBe(result.items.length);
      return names(prefix, result);
    };
    expect(await from('b')).toEqual(['b', 'd']);
    expect(await from('c')).toEqual(['d']);
    expect(await from('b\0')).toEqual(['d']);
    expect(await from('e')).toEqual([]);
  });

  it('reads a state in pages while it changes', async ({ kv, prefix }) => {
    const all = Array.from({ length: 25 }, (_, i) => `k${String(i).padStart(2, '0')}`);
    await write(kv, prefix, all);
    const pages: string[] = [];
    let page = await kv.range(prefix, { limit: 7 });
    const { revision } = page;
    for (;;) {
      expect(page.revision).toBe(revision);
      expect(page.count).toBe(25 - pages.length);
      pages.push(...names(prefix, page));
      if (!page.more) break;
      const last = page.items.at(-1)!.key;
      await kv.create(`${last}-new`, bytes('new'));
      await kv.delete(last, page.items.at(-1)!.modRevision);
      page = await kv.range(prefix, { limit: 7, startKey: `${last}\0`, revision });
    }
    expect(pages).toEqual(all);
  });

  it('reads a range as it was right after a revision', async ({ kv, prefix }) => {
    await write(kv, prefix, ['a', 'b', 'c']);
    const { items, revision } = await kv.range(prefix);
    await kv.delete(items[0]!.key, items[0]!.modRevision);
    await kv.update(items[1]!.key, bytes('changed'), items[1]!.modRevision);
    await write(kv, prefix, ['d']);
    expect(await kv.range(prefix, { revision })).toEqual({ items, more: false, count: 3, revision });
    expect(names(prefix, await kv.range(prefix))).toEqual(['b', 'c', 'd']);
  });
}

function watching(it: It): void {
  it('delivers the past first and then what happens', async ({ kv, prefix }) => {
    const a = `${prefix}a`;
    const first = await kv.create(a, bytes('x'));
    const second = await kv.update(a, bytes('y'), first.revision);
    const log = new EventLog(kv, first.revision, prefix);
    await log.count(2);
    const third = await kv.delete(a, second.revision);
    const fourth = await kv.create(a, bytes('z'));
    await log.count(4);
    log.watch.close();
    expect(log.lines).toEqual([
      `put ${a} ${first.revision} "x"`,
      `put ${a} ${second.revision} "y" was "x"`,
      `delete ${a} ${third.revision} was "y"`,
      `put ${a} ${fourth.revision} "z"`,
    ]);
    const created = log.events.map((event) => (event.type === 'put' ? event.createRevision : undefined));
    expect(created).toEqual([first.revision, first.revision, undefined, fourth.revision]);
    expect(log.complaints).toEqual([]);
  });

  it('delivers keys of every kind, not only those below one prefix', async ({ kv, prefix }) => {
    const from = (await kv.currentRevision()) + 1;
    const log = new EventLog(kv, from);
    const keys = [`${prefix}a`, `other${prefix}b`, `~${prefix}c`];
    for (const key of keys) await kv.create(key, bytes('x'));
    await log.count(3);
    log.watch.close();
    expect(log.events.map((event) => event.key)).toEqual(keys);
  });

  it('delivers from a revision that is still to come', async ({ kv, prefix }) => {
    const log = new EventLog(kv, (await kv.currentRevision()) + 3, prefix);
    const writes = [];
    for (let i = 0; i < 5; i++) writes.push(await kv.create(`${prefix}${i}`, bytes('x')));
    await log.count(3);
    log.watch.close();
    expect(log.events.map((event) => event.revision)).toEqual(writes.slice(2).map((w) => w.revision));
  });

  it('delivers thousands of writes to several watches, each once and in order', async ({ kv, prefix }) => {
    const from = (await kv.currentRevision()) + 1;
    const early = new EventLog(kv, from, prefix);
    const writes = await Promise.all(
      Array.from({ length: 3000 }, (_, i) => kv.create(`${prefix}${i}`, Buffer.alloc(2000, `${i} `))),
    );
    const late = new EventLog(kv, from, prefix);
    const middle = new EventLog(kv, from + 1500, prefix);
    await Promise.all([early.count(3000), late.count(3000), middle.count(1500)]);
    const revisions = writes.map((write) => write.revision).sort((a, b) => a - b);
    for (const log of [early, late, middle]) {
      log.watch.close();
      expect(log.complaints).toEqual([]);
    }
    expect(early.events.map((event) => event.revision)).toEqual(revisions);
    expect(late.events).toEqual(early.events);
    expect(middle.events).toEqual(early.events.slice(1500));
  }, 30_000);

  it('says nothing after it was closed, not even when the handler itself closed it', async (context) => {
    const { kv, prefix } = context;
    const from = (await kv.currentRevision()) + 1;
    let calls = 0;
    const watch = kv.watch(from, {
      onEvents: () => {
        calls++;
        watch.close();
      },
      onEnd: () => calls++,
    });
    const other = new EventLog(kv, from, prefix);
    for (let i = 0; i < 5; i++) await kv.create(`${prefix}${i}`, bytes('x'));
    await other.until(() => other.events.length === 5 && calls > 0);
    await new Promise((resolve) => setTimeout(resolve, 200));
    other.watch.close();
    watch.close();
    expect(calls).toBe(1);
  });

  it('delivers nothing that a reader could not see yet', async ({ kv, prefix }) => {
    const from = (await kv.currentRevision()) + 1;
    const checks: Promise<void>[] = [];
    const check = async (revision: number) => {
      expect(await kv.currentRevision()).toBeGreaterThanOrEqual(revision);
    };
    const watch = kv.watch(from, {
      onEvents: (_events, revision) => checks.push(check(revision)),
      onEnd: () => {},
    });
    const log = new EventLog(kv, from, prefix);
    await Promise.all(Array.from({ length: 50 }, (_, i) => kv.create(`${prefix}${i}`, bytes('x'))));
    await log.count(50);
    watch.close();
    log.watch.close();
    await Promise.all(checks);
  });
}

function compaction(it: It): void {
  it('makes older revisions unreadable and unwatchable, with Expired', async ({ kv, prefix }) => {
    const first = await kv.create(`${prefix}a`, bytes('x'));
    const second = await kv.update(`${prefix}a`, bytes('y'), first.revision);
    const third = await kv.update(`${prefix}a`, bytes('z'), second.revision);
    await kv.compact(third.revision);
    await rejection(kv.get(`${prefix}a`, { revision: second.revision }), 'Expired');
    await rejection(kv.range(prefix, { revision: second.revision }), 'Expired');
    const log = new EventLog(kv, second.revision, prefix);
    await log.until(() => log.ended !== undefined);
    expect(log.ended).toMatchObject({ code: 'Expired', oldestRevision: third.revision });
    expect(log.events).toEqual([]);
    expect(log.complaints).toEqual([]);
  });

  it('leaves the revision itself and what is newer as they were', async ({ kv, prefix }) => {
    await kv.create(`${prefix}old`, bytes('stays'));
    const first = await kv.create(`${prefix}a`, bytes('x'));
    const second = await kv.update(`${prefix}a`, bytes('y'), first.revision);
    const third = await kv.update(`${prefix}a`, bytes('z'), second.revision);
    await kv.compact(second.revision);
    const at = async (revision: number) => {
      const { items } = await kv.range(prefix, { revision });
      return items.map((item) => item.value.toString());
    };
    expect(await at(second.revision)).toEqual(['y', 'stays']);
    expect(await at(third.revision)).toEqual(['z', 'stays']);
    expect(await kv.count(prefix)).toBe(2);
    const log = new EventLog(kv, second.revision, prefix);
    await log.count(2);
    log.watch.close();
    expect(log.events.map((event) => event.revision)).toEqual([second.revision, third.revision]);
    expect(log.events[1]!.previous).toEqual(bytes('y'));
  });

  it('still delivers a deletion at the revision itself', async ({ kv, prefix }) => {
    const { revision } = await kv.create(`${prefix}a`, bytes('x'));
    const deleted = await kv.delete(`${prefix}a`, revision);
    await kv.compact(deleted.revision);
    const log = new EventLog(kv, deleted.revision, prefix);
    await log.count(1);
    log.watch.close();
    expect(log.events[0]).toMatchObject({ type: 'delete', revision: deleted.revision });
  });

  it('may be asked for twice, and for less than before', async ({ kv, prefix }) => {
    const { revision } = await kv.create(`${prefix}a`, bytes('x'));
    await kv.compact(revision);
    await kv.compact(revision);
    await kv.compact(revision - 1);
    expect((await kv.get(`${prefix}a`, { revision })).item?.value).toEqual(bytes('x'));
  });

  it('is not possible for a revision that has not happened', async ({ kv }) => {
    await rejection(kv.compact((await kv.currentRevision()) + 1_000_000), 'FutureRevision');
  });

  it('leaves a watch alone that has kept up', async ({ kv, prefix }) => {
    const first = await kv.create(`${prefix}a`, bytes('x'));
    const log = new EventLog(kv, first.revision, prefix);
    await log.count(1);
    const second = await kv.update(`${prefix}a`, bytes('y'), first.revision);
    await log.count(2);
    await kv.compact(second.revision);
    await kv.update(`${prefix}a`, bytes('z'), second.revision);
    await log.count(3);
    log.watch.close();
    expect(log.ended).toBeUndefined();
    expect(log.events[2]!.previous).toEqual(bytes('y'));
  });
}

function leases(it: It): void {
  it('deletes the keys of a lease that ends, and says so to watches', async ({ kv, prefix }) => {
    const from = (await kv.currentRevision()) + 1;
    const log = new EventLog(kv, from, prefix);
    const lease = await kv.grantLease(1);
    await kv.create(`${prefix}a`, bytes('x'), { lease });
    await kv.create(`${prefix}b`, bytes('y'), { lease });
    await kv.create(`${prefix}c`, bytes('z'));
    await log.count(5);
    log.watch.close();
    const deletions = log.events.filter((event) => event.type === 'delete');
    const texts = deletions.map((event) => `${event.key} ${event.previous}`).sort();
    expect(texts).toEqual([`${prefix}a x`, `${prefix}b y`]);
    expect((await kv.range(prefix)).items.map((item) => item.key)).toEqual([`${prefix}c`]);
    expect(log.complaints).toEqual([]);
  }, 20_000);

  it('keeps the keys while the lease is kept alive', async ({ kv, prefix }) => {
    const lease = await kv.grantLease(2);
    await kv.create(`${prefix}a`, bytes('x'), { lease });
    for (let i = 0; i < 8; i++) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await kv.keepLeaseAlive(lease);
    }
    expect((await kv.get(`${prefix}a`)).item?.value).toEqual(bytes('x'));
    await kv.revokeLease(lease);
  }, 20_000);

  it('ends a lease at once when it is revoked', async ({ kv, prefix }) => {
    const lease = await kv.grantLease(600);
    await kv.create(`${prefix}a`, bytes('x'), { lease });
    await kv.revokeLease(lease);
    expect((await kv.get(`${prefix}a`)).item).toBeUndefined();
    await rejection(kv.keepLeaseAlive(lease), 'NotFound');
    await rejection(kv.revokeLease(lease), 'NotFound');
    await rejection(kv.create(`${prefix}b`, bytes('y'), { lease }), 'NotFound');
    expect((await kv.get(`${prefix}b`)).item).toBeUndefined();
  });

  it('detaches a key that is updated without its lease, and attaches it to another', async (context) => {
    const { kv, prefix } = context;
    const [first, second] = [await kv.grantLease(600), await kv.grantLease(600)];
    const results = [];
    for (const name of ['a', 'b', 'c']) {
      results.push(await kv.create(prefix + name, bytes('x'), { lease: first }));
    }
    await kv.update(`${prefix}a`, bytes('y'), results[0]!.revision);
    await kv.update(`${prefix}b`, bytes('y'), results[1]!.revision, { lease: second });
    await kv.revokeLease(first);
    expect((await kv.range(prefix)).items.map((item) => item.key)).toEqual([`${prefix}a`, `${prefix}b`]);
    await kv.revokeLease(second);
    expect((await kv.range(prefix)).items.map((item) => item.key)).toEqual([`${prefix}a`]);
  });

  it('forgets a lease for a key that was deleted and written anew', async ({ kv, prefix }) => {
    const lease = await kv.grantLease(600);
    const { revision } = await kv.create(`${prefix}a`, bytes('x'), { lease });
    await kv.delete(`${prefix}a`, revision);
    await kv.create(`${prefix}a`, bytes('y'));
    await kv.revokeLease(lease);
    expect((await kv.get(`${prefix}a`)).item?.value).toEqual(bytes('y'));
  });

  it('revokes a lease while its keys are being written', async ({ kv, prefix }) => {
    const lease = await kv.grantLease(600);
    const writes = Array.from({ length: 50 }, (_, i) => kv.create(`${prefix}${i}`, bytes('x'), { lease }));
    const [results] = await Promise.all([Promise.allSettled(writes), kv.revokeLease(lease)]);
    const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(codes.every((code) => code === 'NotFound')).toBe(true);
    expect(await kv.count(prefix)).toBe(0);
  });
}

function statusAndClosing(it: It): void {
  it('tells its version, its size and its members', async ({ kv }) => {
    const status = await kv.status(5000);
    expect(status.version).toMatch(/^(etcd \d+\.\d+\.\d+|embedded)/);
    expect(status.sizeBytes).toBeGreaterThan(0);
    expect(status.members.length).toBeGreaterThan(0);
    expect(status.members.filter((member) => member.error !== undefined)).toEqual([]);
  });

  it('ends its watches and refuses calls when it is closed', async ({ open, prefix }) => {
    const { kv, close } = await open();
    const log = new EventLog(kv, await kv.currentRevision(), prefix);
    await kv.create(`${prefix}a`, bytes('x'));
    await kv.close();
    expect(log.ended?.code).toBe('Closed');
    const key = `${prefix}a`;
    const calls = [
      kv.currentRevision(),
      kv.get(key),
      kv.range(prefix),
      kv.count(prefix),
      kv.create(key, bytes('x')),
      kv.update(key, bytes('x'), 1),
      kv.delete(key, 1),
      kv.grantLease(10),
      kv.keepLeaseAlive('1'),
      kv.revokeLease('1'),
      kv.compact(1),
      kv.status(),
    ];
    for (const call of calls) await rejection(call, 'Closed');
    await kv.close();
    await close();
  });
}

async function rejection(call: Promise<unknown>, code: KvErrorCode): Promise<void> {
  await expect(call).rejects.toMatchObject({ name: 'KvError', code });
}
