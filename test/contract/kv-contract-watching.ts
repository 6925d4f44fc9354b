import { expect } from 'vitest';
import type { KvEvent } from '../../src/storage/kv.ts';
import { EventLog } from './event-log.ts';
import { bytes, type It, rejection } from './kv-contract-support.ts';

export function watching(it: It): void {
  it('leaves previous values out when they are not wanted, past and live', async ({ kv, prefix }) => {
    const first = await kv.create(`${prefix}a`, bytes('x'));
    const second = await kv.update(`${prefix}a`, bytes('y'), first.revision);
    const seen: (Buffer | undefined)[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const handler = {
      onEvents: (events: KvEvent[]) => {
        const mine = events.filter(({ key }) => key === `${prefix}a`);
        seen.push(...mine.map(({ previous }) => previous));
        if (seen.length >= 3) resolve();
      },
      onEnd: () => {},
    };
    const watch = kv.watch(first.revision, handler, { previous: false });
    await expect.poll(() => seen.length).toBe(2);
    await kv.update(`${prefix}a`, bytes('z'), second.revision);
    await promise;
    watch[Symbol.dispose]();
    // A driver that has them at hand may give live ones all the same; nothing may depend on them.
    expect(seen.slice(0, 2)).toEqual([undefined, undefined]);
  });

  it('delivers the past first and then what happens', async ({ kv, prefix }) => {
    const a = `${prefix}a`;
    const first = await kv.create(a, bytes('x'));
    const second = await kv.update(a, bytes('y'), first.revision);
    const log = new EventLog(kv, first.revision, prefix);
    await log.count(2);
    const third = await kv.delete(a, second.revision);
    const fourth = await kv.create(a, bytes('z'));
    await log.count(4);
    log.watch[Symbol.dispose]();
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
    log.watch[Symbol.dispose]();
    expect(log.events.map((event) => event.key)).toEqual(keys);
  });

  it('delivers from a revision that is still to come', async ({ kv, prefix }) => {
    const log = new EventLog(kv, (await kv.currentRevision()) + 3, prefix);
    const writes = [];
    for (let i = 0; i < 5; i++) writes.push(await kv.create(`${prefix}${i}`, bytes('x')));
    await log.count(3);
    log.watch[Symbol.dispose]();
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
      log.watch[Symbol.dispose]();
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
        watch[Symbol.dispose]();
      },
      onEnd: () => calls++,
    });
    const other = new EventLog(kv, from, prefix);
    for (let i = 0; i < 5; i++) await kv.create(`${prefix}${i}`, bytes('x'));
    await other.until(() => other.events.length === 5 && calls > 0);
    await new Promise((resolve) => setTimeout(resolve, 200));
    other.watch[Symbol.dispose]();
    watch[Symbol.dispose]();
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
    watch[Symbol.dispose]();
    log.watch[Symbol.dispose]();
    await Promise.all(checks);
  });
}

export function compaction(it: It): void {
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
    log.watch[Symbol.dispose]();
    expect(log.events.map((event) => event.revision)).toEqual([second.revision, third.revision]);
    expect(log.events[1]!.previous).toEqual(bytes('y'));
  });

  it('still delivers a deletion at the revision itself', async ({ kv, prefix }) => {
    const { revision } = await kv.create(`${prefix}a`, bytes('x'));
    const deleted = await kv.delete(`${prefix}a`, revision);
    await kv.compact(deleted.revision);
    const log = new EventLog(kv, deleted.revision, prefix);
    await log.count(1);
    log.watch[Symbol.dispose]();
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
    log.watch[Symbol.dispose]();
    expect(log.ended).toBeUndefined();
    expect(log.events[2]!.previous).toEqual(bytes('y'));
  });
}
