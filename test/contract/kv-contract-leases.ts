import { expect } from 'vitest';
import { Leases } from '../../src/registry/write/leases.ts';
import { EventLog } from './event-log.ts';
import { bytes, type It, rejection } from './kv-contract-support.ts';

export function leases(it: It): void {
  it('deletes the keys of a lease that ends, and says so to watches', async ({ kv, prefix }) => {
    const from = (await kv.currentRevision()) + 1;
    const log = new EventLog(kv, from, prefix);
    const lease = await kv.grantLease(1);
    await kv.create(`${prefix}a`, bytes('x'), { lease });
    await kv.create(`${prefix}b`, bytes('y'), { lease });
    await kv.create(`${prefix}c`, bytes('z'));
    await log.count(5);
    log.watch[Symbol.dispose]();
    const deletions = log.events.filter((event) => event.type === 'delete');
    const texts = deletions.map((event) => `${event.key} ${event.previous}`).sort();
    expect(texts).toEqual([`${prefix}a x`, `${prefix}b y`]);
    expect((await kv.range(prefix)).items.map((item) => item.key)).toEqual([`${prefix}c`]);
    expect(log.complaints).toEqual([]);
  }, 20_000);

  it('keeps the keys while the lease is kept alive', async ({ kv, prefix }) => {
    const lease = await kv.grantLease(2);
    await kv.create(`${prefix}a`, bytes('x'), { lease });
    for (let i = 0; i < 8; i++) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await kv.keepLeaseAlive(lease);
    }
    expect((await kv.get(`${prefix}a`)).item?.value).toEqual(bytes('x'));
    await kv.revokeLease(lease);
  }, 20_000);

  it('ends a lease at once when it is revoked', async ({ kv, prefix }) => {
    const lease = await kv.grantLease(600);
    await kv.create(`${prefix}a`, bytes('x'), { lease });
    await kv.revokeLease(lease);
    expect((await kv.get(`${prefix}a`)).item).toBeUndefined();
    await rejection(kv.keepLeaseAlive(lease), 'NotFound');
    await rejection(kv.revokeLease(lease), 'NotFound');
    await rejection(kv.create(`${prefix}b`, bytes('y'), { lease }), 'NotFound');
    expect((await kv.get(`${prefix}b`)).item).toBeUndefined();
  });

  it('detaches a key that is updated without its lease, and attaches it to another', async (context) => {
    const { kv, prefix } = context;
    const [first, second] = [await kv.grantLease(600), await kv.grantLease(600)];
    const results = [];
    for (const name of ['a', 'b', 'c']) {
      results.push(await kv.create(prefix + name, bytes('x'), { lease: first }));
    }
    await kv.update(`${prefix}a`, bytes('y'), results[0]!.revision);
    await kv.update(`${prefix}b`, bytes('y'), results[1]!.revision, { lease: second });
    await kv.revokeLease(first);
    expect((await kv.range(prefix)).items.map((item) => item.key)).toEqual([`${prefix}a`, `${prefix}b`]);
    await kv.revokeLease(second);
    expect((await kv.range(prefix)).items.map((item) => item.key)).toEqual([`${prefix}a`]);
  });

  it('forgets a lease for a key that was deleted and written anew', async ({ kv, prefix }) => {
    const lease = await kv.grantLease(600);
    const { revision } = await kv.create(`${prefix}a`, bytes('x'), { lease });
    await kv.delete(`${prefix}a`, revision);
    await kv.create(`${prefix}a`, bytes('y'));
    await kv.revokeLease(lease);
    expect((await kv.get(`${prefix}a`)).item?.value).toEqual(bytes('y'));
  });

  it('replaces a shared lease that was revoked behind the back of those who share it', async (context) => {
    const { kv, prefix } = context;
    const leases = new Leases(kv, { now: () => 0 });
    const used: string[] = [];
    const write = (name: string) =>
      leases.write(600, (options) => {
        used.push(options.lease!);
        return kv.create(prefix + name, bytes('x'), options);
      });
    await write('a');
    await kv.revokeLease(used[0]!);
    const results = await Promise.all(['b', 'c', 'd'].map(write));
    expect(results.every(({ done }) => done)).toBe(true);
    expect((await kv.range(prefix)).items.map(({ key }) => key)).toEqual(
      ['b', 'c', 'd'].map((name) => prefix + name),
    );
    const successor = used.at(-1)!;
    expect(used).toEqual([...Array(4).fill(used[0]), successor, successor, successor]);
    await kv.revokeLease(successor);
    expect(await kv.count(prefix)).toBe(0);
  });

  it('revokes a lease while its keys are being written', async ({ kv, prefix }) => {
    const lease = await kv.grantLease(600);
    const writes = Array.from({ length: 50 }, (_, i) => kv.create(`${prefix}${i}`, bytes('x'), { lease }));
    const [results] = await Promise.all([Promise.allSettled(writes), kv.revokeLease(lease)]);
    const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(codes.every((code) => code === 'NotFound')).toBe(true);
    expect(await kv.count(prefix)).toBe(0);
  });
}

export function statusAndClosing(it: It): void {
  it('tells its version, its size and its members', async ({ kv }) => {
    const status = await kv.status(5000);
    expect(status.version).toMatch(/^(etcd \d+\.\d+\.\d+|embedded)/);
    expect(status.sizeBytes).toBeGreaterThan(0);
    expect(status.members.length).toBeGreaterThan(0);
    expect(status.members.filter((member) => member.error !== undefined)).toEqual([]);
  });

  it('ends its watches and refuses calls when it is closed', async ({ open, prefix }) => {
    const { kv, close } = await open();
    const log = new EventLog(kv, await kv.currentRevision(), prefix);
    await kv.create(`${prefix}a`, bytes('x'));
    await kv.close();
    expect(log.ended?.code).toBe('Closed');
    const key = `${prefix}a`;
    const calls = [
      kv.currentRevision(),
      kv.get(key),
      kv.range(prefix),
      kv.count(prefix),
      kv.create(key, bytes('x')),
      kv.update(key, bytes('x'), 1),
      kv.delete(key, 1),
      kv.grantLease(10),
      kv.keepLeaseAlive('1'),
      kv.revokeLease('1'),
      kv.compact(1),
      kv.status(),
    ];
    await Promise.all(calls.map((call) => rejection(call, 'Closed')));
    await kv.close();
    await close();
  });
}
