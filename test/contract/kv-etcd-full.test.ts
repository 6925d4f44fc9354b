import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEtcd } from '../../src/storage/kv/etcd/open.ts';
import type { Kv } from '../../src/storage/kv.ts';
import { type Etcd, startEtcd } from '../support/etcd.ts';

let etcd: Etcd;
let kv: Kv;
beforeEach(async () => {
  etcd = await startEtcd({ members: 1, quota: 4_000_000 });
  kv = await openEtcd({ endpoints: etcd.endpoints });
});
afterEach(async () => {
  await kv?.close();
  await etcd?.stop();
});

test('an etcd that has used up its space refuses writes as Full, and takes deletions', async () => {
  const revisions: number[] = [];
  const fill = async (): Promise<void> => {
    for (let n = 0; n < 200; n++) {
      revisions.push((await kv.create(`/a/${n}`, Buffer.alloc(100_000, String(n)))).revision);
    }
  };
  expect(kv.writeError).toBeUndefined();
  await expect(fill()).rejects.toMatchObject({
    code: 'Full',
    message: expect.stringContaining('the store is full: etcd: etcdserver: mvcc: database space exceeded'),
  });
  expect(kv.writeError).toContain('objects can be deleted');
  await expect(kv.update('/a/0', Buffer.from('x'), revisions[0]!)).rejects.toMatchObject({ code: 'Full' });
  expect(await kv.delete('/a/0', revisions[0]!)).toMatchObject({ done: true });
  // A deletion makes no room yet.
  expect(kv.writeError).toContain('the store is full');
  expect((await kv.get('/a/1')).item?.value).toHaveLength(100_000);
});
