import { expect } from 'vitest';
import { bytes, type It, rejection } from './kv-contract-support.ts';

export function writing(it: It): void {
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

  it('keeps keys of any bytes but 0 and 1, in the order of the bytes', async ({ kv, prefix }) => {
    const names = ['\x02', ' two words', 'a:b', '\u00c3\u00a9', '\u00ff'];
    for (const name of names.toReversed()) await kv.create(`${prefix}${name}`, bytes(name));
    const { items } = await kv.range(prefix);
    expect(items.map(({ key }) => key)).toEqual(names.map((name) => `${prefix}${name}`));
    for (const { key, value } of items) expect((await kv.get(key)).item!.value).toEqual(value);
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

export function concurrentWriting(it: It): void {
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
