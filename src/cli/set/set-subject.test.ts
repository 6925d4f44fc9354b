import { afterAll, beforeAll, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

const apiGroup = 'rbac.authorization.orch.io';
const jane = { kind: 'User', name: 'jane', apiGroup };

let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
  const metadata = { name: 'b', namespace: 'default', resourceVersion: '7' };
  server.answers = {
    [`/apis/${apiGroup}/v1/namespaces/default/rolebindings/b`]: {
      apiVersion: `${apiGroup}/v1`,
      kind: 'RoleBinding',
      metadata,
      subjects: [jane],
    },
    '/api/v1/namespaces/default/pods/p': { apiVersion: 'v1', kind: 'Pod', metadata },
  };
});
afterAll(() => server[Symbol.asyncDispose]());

const run = (...words: string[]) => server.run(['set', 'subject', ...words]);

test.each<[string[], object[]]>([
  [['--user=joe'], [{ apiGroup, kind: 'User', name: 'joe' }]],
  [['--group=a,b'], ['a', 'b'].map((name) => ({ apiGroup, kind: 'Group', name }))],
  [['--serviceaccount=shop:robot'], [{ kind: 'ServiceAccount', name: 'robot', namespace: 'shop' }]],
  [['--user=jane,joe'], [{ apiGroup, kind: 'User', name: 'joe' }]],
])('%j is added to those that are there, at the version that was read', async (flags, added) => {
  const { stdout, bodies } = await run('rolebinding/b', ...flags);
  expect(stdout).toBe(`rolebinding.${apiGroup}/b subjects updated\n`);
  expect(bodies).toEqual([{ metadata: { resourceVersion: '7' }, subjects: [jane, ...added] }]);
});

test('who is there already is not added', async () => {
  expect(await run('rolebinding/b', '--user=jane')).toMatchObject({ code: 0, bodies: [] });
});

test.each([
  [['rolebinding/b'], 'you must specify at least one value of user, group or serviceaccount'],
  [['rolebinding/b', '--serviceaccount=robot'], 'serviceaccount must be <namespace>:<name>'],
  [['rolebinding/b', '--serviceaccount=a:b:c'], 'serviceaccount must be <namespace>:<name>'],
  [['pod/p', '--user=joe'], 'setting subjects is only supported for RoleBinding/ClusterRoleBinding'],
])('%j is refused', async (words, message) => {
  expect(await run(...words)).toMatchObject({ code: 1, stderr: `error: ${message}\n`, bodies: [] });
});
