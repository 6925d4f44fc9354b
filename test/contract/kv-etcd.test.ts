import { afterAll, beforeAll } from 'vitest';
import { openEtcd } from '../../src/storage/kv/etcd/open.ts';
import { type Etcd, startEtcd } from '../support/etcd.ts';
import { kvContract } from './kv-contract.ts';

let etcd: Etcd;
beforeAll(async () => {
  etcd = await startEtcd({ members: 1 });
});
afterAll(() => etcd?.stop());

kvContract('etcd', async () => {
  const kv = await openEtcd({ endpoints: etcd.endpoints });
  return { kv, close: () => kv.close() };
});
