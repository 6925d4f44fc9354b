import { expect } from 'vitest';
import type { Kv } from '../../src/storage/kv.ts';
import { bytes, type It, rejection } from './kv-contract-support.ts';

export function reading(it: It): void {
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

export function ranges(it: It): void {
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

  it('leaves values out when only keys are wanted', async ({ kv, prefix }) => {
    await kv.create(`${prefix}a`, Buffer.from('x'));
    const { items } = await kv.range(prefix, { keysOnly: true });
    expect(items).toMatchObject([
      { key: `${prefix}a`, value: Buffer.alloc(0), modRevision: expect.any(Number) },
    ]);
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
