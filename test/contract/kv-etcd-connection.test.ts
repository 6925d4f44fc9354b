import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openEtcd } from '../../src/storage/kv/etcd/open.ts';
import type { Kv } from '../../src/storage/kv.ts';
import { type Etcd, startEtcd } from '../support/etcd.ts';
import { EventLog } from './event-log.ts';
import { TcpProxy } from './tcp-proxy.ts';

/** One etcd, with a wire in between that breaks. */
describe('etcd behind a bad wire', () => {
  let etcd: Etcd;
  let direct: Kv;
  let count = 0;
  const open: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    etcd = await startEtcd({ members: 1 });
    direct = await openEtcd({ endpoints: etcd.endpoints });
  });
  afterEach(async () => {
    while (open.length > 0) await open.pop()!.close();
  });
  afterAll(async () => {
    await direct?.close();
    await etcd?.stop();
  });

  async function throughProxy(options: { requestTimeout?: number; livenessInterval?: number } = {}) {
    const proxy = await TcpProxy.to(etcd.endpoints[0]!);
    open.push(proxy);
    const kv = await openEtcd({ endpoints: [proxy.endpoint], ...options });
    open.push(kv);
    return { proxy, kv, prefix: `/wire/${++count}/` };
  }

  const write = async (prefix: string, amount: number, size: number) => {
    const first = (await direct.currentRevision()) + 1;
    const value = (i: number) => Buffer.alloc(size, `${i} `);
    await Promise.all(Array.from({ length: amount }, (_, i) => direct.create(`${prefix}${i}`, value(i))));
    return first;
  };

  const upTo = (amount: number, from: number) => Array.from({ length: amount }, (_, i) => from + i);

  test('a watch loses and repeats nothing when the wire is cut while it catches up', async () => {
    const { proxy, kv, prefix } = await throughProxy();
    // More than etcd puts in one message, so that whole revisions come in fragments.
    const from = await write(prefix, 4000, 6000);
    let passed = 0;
    let cuts = 0;
    proxy.onAnswer = (piece) => {
      passed += piece.length;
      if (cuts >= 6 || passed < 3e6) return true;
      passed = 0;
      cuts++;
      return false;
    };
    const log = new EventLog(kv, from, prefix);
    await log.until(() => log.events.length >= 4000, 30_000);
    log.watch[Symbol.dispose]();
    expect(cuts).toBe(6);
    expect(log.events.map((event) => event.revision)).toEqual(upTo(4000, from));
    expect(log.complaints).toEqual([]);
  }, 60_000);

  test('a watch loses and repeats nothing when the wire is cut again and again while events come', async () => {
    const { proxy, kv, prefix } = await throughProxy();
    const from = (await direct.currentRevision()) + 1;
    const log = new EventLog(kv, from, prefix);
    const cutting = setInterval(() => proxy.cut(), 150);
    for (let i = 0; i < 1500; i++) await direct.create(`${prefix}${i}`, Buffer.from(`${i}`));
    clearInterval(cutting);
    await log.until(() => log.events.length >= 1500, 30_000);
    log.watch[Symbol.dispose]();
    expect(proxy.connections).toBeGreaterThan(5);
    expect(log.events.map((event) => event.revision)).toEqual(upTo(1500, from));
    expect(log.complaints).toEqual([]);
  }, 60_000);

  test('a watch notices a wire that is dead without being cut', async () => {
    const { proxy, kv, prefix } = await throughProxy({ livenessInterval: 300 });
    const from = (await direct.currentRevision()) + 1;
    const log = new EventLog(kv, from, prefix);
    await direct.create(`${prefix}1`, Buffer.from('1'));
    await log.count(1);
    proxy.silence(true);
    await direct.create(`${prefix}2`, Buffer.from('2'));
    const connections = proxy.connections;
    await log.until(() => proxy.connections > connections, 5000);
    proxy.silence(false);
    await log.count(2);
    log.watch[Symbol.dispose]();
    expect(log.events.map((event) => event.revision)).toEqual([from, from + 1]);
  }, 30_000);

  test('a quiet watch stays on its connection', async () => {
    const { proxy, kv, prefix } = await throughProxy({ livenessInterval: 200 });
    const log = new EventLog(kv, (await direct.currentRevision()) + 1, prefix);
    await direct.create(`${prefix}1`, Buffer.from('1'));
    await log.count(1);
    const { connections } = proxy;
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await direct.create(`${prefix}2`, Buffer.from('2'));
    await log.count(2);
    log.watch[Symbol.dispose]();
    expect(proxy.connections).toBe(connections);
  });

  test('a watch that was away while its revision was compacted ends with Expired', async () => {
    const { proxy, kv, prefix } = await throughProxy();
    const from = (await direct.currentRevision()) + 1;
    const log = new EventLog(kv, from, prefix);
    await direct.create(`${prefix}1`, Buffer.from('1'));
    await log.count(1);
    proxy.silence(true);
    await direct.create(`${prefix}2`, Buffer.from('2'));
    const { revision } = await direct.create(`${prefix}3`, Buffer.from('3'));
    await direct.compact(revision);
    proxy.cut();
    proxy.silence(false);
    await log.until(() => log.ended !== undefined);
    expect(log.ended).toMatchObject({ code: 'Expired', oldestRevision: revision });
    expect(log.events.map((event) => event.revision)).toEqual([from]);
    expect(log.complaints).toEqual([]);
  }, 30_000);

  test('many events of one revision arrive together, though no message holds them', async () => {
    const { kv, prefix } = await throughProxy();
    const lease = await direct.grantLease(600);
    const value = Buffer.alloc(60_000, 'x');
    for (let i = 0; i < 100; i++) await direct.create(`${prefix}${i}`, value, { lease });
    const from = (await direct.currentRevision()) + 1;
    const log = new EventLog(kv, from, prefix);
    await direct.revokeLease(lease);
    await log.count(100);
    log.watch[Symbol.dispose]();
    expect(log.calls).toEqual([{ events: 100, revision: from }]);
    expect(log.events.every((event) => event.previous?.equals(value))).toBe(true);
  });

  test('a write whose answer is lost is Unknown, not repeated, and may have been done', async () => {
    const { proxy, kv, prefix } = await throughProxy();
    await kv.currentRevision();
    // Shorter pieces are no answers: what both ends tell each other about the connection, before the write as well.
    proxy.onAnswer = (piece) => piece.length < 32;
    const outcome = kv.create(`${prefix}a`, Buffer.from('x'));
    await expect(outcome).rejects.toMatchObject({ name: 'KvError', code: 'Unknown' });
    proxy.onAnswer = () => true;
    const { item } = await direct.get(`${prefix}a`);
    expect(item?.value).toEqual(Buffer.from('x'));
    expect(await kv.create(`${prefix}a`, Buffer.from('y'))).toMatchObject({ done: false });
  });

  test('a write into a dead wire is Unknown after its time', async () => {
    const { proxy, kv, prefix } = await throughProxy({ requestTimeout: 500 });
    await kv.currentRevision();
    proxy.silence(true);
    await expect(kv.create(`${prefix}a`, Buffer.from('x'))).rejects.toMatchObject({ code: 'Unknown' });
  });

  test('a read is repeated when its answer is lost', async () => {
    const { proxy, kv, prefix } = await throughProxy();
    const { revision } = await kv.create(`${prefix}a`, Buffer.from('x'));
    let lost = 0;
    proxy.onAnswer = () => lost++ >= 1;
    expect((await kv.get(`${prefix}a`)).item).toMatchObject({ modRevision: revision });
    expect(lost).toBeGreaterThan(0);
  });

  test('a store that was never there is Unavailable, soon and with the reason', async () => {
    const proxy = await TcpProxy.to(etcd.endpoints[0]!);
    const { endpoint } = proxy;
    await proxy.close();
    const start = performance.now();
    const opening = openEtcd({ endpoints: [endpoint], connectTimeout: 1000 });
    const error = await opening.then(
      () => undefined,
      (error) => error,
    );
    expect(error).toMatchObject({ name: 'KvError', code: 'Unavailable' });
    expect(error.message).toContain(endpoint);
    expect(error.message).toContain('ECONNREFUSED');
    expect(performance.now() - start).toBeLessThan(3000);
  });

  test('a store that does not answer is Unavailable', async () => {
    const proxy = await TcpProxy.to(etcd.endpoints[0]!);
    open.push(proxy);
    proxy.silence(true);
    const start = performance.now();
    const opening = openEtcd({ endpoints: [proxy.endpoint], connectTimeout: 1000 });
    await expect(opening).rejects.toMatchObject({ code: 'Unavailable' });
    expect(performance.now() - start).toBeLessThan(3000);
  });

  test('a write to a store that is away is Unavailable, and goes through when it comes back in time', async () => {
    const prefix = `/wire/${++count}/`;
    const kv = await openEtcd({ endpoints: etcd.endpoints, requestTimeout: 1000 });
    open.push(kv);
    await etcd.kill(0);
    // A write on a connection that is not known to be gone yet would rightly be Unknown.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await expect(kv.create(`${prefix}a`, Buffer.from('x'))).rejects.toMatchObject({ code: 'Unavailable' });
    const writing = direct.create(`${prefix}b`, Buffer.from('x'));
    await etcd.restart(0);
    expect(await writing).toMatchObject({ done: true });
    expect((await direct.get(`${prefix}a`)).item).toBeUndefined();
  }, 30_000);

  test('a watch goes on when the store has been restarted', async () => {
    const { kv, prefix } = await throughProxy();
    const from = (await direct.currentRevision()) + 1;
    const log = new EventLog(kv, from, prefix);
    for (let i = 0; i < 5; i++) {
      await direct.create(`${prefix}${i}`, Buffer.from('x'));
      await log.count(i + 1);
      await etcd.kill(0);
      await etcd.restart(0);
    }
    await direct.create(`${prefix}last`, Buffer.from('x'));
    await log.count(6);
    log.watch[Symbol.dispose]();
    expect(log.events.map((event) => event.revision)).toEqual(upTo(6, from));
    expect(log.complaints).toEqual([]);
  }, 60_000);
});
