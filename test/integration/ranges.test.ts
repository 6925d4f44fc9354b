import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { dialects } from '../../src/api/meta/dialect.ts';
import { loadDefinitions } from '../../src/api/schema/load.ts';
import {
  type ClaimDependencies,
  freeMembers,
  holdMs,
  RangeClaims,
} from '../../src/registry/ranges/range-claims.ts';
import { graceMs, RangeRepair } from '../../src/registry/ranges/repair.ts';
import { SharedRange } from '../../src/registry/ranges/shared-range.ts';
import { openEmbedded } from '../../src/storage/kv/embedded/open.ts';
import type { Kv } from '../../src/storage/kv.ts';
import { StorageFormat } from '../../src/storage/storage-format.ts';
import { systemRandom } from '../../src/util/random.ts';
import { testedRelease } from '../support/release.ts';

const definitions = loadDefinitions(
  fileURLToPath(new URL('../../api-definitions', import.meta.url)),
  dialects[0]!,
  testedRelease,
);
const directory = mkdtempSync(join(tmpdir(), 'ranges-'));
const type = {
  group: '',
  version: 'v1',
  kind: 'RangeAllocation',
  schema: definitions.structs.get('core.v1.RangeAllocation')!,
};
let kv: Kv;
let now = 0;
let tests = 0;
let range: SharedRange;
let reports: string[];

/** As another server on the same store has it. */
const sameRange = (isProtobuf = false, text = '0-39', size = 40): SharedRange =>
  new SharedRange({
    kv,
    key: `/test/ranges/${tests}`,
    resource: 'things',
    text,
    size,
    type,
    format: new StorageFormat(isProtobuf),
  });

const dependencies: ClaimDependencies = {
  clock: { now: () => now },
  random: systemRandom,
  report: (message) => reports.push(message),
};
const begin = (isDryRun = false): RangeClaims => new RangeClaims(dependencies, isDryRun);
const taken = async (): Promise<number[]> => [...((await range.read())?.bits.taken() ?? [])];

const repairOf = (uses: Record<number, string[]>, hasUnreadable = false): RangeRepair<string> =>
  new RangeRepair({
    ranges: [range],
    clock: dependencies.clock,
    uses: async () => () => new Map(Object.entries(uses).map(([index, own]) => [Number(index), own])),
    hasUnreadable: () => hasUnreadable,
    found: (finding, _, index, object) => void reports.push(`${finding} ${index} ${object}`),
    report: dependencies.report,
  });

beforeAll(async () => {
  kv = await openEmbedded({ directory });
});
afterAll(async () => {
  await kv.close();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(async () => {
  reports = [];
  tests++;
  range = sameRange();
  await repairOf({}).turn();
});

describe('a claim', () => {
  it('is had by one of many, whichever servers they use', async () => {
    const other = sameRange(true);
    const got = await Promise.all(
      Array.from({ length: 40 }, (_, n) => begin().claim({ range: n % 2 ? range : other, index: 7 })),
    );
    expect(got.filter(Boolean)).toHaveLength(1);
    expect(await taken()).toEqual([7]);
  });

  it('is free again when the object is not written, and stays when it is', async () => {
    const one = begin();
    await one.claim({ range, index: 3 });
    await one.rollback();
    expect(await taken()).toEqual([]);
    const two = begin();
    await two.claim({ range, index: 3 });
    await two.commit();
    expect(await two.claim({ range, index: 3 })).toBe(false);
    expect(await taken()).toEqual([3]);
  });

  it('in a dry run only looks', async () => {
    await begin().claim({ range, index: 3 });
    const dry = begin(true);
    expect([
      await dry.claim({ range, index: 3 }),
      await dry.claim({ range, index: 4 }),
      await dry.claim({ range, index: 4 }),
    ]).toEqual([false, true, false]);
    await dry.rollback();
    expect(await taken()).toEqual([3]);
  });

  it('that is given up goes with the commit', async () => {
    await begin().claim({ range, index: 3 });
    const update = begin();
    update.giveUp({ range, index: 3 });
    expect(await taken()).toEqual([3]);
    await update.commit();
    expect(await taken()).toEqual([]);
  });

  it('sees what another server has freed and taken since', async () => {
    const other = sameRange(true);
    await begin().claim({ range, index: 1 });
    await begin().claim({ range: other, index: 2 });
    await freeMembers([{ range: other, index: 1 }], dependencies.report);
    expect([await begin().claim({ range, index: 2 }), await begin().claim({ range, index: 1 })]).toEqual([
      false,
      true,
    ]);
  });

  it('cannot be relied upon for ever', async () => {
    const slow = begin();
    slow.ensureHeld();
    await slow.claim({ range, index: 3 });
    now += holdMs;
    expect(() => slow.ensureHeld()).toThrow(/took too long/);
  });

  it.each([
    ['nothing is there', 'cannot allocate resources of type things at this time', undefined],
    ['another range is there', 'does not match the current range 0-9', '0-9'],
  ])('is refused as long as %s', async (_, message, text) => {
    const { item } = await kv.get(range.options.key);
    if (text === undefined) await kv.delete(item!.key, item!.modRevision);
    else {
      const other = sameRange(false, text, 10);
      await other.replace(await other.read(), (await other.read())!.bits);
    }
    await expect(begin().claim({ range, index: 3 })).rejects.toThrow(message);
    await repairOf({ 5: ['five'] }).turn();
    expect(await begin().claim({ range, index: 3 })).toBe(true);
    expect(await taken()).toEqual([3, 5]);
  });
});

describe('picking', () => {
  const whole = [{ from: 0, to: 40 }];

  it('gives every one to somebody, and then none', async () => {
    const picked = await Promise.all(Array.from({ length: 50 }, () => begin().pick(range, whole)));
    const got = picked.filter((index) => index !== undefined);
    expect(new Set(got).size).toBe(40);
    expect(got).toHaveLength(40);
    expect(await begin().pick(range, [])).toBeUndefined();
  });

  it('leaves out what comes before the first', async () => {
    const bands = [{ from: 2, to: 40 }];
    const picked = await Promise.all(Array.from({ length: 40 }, () => begin().pick(range, bands)));
    expect(picked.filter((index) => index !== undefined).toSorted((a, b) => a - b)[0]).toBe(2);
  });

  it('takes the bands one after the other, and passes over what is kept', async () => {
    const bands = [
      { from: 38, to: 40 },
      { from: 0, to: 2 },
    ];
    const pick = () => begin().pick(range, bands, (index) => index === 0);
    const picked = [await pick(), await pick(), await pick(), await pick()];
    expect([picked.slice(0, 2).toSorted(), picked.slice(2)]).toEqual([
      [38, 39],
      [1, undefined],
    ]);
  });
});

describe('the repair', () => {
  it('frees what nobody uses, after three turns and a while', async () => {
    for (const index of [1, 2]) await begin().claim({ range, index });
    const repair = repairOf({ 2: ['used'] });
    for (let turn = 1; turn <= 3; turn++) await repair.turn();
    now += graceMs - 1;
    await repair.turn();
    expect(await taken()).toEqual([1, 2]);
    now += 1;
    await repair.turn();
    expect(await taken()).toEqual([2]);
  });

  it('begins to wait anew for what was used meanwhile', async () => {
    await begin().claim({ range, index: 1 });
    const uses: Record<number, string[]> = {};
    const repair = repairOf(uses);
    for (let turn = 1; turn <= 3; turn++) await repair.turn();
    now += graceMs;
    uses[1] = ['somebody'];
    await repair.turn();
    delete uses[1];
    await repair.turn();
    expect(await taken()).toEqual([1]);
  });

  it('frees nothing as long as there are objects that it cannot read', async () => {
    await begin().claim({ range, index: 1 });
    const repair = repairOf({}, true);
    for (let turn = 1; turn <= 5; turn++) {
      now += graceMs;
      await repair.turn();
    }
    expect(await taken()).toEqual([1]);
  });

  it('takes what is used, and says so', async () => {
    await repairOf({ 4: ['restored'] }).turn();
    expect(await taken()).toEqual([4]);
    expect(reports).toEqual(['NotAllocated 4 restored']);
  });

  it('says what two objects use', async () => {
    await begin().claim({ range, index: 1 });
    await repairOf({ 1: ['one', 'two'] }).turn();
    expect(reports).toEqual(['AlreadyAllocated 1 two']);
  });

  it('leaves alone what it cannot read', async () => {
    const { item } = await kv.get(range.options.key);
    await kv.update(item!.key, Buffer.from('garbage'), item!.modRevision);
    await repairOf({ 1: ['one'] }).turn();
    expect((await kv.get(range.options.key)).item!.value.toString()).toBe('garbage');
    expect(reports[0]).toMatch(/cannot be read/);
    await expect(begin().claim({ range: sameRange(), index: 3 })).rejects.toThrow(/cannot be read/);
  });
});
