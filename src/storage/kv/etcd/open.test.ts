import { afterEach, expect, test } from 'vitest';
import { FakeMember } from '../../../../test/support/unit/fake-etcd-member.ts';
import { openEtcd } from './open.ts';

let member: FakeMember;
afterEach(() => member.close());

test('an etcd that is too old is refused at once, with its version', async () => {
  member = await FakeMember.start({ version: '3.3.27' });
  await expect(openEtcd({ endpoints: [member.endpoint] })).rejects.toMatchObject({
    code: 'Unavailable',
    message: 'etcd 3.3.27 is too old, 3.4 is the oldest that is supported',
  });
});

test.each([
  ['3.4.0', undefined],
  ['3.5.1', 'etcd 3.5.1: members may differ after a crash (etcd pull request 13908); 3.5.3 mends it'],
])('etcd %s is opened, with the warning: %s', async (version, warning) => {
  member = await FakeMember.start({ version });
  const kv = await openEtcd({ endpoints: [member.endpoint] });
  const status = await kv.status();
  expect(status).toMatchObject({ version: `etcd ${version}`, members: [{ endpoint: member.endpoint }] });
  expect(status.warning).toBe(warning);
  await kv.close();
});
