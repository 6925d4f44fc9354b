import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Compactor } from './compactor.ts';
import { openEmbedded } from './kv/embedded/open.ts';
import type { Kv } from './kv.ts';

const key = 'compact_rev_key';
let directory: string;
let kv: Kv;
let compacted: number[];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'compactor-'));
  kv = await openEmbedded({ directory });
  compacted = [];
  forgotten = [];
  const compact = kv.compact.bind(kv);
  kv.compact = async (revision) => {
    compacted.push(revision);
    await compact(revision);
  };
});
afterEach(async () => {
  await kv.close();
  rmSync(directory, { recursive: true });
});

let forgotten: number[];
const compactor = (): Compactor =>
  new Compactor(
    kv,
    1e9,
    () => {},
    (revision) => forgotten.push(revision),
  );
const said = async (): Promise<string | undefined> => (await kv.get(key)).item?.value.toString();
const write = async (name: string): Promise<number> =>
  (await kv.create(`/registry/${name}`, Buffer.from('x'))).revision;

it('makes the key, and compacts from the second turn on what was there at the turn before', async () => {
  const own = compactor();
  await own.turn();
  expect([await said(), compacted]).toEqual(['0', []]);
  const { revision } = await kv.get(key);
  await write('a');
  await own.turn();
  expect([await said(), compacted]).toEqual([String(revision), [revision]]);
  const after = await kv.currentRevision();
  await own.turn();
  expect([await said(), compacted]).toEqual([String(after), [revision, after]]);
});

it('one that finds the key there waits for a turn', async () => {
  await kv.create(key, Buffer.from('7'));
  const own = compactor();
  await own.turn();
  expect([await said(), compacted]).toEqual(['7', []]);
});

it('tells how far it has compacted, and how far another server says that it has', async () => {
  const own = compactor();
  await own.turn();
  expect(forgotten).toEqual([]);
  await write('a');
  await own.turn();
  expect(forgotten).toEqual(compacted);
  const { item } = await kv.get(key);
  const before = await kv.currentRevision();
  await kv.update(key, Buffer.from(String(before)), item!.modRevision);
  await own.turn();
  expect(forgotten).toEqual([...compacted, before]);
});

it('of several servers one compacts each time, also when the others are of another make', async () => {
  const [one, two] = [compactor(), compactor()];
  await one.turn();
  await two.turn();
  await write('a');
  await two.turn();
  expect(compacted).toHaveLength(1);
  await one.turn();
  expect(compacted).toHaveLength(1);
  // Another server moves the key by comparing how often it was written.
  const { item } = await kv.get(key);
  await kv.update(key, Buffer.from('9'), item!.modRevision);
  await one.turn();
  await two.turn();
  expect([await said(), compacted.length]).toEqual(['9', 1]);
  await write('b');
  await two.turn();
  expect(compacted).toHaveLength(2);
});

it('makes the key again when it was taken away', async () => {
  const own = compactor();
  await own.turn();
  const { item } = await kv.get(key);
  await kv.delete(key, item!.modRevision);
  await own.turn();
  await own.turn();
  expect(await said()).toMatch(/^\d+$/);
});

it('compacts nothing of a store that was set back behind its last turn', async () => {
  const own = compactor();
  await kv.create(key, Buffer.from('0'));
  for (const name of ['a', 'b', 'c']) await write(name);
  await own.turn();
  const restored = await openEmbedded({ directory: join(directory, 'restored') });
  await restored.create(key, Buffer.from('0'));
  kv.create = restored.create.bind(restored);
  kv.update = restored.update.bind(restored);
  await own.turn();
  expect(compacted).toEqual([]);
  expect((await restored.get(key)).item?.value.toString()).toMatch(/^\d+$/);
  await restored.close();
});
