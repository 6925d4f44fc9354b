import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Item, ownerOf, type Pool } from '../../src/registry/claims/claim.ts';
import { ClaimSet, holdMs } from '../../src/registry/claims/claim-set.ts';
import { Claims } from '../../src/registry/claims/claims.ts';
import { ClaimRepair, graceMs, type Use } from '../../src/registry/claims/repair.ts';
import { StorageKeys } from '../../src/storage/keys.ts';
import { openEmbedded } from '../../src/storage/kv/embedded/open.ts';
import type { Kv } from '../../src/storage/kv.ts';
import { systemRandom } from '../../src/util/random.ts';

const directory = mkdtempSync(join(tmpdir(), 'claims-'));
let kv: Kv;
let claims: Claims;
let now = 0;
let tests = 0;
let reports: string[];

beforeAll(async () => {
  kv = await openEmbedded({ directory });
});
afterAll(async () => {
  await kv.close();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  reports = [];
  claims = new Claims({
    kv,
    keys: new StorageKeys(`/test${tests++}`),
    clock: { now: () => now },
    random: systemRandom,
    report: (message) => reports.push(message),
  });
});

const item = (name: string): Item => ({ pool: 'things', item: name });
const pool = (size: number): Pool => ({ name: 'things', size, item: (index) => `t${index}` });
const begin = (uid: string, dryRun = false) =>
  new ClaimSet(claims, ownerOf({ uid, namespace: 'n', name: uid }), dryRun);
const claimed = async () =>
  Object.fromEntries((await claims.of('things')).map(({ key, owner }) => [key.split('/').at(-1), owner.uid]));

describe('a claim', () => {
  it('is had by one of many', async () => {
    const got = await Promise.all(Array.from({ length: 20 }, (_, n) => begin(`u${n}`).claim(item('a'))));
    expect(got.filter(Boolean)).toHaveLength(1);
  });

  it('is free again when the object is not written, and stays when it is', async () => {
    const one = begin('one');
    await one.claim(item('a'));
    await one.rollback();
    expect(await claimed()).toEqual({});
    const two = begin('two');
    await two.claim(item('a'));
    await two.commit();
    expect(await claimed()).toEqual({ a: 'two' });
    expect(await two.claim(item('a'))).toBe(false);
  });

  it('in a dry run only looks', async () => {
    await begin('one').claim(item('a'));
    const dry = begin('two', true);
    expect([await dry.claim(item('a')), await dry.claim(item('b')), await dry.claim(item('b'))]).toEqual([
      false,
      true,
      false,
    ]);
    expect(await claimed()).toEqual({ a: 'one' });
  });

  it('of one object by two writes survives the one that fails', async () => {
    const fails = begin('same');
    const succeeds = begin('same');
    await fails.claim(item('a'));
    await succeeds.claim(item('a'));
    await fails.rollback();
    expect(await claimed()).toEqual({ a: 'same' });
    // The other way round nobody knows, and the repair decides.
    const first = begin('same');
    await first.claim(item('b'));
    const second = begin('same');
    await second.claim(item('b'));
    await second.rollback();
    expect(await claimed()).toEqual({ a: 'same', b: 'same' });
  });

  it('that is given up goes with the commit, unless it was renewed', async () => {
    await begin('same').claim(item('a'));
    await begin('same').claim(item('b'));
    const update = begin('same');
    await update.giveUp(item('a'));
    await update.giveUp(item('b'));
    await begin('same').claim(item('b'));
    await update.commit();
    expect(await claimed()).toEqual({ b: 'same' });
  });

  it('of somebody else is never given up nor released', async () => {
    await begin('one').claim(item('a'));
    const other = begin('two');
    await other.giveUp(item('a'));
    await other.commit();
    await claims.release({ uid: 'two' }, [item('a'), item('none')]);
    expect(await claimed()).toEqual({ a: 'one' });
    await claims.release({ uid: 'one' }, [item('a')]);
    expect(await claimed()).toEqual({});
  });

  it('cannot be relied upon for ever', async () => {
    const set = begin('slow');
    set.ensureHeld();
    await set.claim(item('a'));
    now += holdMs;
    expect(() => set.ensureHeld()).toThrow(/took too long/);
  });
});

describe('picking', () => {
  it('gives every one to somebody, and then none', async () => {
    const things = pool(40);
    const picked = await Promise.all(Array.from({ length: 50 }, (_, n) => begin(`u${n}`).pick(things)));
    const got = picked.filter((name) => name !== undefined);
    expect(new Set(got).size).toBe(40);
    expect(got).toHaveLength(40);
    expect(await begin('x').pick(pool(0))).toBeUndefined();
  });
});

describe('the repair', () => {
  const use = (name: string, uid: string): Use => ({
    ...item(name),
    owner: { uid, namespace: 'n', name: uid },
  });
  const repairOf = (uses: Use[], unreadable: string[] = []) =>
    new ClaimRepair({
      kv,
      claims,
      pools: ['things'],
      clock: { now: () => now },
      uses: async () => uses,
      isUnreadable: ({ uid }) => unreadable.includes(uid),
      report: (message) => reports.push(message),
    });

  it('frees what nobody uses, after a while', async () => {
    await begin('leak').claim(item('a'));
    await begin('used').claim(item('b'));
    await begin('hidden').claim(item('c'));
    const repair = repairOf([use('b', 'used')], ['hidden']);
    await repair.turn();
    now += graceMs - 1;
    await repair.turn();
    expect(await claimed()).toEqual({ a: 'leak', b: 'used', c: 'hidden' });
    now += 1;
    await repair.turn();
    expect(await claimed()).toEqual({ b: 'used', c: 'hidden' });
  });

  it('begins to wait anew when a claim is renewed', async () => {
    await begin('same').claim(item('a'));
    const repair = repairOf([]);
    await repair.turn();
    now += graceMs;
    await begin('same').claim(item('a'));
    await repair.turn();
    expect(await claimed()).toEqual({ a: 'same' });
    now += graceMs;
    await repair.turn();
    expect(await claimed()).toEqual({});
  });

  it('claims what is used, and takes nothing from anybody', async () => {
    await begin('pending').claim(item('a'));
    const repair = repairOf([use('a', 'late'), use('b', 'restored')]);
    await repair.turn();
    expect(await claimed()).toEqual({ a: 'pending', b: 'restored' });
    now += graceMs;
    await repair.turn();
    await repair.turn();
    expect(await claimed()).toEqual({ a: 'late', b: 'restored' });
  });

  it('reports what two objects use', async () => {
    await begin('one').claim(item('a'));
    await repairOf([use('a', 'one'), use('a', 'two')]).turn();
    expect(reports).toEqual([
      'things/a is used twice, by n/one and by n/two: one of them has to be made anew',
    ]);
    expect(await claimed()).toEqual({ a: 'one' });
  });
});
