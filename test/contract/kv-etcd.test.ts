import { afterAll, beforeAll } from 'vitest';
import { openEtcd } from '../../src/storage/kv/etcd/open.ts';
import { type Etcd, etcdBinary, startEtcd } from '../support/etcd.ts';
import { type Exceptions, kvContract } from './kv-contract.ts';

let etcd: Etcd;
beforeAll(async () => {
  etcd = await startEtcd({ members: 1 });
});
afterAll(() => etcd?.stop());

const [, minor, patch] = etcdBinary().version.split('.').map(Number);
const exceptions: Exceptions =
  minor! > 5 || (minor === 5 && patch! >= 18)
    ? {}
    : {
        'still delivers a deletion at the revision itself': 'etcd loses it before 3.5.18, pull request 19249',
      };

kvContract(
  'etcd',
  async () => {
    const kv = await openEtcd({ endpoints: etcd.endpoints });
    return { kv, close: () => kv.close() };
  },
  exceptions,
);
