import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEtcd } from '../../src/storage/kv/etcd/open.ts';
import { type Etcd, etcdBinary, etcdLines, startEtcd } from '../support/etcd.ts';
import { EventLog } from './event-log.ts';
import { type Exceptions, kvContract } from './kv-contract.ts';

describe.each(etcdLines)('$title', ({ line, isHere }) => {
  if (!isHere) return void it.skip(`etcd ${line} is not here: this machine cannot fetch it`);
  let etcd: Etcd;
  beforeAll(async () => {
    etcd = await startEtcd({ members: 1, line });
  });
  afterAll(() => etcd?.stop());

  const { version } = etcdBinary(line);
  const [, minor, patch] = version.split('.').map(Number);
  const losesDeletions = minor! < 5 || (minor === 5 && patch! < 18);
  const exceptions: Exceptions = losesDeletions
    ? {
        'still delivers a deletion at the revision itself': 'etcd loses it before 3.5.18, pull request 19249',
      }
    : {};

  kvContract(
    `etcd ${version}`,
    async () => {
      const kv = await openEtcd({ endpoints: etcd.endpoints });
      return { kv, close: () => kv.close() };
    },
    exceptions,
  );

  it.runIf(losesDeletions)(
    'a watch whose next event etcd has lost in a compaction ends with Expired',
    async () => {
      const kv = await openEtcd({ endpoints: etcd.endpoints });
      const { revision: created } = await kv.create('/lost/a', Buffer.from('x'));
      const { revision } = await kv.delete('/lost/a', created);
      await kv.create('/lost/b', Buffer.from('x'));
      // When it is answered what was compacted is gone.
      const compaction = JSON.stringify({ revision, physical: true });
      await fetch(`${etcd.endpoints[0]}/v3/kv/compaction`, { method: 'POST', body: compaction });
      const log = new EventLog(kv, revision);
      await log.until(() => log.ended !== undefined);
      expect(log.ended).toMatchObject({ code: 'Expired' });
      expect(log.events).toEqual([]);
      await kv.close();
    },
  );
});
