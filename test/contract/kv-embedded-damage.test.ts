import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { integerText, versionKey } from '../../src/storage/kv/embedded/layout.ts';
import { openEmbedded } from '../../src/storage/kv/embedded/open.ts';
import {
  allKeys,
  openRoot,
  type Table,
  type Tables,
  tablesOf,
} from '../../src/storage/kv/embedded/tables.ts';
import { fillStore, firstWatched, type StoreState, serveDamaged, stateOf } from './damaged-store.ts';
import { EventLog } from './event-log.ts';

const objects = 120;
const pageSize = 8192;

let directory: string;
/** A store that was closed, and a copy of it that is damaged. */
let store: string;
let copy: string;
let before: StoreState;
let whole: Buffer;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'kv-damage-'));
  [store, copy] = [join(directory, 'store'), join(directory, 'copy')];
  await fillStore(store, objects);
  const kv = await openEmbedded({ directory: store });
  before = await stateOf(kv, firstWatched(objects));
  await kv.close();
  whole = readFileSync(join(store, 'data.mdb'));
  expect(before.events.length).toBeGreaterThan(objects / 3);
});
afterAll(() => rmSync(directory, { recursive: true }));
beforeEach(() => rmSync(copy, { recursive: true, force: true }));

/** Opens the store with another data file. `isClean`: with the mark of a clean end. */
function serve(data: Buffer, isClean: boolean): Promise<string> {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy);
  writeFileSync(join(copy, 'data.mdb'), data);
  if (isClean) cpSync(join(store, 'checksums'), join(copy, 'checksums'));
  return serveDamaged(copy, before, firstWatched(objects));
}

/** Numbers below a bound, always the same ones. */
function numbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * bound);
  };
}

test('a store that is whole is served as it was, after a clean end and after another', async () => {
  for (const isClean of [true, false]) {
    expect(await serve(whole, isClean)).toBe('served: nothing is known to be damaged');
  }
});

test('one bit that is turned anywhere makes an object unreadable, or the start is refused: nothing goes missing', async () => {
  const next = numbers(1);
  const outcomes = { served: 0, damaged: 0, refused: 0 };
  for (let round = 0; round < 80; round++) {
    const data = Buffer.from(whole);
    // Heads of pages, where it matters most, as often as what is behind them.
    const page = round % 8 === 0 ? next(2) : next(whole.length / pageSize);
    data[page * pageSize + next(round % 2 === 0 ? 200 : pageSize)]! ^= 1 << next(8);
    const outcome = await serve(data, round % 3 !== 0);
    outcomes[
      outcome.startsWith('refused') ? 'refused' : outcome.includes('damaged:') ? 'damaged' : 'served'
    ]++;
  }
  expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(5);
}, 120_000);

test('a page of zeros, and a file that is cut off, are not opened', async () => {
  const next = numbers(2);
  for (let round = 0; round < 20; round++) {
    const data = Buffer.from(whole);
    const page = next(whole.length / pageSize);
    const outcome = await serve(
      round % 2 === 0
        ? data.fill(0, page * pageSize, (page + 1) * pageSize)
        : data.subarray(0, next(data.length)),
      round % 3 === 0,
    );
    expect(outcome).toMatch(/^(refused|served)/);
  }
}, 60_000);

/** Changes records of the closed copy, and opens it. */
async function serveChanged(change: (tables: Tables) => void): Promise<string> {
  rmSync(copy, { recursive: true, force: true });
  cpSync(store, copy, { recursive: true });
  const tables = tablesOf(openRoot(copy, 0), false);
  change(tables);
  await tables.root.close();
  return serveDamaged(copy, before, firstWatched(objects));
}

const flipLast = (record: Uint8Array): Buffer => {
  const bytes = Buffer.from(record);
  bytes[bytes.length - 1]! ^= 1;
  return bytes;
};

function damageFirst(table: Table): void {
  const [{ key, value }] = [...table.getRange({ ...allKeys(), limit: 1 })] as [
    { key: string; value: Buffer },
  ];
  table.putSync(key, flipLast(value));
}

test.each<[string, (tables: Tables) => void]>([
  ['log', ({ log }) => damageFirst(log)],
  [
    'log',
    ({ log }) =>
      [...log.getKeys(allKeys())].slice(-3).forEach((key) => void log.putSync(key, Buffer.from('?'))),
  ],
  ['attachments', ({ attachments }) => damageFirst(attachments)],
  ['leases', ({ leases }) => damageFirst(leases)],
  ['meta', ({ meta }) => void meta.putSync('last-lease', flipLast(meta.getBinary('last-lease')!))],
])(
  'a damaged record of the table %s is made anew from the versions, and costs no event',
  async (table, change) => {
    const outcome = await serveChanged(change);
    expect(outcome).toContain('served');
    expect(outcome).toContain(`what was wrong in ${table} has been made anew`);
  },
);

test('without the mark of the last compaction, what was before the newest revision is Expired', async () => {
  await serveChanged(({ meta }) => void meta.putSync('compacted', Buffer.from('?')));
  const kv = await openEmbedded({ directory: copy });
  const error = await kv.get('/registry/pods/object-0', { revision: firstWatched(objects) }).catch((e) => e);
  expect(error).toMatchObject({ code: 'Expired' });
  expect(await kv.count('/registry/')).toBe(before.values.size + 1);
  await kv.close();
});

test('keys of a lease whose record is damaged still hang on it, for an hour', async () => {
  await serveChanged(({ leases, attachments }) => [leases, attachments].forEach(damageFirst));
  let now = Date.now();
  const kv = await openEmbedded({ directory: copy, clock: { now: () => now } });
  now += 3_700_000;
  await expect
    .poll(async () => (await kv.range('/registry/')).items.filter(({ key }) => key.endsWith('/object-7')))
    .toEqual([]);
  await kv.close();
});

test('an object that cannot be read can be replaced and deleted, and that is all that is left of the damage', async () => {
  const [key] = [...before.values.keys()] as [string];
  const damage = ({ versions }: Tables): void => {
    const [at] = [...versions.getKeys({ start: `${key}\x00`, end: `${key}\x01` })] as [string];
    versions.putSync(at, flipLast(versions.getBinary(at)!));
  };
  const outcome = await serveChanged(damage);
  expect(outcome).toContain(`1 versions of objects cannot be read, such as one of ${key}.`);
  let kv = await openEmbedded({ directory: copy });
  const { item } = await kv.get(key);
  expect(item).toMatchObject({
    key,
    unreadable: { mayPass: false, reason: expect.stringContaining('damaged') },
  });
  expect(await kv.create(key, Buffer.from('x'))).toMatchObject({ done: false, current: { unreadable: {} } });
  const { revision } = await kv.update(key, Buffer.from('x'), item!.modRevision);
  expect((await kv.get(key)).item).toMatchObject({ value: Buffer.from('x'), modRevision: revision });
  await kv.compact((await kv.delete(key, revision)).revision);
  await kv.close();
  kv = await openEmbedded({ directory: copy });
  expect((await kv.status()).warning).toBeUndefined();
  await kv.close();
});

test('damage while the store is open makes an object unreadable, not another one', async () => {
  cpSync(store, copy, { recursive: true });
  const kv = await openEmbedded({ directory: copy });
  const { revision } = await kv.create(
    '/registry/pods/marked',
    Buffer.from('here it stands, and nowhere else'),
  );
  const file = openSync(join(copy, 'data.mdb'), 'r+');
  const at = readFileSync(file).indexOf('here it stands');
  writeSync(file, 'H', at);
  closeSync(file);
  expect((await kv.get('/registry/pods/marked')).item).toMatchObject({
    modRevision: revision,
    unreadable: {},
  });
  expect((await kv.status()).warning).toContain('data.mdb is damaged');
  await kv.close();
  const again = await openEmbedded({ directory: copy });
  expect((await again.get('/registry/pods/marked')).item).toMatchObject({
    modRevision: revision,
    unreadable: {},
  });
  await again.close();
});

test('a store of an earlier build, whose records have no CRC, is written anew with them', async () => {
  mkdirSync(copy);
  const tables = tablesOf(openRoot(copy, 0), true);
  const integer = (...values: number[]): string => values.map(integerText).join('');
  const put = (table: Table, key: string, record: string): void =>
    void table.putSync(key, Buffer.from(record, 'latin1'));
  put(tables.meta, 'format', '1');
  put(tables.meta, 'compacted', integer(2));
  put(tables.meta, 'last-lease', integer(4));
  put(tables.versions, versionKey('/a', 2, false), `${integer(2, 4)}${'old '.repeat(1000)}`);
  put(tables.versions, versionKey('/a', 3, false), `${integer(2, 4)}new`);
  put(tables.versions, versionKey('/b', 4, false), integer(0, 0));
  put(tables.versions, versionKey('/c', 5, true), '\x01');
  put(tables.log, integerText(2), `\0${integer(0)}/a`);
  put(tables.log, integerText(3), `\0${integer(2)}/a`);
  put(tables.log, integerText(4), `\0${integer(0)}/b`);
  put(tables.log, integerText(5), `\x01${integer(0)}/c`);
  put(tables.leases, integerText(4), integer(1000, Date.now() + 1e6));
  put(tables.attachments, `${integerText(4)}/a`, '\x01');
  await tables.root.close();
  const look = async (isReadOnly: boolean): Promise<unknown[]> => {
    const kv = await openEmbedded({ directory: copy, isReadOnly });
    const { items, revision } = await kv.range('/');
    const { item } = await kv.get('/a', { revision: 2 });
    const log = new EventLog(kv, 2);
    await log.count(4);
    if (!isReadOnly) await kv.keepLeaseAlive('4');
    await kv.close();
    return [
      revision,
      items.map(({ key, value, unreadable }) => [key, `${value}`, unreadable !== undefined]),
      item!.value.length,
      log.lines.length,
    ];
  };
  const expected = [
    5,
    [
      ['/a', 'new', false],
      ['/b', '', true],
    ],
    4000,
    4,
  ];
  const old = readFileSync(join(copy, 'data.mdb'));
  expect(await look(true)).toEqual(expected);
  expect(readFileSync(join(copy, 'data.mdb')).equals(old)).toBe(true);
  for (let start = 0; start < 3; start++) expect(await look(false)).toEqual(expected);
  // No mark of a clean end: one record was damaged before.
  expect(readdirSync(copy).sort()).toEqual(['data.mdb', 'lock', 'lock.mdb', 'reserve']);
});
