import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openEmbedded } from '../../src/storage/kv/embedded/open.ts';
import type { Kv } from '../../src/storage/kv.ts';
import { randomValue, Writer } from './embedded-child.ts';
import { EventLog } from './event-log.ts';

const bytes = (text: string) => Buffer.from(text);

/** What becomes of the embedded store when its process or its disk fails. */
describe('the embedded store', () => {
  let directory: string;
  const opened: Kv[] = [];

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'kv-crash-'));
  });
  afterEach(async () => {
    while (opened.length > 0) await opened.pop()!.close();
    rmSync(directory, { recursive: true });
  });

  async function openHere(): Promise<Kv> {
    const kv = await openEmbedded({ directory });
    opened.push(kv);
    return kv;
  }

  describe('in one process', () => {
    test('has it alone, against itself as well', async () => {
      const kv = await openHere();
      const expected = { name: 'KvError', code: 'Unavailable', message: expect.stringContaining('in use') };
      await expect(openEmbedded({ directory })).rejects.toMatchObject(expected);
      await kv.create('/a', bytes('x'));
      await kv.close();
      const again = await openHere();
      expect((await again.get('/a')).item).toBeDefined();
    });

    test('keeps another out, and lets it in when it was killed', async () => {
      const writer = new Writer(directory, 'first');
      await writer.lines(1);
      const message = `data directory ${directory} is in use by another process`;
      await expect(openEmbedded({ directory })).rejects.toMatchObject({ code: 'Unavailable', message });
      await writer.kill();
      await openHere();
    });
  });

  test('has every acknowledged write after kill -9, and no gap in its history', async () => {
    const acknowledged: [string, string][] = [];
    for (let round = 0; round < 5; round++) {
      const writer = new Writer(directory, `round${round}`);
      await writer.lines(200);
      await delay(round * 37);
      acknowledged.push(...(await writer.kill()));
    }
    const kv = await openHere();
    const log = new EventLog(kv, 2);
    const last = await kv.currentRevision();
    await log.until(() => log.calls.at(-1)?.revision === last);
    expect(log.events.map((event) => event.revision)).toEqual(
      Array.from({ length: last - 1 }, (_, i) => i + 2),
    );
    const stored = new Map(log.events.map((event) => [event.key, event.revision]));
    expect(acknowledged.length).toBeGreaterThan(1000);
    for (const [key, revision] of acknowledged) expect(stored.get(key)).toBe(Number(revision));
    for (const [key] of acknowledged.slice(-200)) {
      expect((await kv.get(key)).item!.value.equals(randomValue(key))).toBe(true);
    }
  }, 60_000);

  test('a file that may not grow makes writes Unavailable, and costs nothing that was acknowledged', async () => {
    const writer = new Writer(directory, 'full', ['prlimit', '--fsize=4000000']);
    const lines = await writer.exit();
    const failures = lines.filter(([key]) => key === 'failed');
    const acknowledged = lines.filter(([key]) => key !== 'failed');
    expect(failures.map(([, code]) => code)).toEqual(Array(16).fill('Unavailable'));
    expect(acknowledged.length).toBeGreaterThan(100);
    const kv = await openHere();
    expect(await kv.count('/full/')).toBe(acknowledged.length);
    for (const [key, revision] of acknowledged) {
      const { item } = await kv.get(key);
      expect(item).toMatchObject({ value: randomValue(key), modRevision: Number(revision) });
    }
    expect(await kv.create('/a', bytes('x'))).toMatchObject({ done: true });
  });
});
