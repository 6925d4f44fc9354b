import { randomBytes } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  linkSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { open as openLmdb } from 'lmdb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Database } from '../../src/storage/kv/embedded/database.ts';
import { openEmbedded, rewriteEmbedded } from '../../src/storage/kv/embedded/open.ts';
import type { Kv } from '../../src/storage/kv.ts';
import { until } from '../support/until.ts';
import { EventLog } from './event-log.ts';

const bytes = (text: string) => Buffer.from(text);

/** What the embedded store does with its directory: over restarts, crashes and damage. */
describe('the directory of the embedded store', () => {
  let directory: string;
  const opened: Kv[] = [];
  let now = 1_000_000_000_000;
  const clock = { now: () => now };

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'kv-files-'));
  });
  afterEach(async () => {
    while (opened.length > 0) await opened.pop()!.close();
    rmSync(directory, { recursive: true });
  });

  async function openHere(options: { mapSize?: number } = {}): Promise<Kv> {
    const kv = await openEmbedded({ directory, clock, ...options });
    opened.push(kv);
    return kv;
  }

  async function fill(kv: Kv, amount: number, size: number): Promise<void> {
    await Promise.all(
      Array.from({ length: amount }, (_, i) => kv.create(`/filled/${i}`, Buffer.alloc(size, `${i} `))),
    );
  }

  test('a fresh store is at revision 1, and its first write at 2', async () => {
    const kv = await openHere();
    expect(await kv.currentRevision()).toBe(1);
    expect(await kv.create('/a', bytes('x'))).toEqual({ done: true, revision: 2 });
  });

  test('is made when it is not there, for its owner alone', async () => {
    const inner = join(directory, 'a/b');
    const kv = await openEmbedded({ directory: inner });
    await kv.close();
    expect(statSync(inner).mode & 0o777).toBe(0o700);
    expect(statSync(join(inner, 'data.mdb')).mode & 0o777).toBe(0o600);
  });

  test('keeps state, history and revisions over a restart', async () => {
    let kv = await openHere();
    await kv.create('/a/1', bytes('x'));
    await kv.update('/a/1', bytes('y'), 2);
    await kv.create('/a/2', bytes('z'));
    await kv.delete('/a/2', 4);
    await kv.close();
    kv = await openHere();
    expect(await kv.currentRevision()).toBe(5);
    expect((await kv.get('/a/1')).item).toMatchObject({
      value: bytes('y'),
      createRevision: 2,
      modRevision: 3,
    });
    expect((await kv.get('/a/2', { revision: 4 })).item?.value).toEqual(bytes('z'));
    const log = new EventLog(kv, 2);
    await log.count(4);
    expect(log.lines).toEqual([
      'put /a/1 2 "x"',
      'put /a/1 3 "y" was "x"',
      'put /a/2 4 "z"',
      'delete /a/2 5 was "z"',
    ]);
    expect((await kv.create('/b', bytes('x'))).revision).toBe(6);
  });

  test('keeps the mark of a compaction over a restart, and the revision even when all is deleted', async () => {
    let kv = await openHere();
    const { revision } = await kv.create('/a', bytes('x'));
    const deleted = await kv.delete('/a', revision);
    await kv.compact(deleted.revision);
    await kv.close();
    kv = await openHere();
    await expect(kv.get('/a', { revision })).rejects.toMatchObject({ code: 'Expired', oldestRevision: 3 });
    expect(await kv.currentRevision()).toBe(deleted.revision);
  });

  test('a compaction frees what only old revisions need', async () => {
    const kv = await openHere();
    let { revision } = await kv.create('/a', bytes('0'));
    for (let i = 1; i < 200; i++) ({ revision } = await kv.update('/a', bytes(`${i}`), revision));
    for (let i = 0; i < 50; i++) {
      const created = await kv.create('/b', bytes('x'));
      ({ revision } = await kv.delete('/b', created.revision));
    }
    await kv.create('/c', bytes('x'));
    await kv.compact(revision + 1);
    await kv.close();
    // The last version of /a and of /c; the one log entry that is not older.
    expect(await records()).toEqual({ versions: 2, log: 1 });
  });

  test('a compaction that was cut off goes on at the next start', async () => {
    let kv = await openHere();
    let { revision } = await kv.create('/a', bytes('0'));
    const updates = [];
    for (let i = 0; i < 5000; i++) updates.push(kv.update('/a', bytes(`${i}`), revision++));
    await Promise.all(updates);
    const compacting = kv.compact(revision);
    await delay(5);
    await kv.close();
    await compacting;
    const left = await records();
    expect(left.log).toBeGreaterThan(1);
    // The sweep goes on in the background, a portion a turn.
    const swept = async () => {
      kv = await openHere();
      const log = new EventLog(kv, revision);
      await log.count(1);
      await delay(500);
      await kv.close();
      return records();
    };
    await expect.poll(swept).toEqual({ versions: 2, log: 1 });
  });

  async function records() {
    const database = await Database.open(directory, { mapSize: 0 });
    const versions = [...database.versionKeys('\x00', '\xff')].length;
    const log = [...database.log(0, 1e9)].length;
    await database.close();
    return { versions, log };
  }

  test('space that was compacted is used again', async () => {
    const kv = await openHere();
    let { revision } = await kv.create('/a', bytes('x'));
    const round = async () => {
      for (let i = 0; i < 50; i++) {
        ({ revision } = await kv.update('/a', randomBytes(1e5), revision));
      }
      await kv.compact(revision);
    };
    await round();
    await round();
    const { sizeBytes } = await kv.status();
    for (let i = 0; i < 5; i++) await round();
    expect((await kv.status()).sizeBytes).toBeLessThan(1.5 * sizeBytes);
  });

  test('written anew, it holds what it held, and no byte of what was replaced or deleted, nor does the old file', async () => {
    let kv = await openHere();
    await fill(kv, 300, 200);
    const lease = await kv.grantLease(1000);
    const { revision } = await kv.create('/secret', bytes('in plain text'), { lease });
    const gone = await kv.create('/gone', bytes('in plain text'));
    await kv.delete('/gone', gone.revision);
    const last = await kv.update('/secret', bytes('encrypted'), revision, { lease });
    await kv.close();
    const path = join(directory, 'data.mdb');
    const old = openSync(path, 'r');
    expect(readFileSync(old).includes('in plain text')).toBe(true);
    await rewriteEmbedded(directory);
    expect(readFileSync(path).includes('in plain text')).toBe(false);
    const overwritten = Buffer.alloc(fstatSync(old).size);
    readSync(old, overwritten, 0, overwritten.length, 0);
    closeSync(old);
    expect(overwritten.every((byte) => byte === 0)).toBe(true);
    kv = await openHere();
    expect(await kv.count('/filled/')).toBe(300);
    expect((await kv.get('/secret')).item).toMatchObject({
      value: bytes('encrypted'),
      modRevision: last.revision,
    });
    await kv.keepLeaseAlive(lease);
    await expect(kv.get('/secret', { revision: last.revision })).rejects.toMatchObject({ code: 'Expired' });
    expect(readdirSync(directory).sort()).toEqual(['data.mdb', 'lock', 'lock.mdb', 'reserve']);
  });

  test('a file that was being replaced when the process ended is the store still', async () => {
    let kv = await openHere();
    await fill(kv, 10, 200);
    await kv.close();
    linkSync(join(directory, 'data.mdb'), join(directory, 'old.mdb'));
    kv = await openHere();
    expect(await kv.count('/filled/')).toBe(10);
    expect(existsSync(join(directory, 'old.mdb'))).toBe(false);
  });

  test('grows beyond the address space that was reserved', async () => {
    const kv = await openHere({ mapSize: 1024 * 1024 });
    for (let i = 0; i < 200; i++) {
      await kv.create(`/big/${String(i).padStart(3, '0')}`, randomBytes(1e5));
    }
    expect((await kv.status()).sizeBytes).toBeGreaterThan(15e6);
    const { items } = await kv.range('/big/');
    expect(items.map((item) => item.value.length)).toEqual(Array(200).fill(1e5));
  });

  describe('leases', () => {
    test('go on over a restart, with the time that was left', async () => {
      let kv = await openHere();
      const lease = await kv.grantLease(100);
      await kv.create('/a', bytes('x'), { lease });
      now += 60_000;
      await kv.close();
      kv = await openHere();
      await delay(600);
      expect((await kv.get('/a')).item).toBeDefined();
      now += 41_000;
      await until(async () => (await kv.get('/a')).item === undefined);
    });

    test('that are kept alive go on from then, also over a restart', async () => {
      let kv = await openHere();
      const lease = await kv.grantLease(100);
      await kv.create('/a', bytes('x'), { lease });
      now += 99_000;
      await kv.keepLeaseAlive(lease);
      await kv.close();
      now += 99_000;
      kv = await openHere();
      await delay(600);
      expect((await kv.get('/a')).item).toBeDefined();
    });

    test('that ended while the store was closed end at its start, with deletions for watches', async () => {
      let kv = await openHere();
      const lease = await kv.grantLease(100);
      await kv.create('/a', bytes('x'), { lease });
      await kv.close();
      now += 101_000;
      kv = await openHere();
      const log = new EventLog(kv, 3);
      await log.count(1);
      expect(log.lines).toEqual(['delete /a 3 was "x"']);
      await expect(kv.keepLeaseAlive(lease)).rejects.toMatchObject({ code: 'NotFound' });
    });

    test('end by the time that has passed, whatever the date is set to', async () => {
      let elapsed = 5_000;
      const clocks = { clock, elapsed: { now: () => elapsed } };
      let kv = await openEmbedded({ directory, ...clocks });
      const lease = await kv.grantLease(100);
      await kv.create('/a', bytes('x'), { lease });
      now += 3_600_000;
      await delay(600);
      await kv.keepLeaseAlive(lease);
      // Set back while the store is closed: it lives no longer than it was granted for.
      await kv.close();
      now -= 7_200_000;
      elapsed = 0;
      kv = await openEmbedded({ directory, ...clocks });
      opened.push(kv);
      elapsed += 99_000;
      await delay(600);
      expect((await kv.get('/a')).item).toBeDefined();
      elapsed += 2_000;
      await until(async () => (await kv.get('/a')).item === undefined);
    });

    test('never get the name of an earlier one', async () => {
      let kv = await openHere();
      const first = await kv.grantLease(100);
      await kv.revokeLease(first);
      await kv.close();
      kv = await openHere();
      expect(await kv.grantLease(100)).not.toBe(first);
    });
  });

  describe('damage', () => {
    const data = () => join(directory, 'data.mdb');

    async function damaged(damage: () => void) {
      const kv = await openHere();
      await fill(kv, 2000, 2000);
      await kv.close();
      damage();
      return openEmbedded({ directory }).then(
        (kv) => opened.push(kv),
        (error) => error,
      );
    }

    for (const [what, damage] of Object.entries<(path: string) => void>({
      'cut to a half': (path) => truncateSync(path, statSync(path).size / 2),
      'cut to nothing': (path) => truncateSync(path, 0),
      'overwritten with text': (path) => writeFileSync(path, 'hello '.repeat(10_000)),
    })) {
      test(`of a data file that is ${what} is Corrupt, and lets go of the directory`, async () => {
        const expected = { name: 'KvError', code: 'Corrupt' };
        expect(await damaged(() => damage(data()))).toMatchObject(expected);
        expect(await openEmbedded({ directory }).catch((error) => error)).toMatchObject(expected);
      });
    }

    test('is not what a file is that lacks only free pages at its end', async () => {
      const kv = await openHere();
      await fill(kv, 100, 2000);
      await kv.close();
      copyFileSync(data(), `${data()}-copy`);
      // One page more than the file has is what LMDB itself leaves behind at times.
      truncateSync(data(), statSync(data()).size + 8192);
      expect(await (await openHere()).count('/filled/')).toBe(100);
    });

    test('nothing is written to an LMDB file of another program', async () => {
      const root = openLmdb({ path: directory });
      await root.put('theirs', 'data');
      await root.close();
      const error = await openEmbedded({ directory }).catch((error) => error);
      expect(error).toMatchObject({ name: 'KvError', code: 'Corrupt' });
      const again = openLmdb({ path: directory });
      expect([...again.getKeys()]).toEqual(['theirs']);
      await again.close();
    });
  });

  test('that cannot be a directory is Unavailable', async () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    await expect(openEmbedded({ directory: file })).rejects.toMatchObject({ code: 'Unavailable' });
  });

  test('holds nothing but its own few files', async () => {
    const kv = await openHere();
    await fill(kv, 10, 100);
    await kv.close();
    expect(readdirSync(directory).sort()).toEqual(['checksums', 'data.mdb', 'lock', 'lock.mdb', 'reserve']);
    expect(existsSync(join(directory, 'new'))).toBe(false);
  });
});
