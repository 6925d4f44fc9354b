import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { openEtcd } from '../../src/storage/kv/etcd/open.ts';
import type { Kv } from '../../src/storage/kv.ts';
import { type Etcd, startEtcd } from '../support/etcd.ts';
import { Load } from '../support/load.ts';
import { until } from '../support/until.ts';
import { EventLog } from './event-log.ts';

const writeTo = (kv: Kv) => async (key: string) => (await kv.create(key, Buffer.from(key))).revision;

describe('etcd with three members', () => {
  let etcd: Etcd;
  let kv: Kv;
  afterEach(async () => {
    await kv?.close();
    await etcd?.stop();
  });

  /** Members in an order of their own, so that the client is at the one that the test is about. */
  async function start(first: 'leader' | 'follower', options: { livenessInterval?: number } = {}) {
    etcd = await startEtcd({ members: 3 });
    const lead = await etcd.leader();
    const index = first === 'leader' ? lead : (lead + 1) % 3;
    const endpoints = etcd.endpoints.map((_, i) => etcd.endpoints[(index + i) % 3]!);
    kv = await openEtcd({ endpoints, ...options });
    return index;
  }

  async function holdsTo(load: Load, log: EventLog, prefix: string): Promise<void> {
    const { items } = await kv.range(prefix);
    const stored = new Map(items.map((item) => [item.key, item.modRevision]));
    for (const { key, revision } of load.acknowledged) expect(stored.get(key)).toBe(revision);
    await log.until(() => log.events.length >= items.length, 15_000);
    log.watch[Symbol.dispose]();
    const byRevision = [...stored].sort(([, a], [, b]) => a - b);
    expect(log.events.map((event) => [event.key, event.revision])).toEqual(byRevision);
    expect(log.complaints).toEqual([]);
  }

  for (const victim of ['leader', 'follower'] as const) {
    test(`writes go on within 3 s when the ${victim}, which the client is at, is killed`, async () => {
      const index = await start(victim);
      const log = new EventLog(kv, 2, '/load/');
      const load = new Load(writeTo(kv), '/load/', 10);
      await delay(1000);
      await etcd.kill(index);
      const killed = performance.now();
      const interruption = await load.firstAfter(killed, 10_000);
      await delay(2000);
      await etcd.restart(index);
      await delay(1000);
      await load.stop();
      expect(interruption).toBeLessThan(3000);
      expect(load.failures.filter(({ code }) => code !== 'Unknown')).toEqual([]);
      await holdsTo(load, log, '/load/');
    }, 60_000);
  }

  test('a member that stands still is left by watch and writes within seconds', async () => {
    const index = await start('follower', { livenessInterval: 500 });
    const log = new EventLog(kv, 2, '/load/');
    const load = new Load(writeTo(kv), '/load/', 20);
    await delay(1000);
    etcd.freeze(index);
    const frozen = performance.now();
    const interruption = await load.firstAfter(frozen, 10_000);
    const before = log.events.length;
    await log.until(() => log.events.length > before, 10_000);
    expect(interruption).toBeLessThan(3000);
    expect(performance.now() - frozen).toBeLessThan(4000);
    await delay(1000);
    etcd.thaw(index);
    await load.stop();
    await holdsTo(load, log, '/load/');
  }, 60_000);

  test('a member that is cut off from the others is left, though it answers', async () => {
    const index = await start('follower');
    const log = new EventLog(kv, 2, '/load/');
    await kv.create('/load/first', Buffer.from('x'));
    await log.count(1);
    // Without the other two the one that the client is at has no leader, and neither writes nor watches there.
    const others = [0, 1, 2].filter((member) => member !== index);
    for (const member of others) etcd.freeze(member);
    await delay(3500);
    for (const member of others) etcd.thaw(member);
    const { revision } = await writeUntilDone(kv, '/load/second');
    await log.until(() => log.events.at(-1)?.revision === revision, 15_000);
    log.watch[Symbol.dispose]();
    expect(log.complaints).toEqual([]);
  }, 60_000);

  test('without a majority a write is certainly not done, rather than unknown', async () => {
    const index = await start('follower');
    const short = await openEtcd({ endpoints: [etcd.endpoints[index]!], requestTimeout: 3000 });
    for (const member of [0, 1, 2]) if (member !== index) await etcd.kill(member);
    // A member notices after an election that nobody answers: how soon, only it can say.
    await until(async () => (await short.status()).members[0]!.error?.includes('no leader') ?? false, 20);
    await expect(short.create('/x', Buffer.from('x'))).rejects.toMatchObject({ code: 'Unavailable' });
    await expect(short.currentRevision()).rejects.toMatchObject({ code: 'Unavailable' });
    const { members } = await short.status();
    expect(members[0]!.error).toContain('no leader');
    await short.close();
  }, 60_000);

  test('tells which members are away', async () => {
    await start('leader');
    await etcd.kill(2);
    const { members } = await kv.status(1000);
    const away = members.filter((member) => member.error !== undefined);
    expect(away.map((member) => member.endpoint)).toEqual([etcd.endpoints[2]]);
  }, 60_000);
});

async function writeUntilDone(kv: Kv, key: string) {
  for (let i = 0; ; i++) {
    try {
      return await kv.create(`${key}-${i}`, Buffer.from('x'));
    } catch (error) {
      if (i > 20) throw error;
    }
  }
}
