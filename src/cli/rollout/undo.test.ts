import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

const path = '/apis/apps/v1/namespaces/default/deployments/web';
const template = (image: string, labels: object = {}) => ({
  metadata: { labels: { app: 'web', ...labels } },
  spec: { containers: [{ name: 'web', image }] },
});
const owner = (uid: string) => ({ ownerReferences: [{ controller: true, uid }] });
const replicaSet = (revision: number, cause?: string, uid = 'u') => ({
  metadata: {
    name: `web-${revision}`,
    ...owner(uid),
    annotations: {
      'deployment.orch.io/revision': `${revision}`,
      ...(cause !== undefined && { 'orch.io/change-cause': cause }),
    },
  },
  spec: { template: template(`nginx:${revision}`, { 'pod-template-hash': `${revision}` }) },
});

let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
});
beforeEach(() => {
  const metadata = { name: 'web', namespace: 'default', uid: 'u' };
  const kept = { spec: { template: { ...template('agent:1'), $patch: 'replace' } } };
  server.answers = {
    [path]: { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { template: template('nginx:10') } },
    // Not in their order, with one of another Deployment, and one without a number.
    '/apis/apps/v1/namespaces/default/replicasets': {
      items: [
        replicaSet(10, 'the newest'),
        replicaSet(9),
        replicaSet(2, 'old'),
        replicaSet(8, 'x', 'other'),
        replicaSet(0),
      ],
    },
    '/apis/apps/v1/namespaces/default/daemonsets/agent': {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: 'agent', namespace: 'default', uid: 'd' },
      spec: { template: template('agent:2') },
    },
    '/apis/apps/v1/namespaces/default/controllerrevisions': {
      items: [
        { metadata: owner('d'), revision: 2, data: { spec: { template: template('agent:2') } } },
        { metadata: owner('d'), revision: 1, data: kept },
        { metadata: owner('u'), revision: 3, data: kept },
      ],
    },
  };
});
afterAll(() => server[Symbol.asyncDispose]());

describe('a rollout that is undone', () => {
  test.each<[string[], string]>([
    [[], 'nginx:9'],
    [['--to-revision=2'], 'nginx:2'],
  ])('%j brings the template back', async (flags, image) => {
    const { stdout, bodies } = await server.run(['rollout', 'undo', 'deploy/web', ...flags]);
    expect(stdout).toBe('deployment.apps/web rolled back\n');
    // Without the label of the ReplicaSet.
    expect(bodies).toEqual([[{ op: 'replace', path: '/spec/template', value: template(image) }]]);
  });

  test('of other kinds is what they have kept', async () => {
    const { stdout, bodies } = await server.run(['rollout', 'undo', 'ds/agent']);
    expect(stdout).toBe('daemonset.apps/agent rolled back\n');
    expect(bodies).toEqual([{ spec: { template: { ...template('agent:1'), $patch: 'replace' } } }]);
  });

  test('is what it was already', async () => {
    const { stdout, bodies } = await server.run(['rollout', 'undo', 'deploy/web', '--to-revision=10']);
    expect(stdout).toBe(
      'deployment.apps/web skipped rollback (current template already matches revision 10)\n',
    );
    expect(bodies).toEqual([]);
  });

  test.each([
    [['--to-revision=5'], 'unable to find specified revision 5 in history'],
    [['--to-revision=8'], 'unable to find specified revision 8 in history'],
  ])('%j is none', async (flags, message) => {
    const { code, stderr } = await server.run(['rollout', 'undo', 'deploy/web', ...flags]);
    expect([code, stderr]).toEqual([1, `error: ${message}\n`]);
  });

  test('has to have a past', async () => {
    server.answers['/apis/apps/v1/namespaces/default/replicasets'] = { items: [replicaSet(10)] };
    const { stderr } = await server.run(['rollout', 'undo', 'deploy/web']);
    expect(stderr).toBe('error: no rollout history found for deployment "web"\n');
  });

  test('is not paused', async () => {
    server.answers[path] = {
      ...(server.answers[path] as object),
      spec: { paused: true, template: template('x') },
    };
    const { stderr } = await server.run(['rollout', 'undo', 'deploy/web']);
    expect(stderr).toContain('you cannot rollback a paused deployment; resume it first');
  });
});

describe('the history of a rollout', () => {
  const history = (...words: string[]) => server.run(['rollout', 'history', ...words]);

  test('has its revisions in order, with their causes', async () => {
    expect((await history('deploy/web')).stdout).toBe(
      'deployment.apps/web \nREVISION  CHANGE-CAUSE\n2         old\n9         <none>\n10        the newest\n\n',
    );
    expect((await history('ds/agent')).stdout).toBe(
      'daemonset.apps/agent \nREVISION  CHANGE-CAUSE\n1         <none>\n2         <none>\n\n',
    );
  });

  test('has the pods of each revision', async () => {
    const { stdout } = await history('deploy/web', '--revision=2');
    expect(stdout).toMatch(/^deployment\.apps\/web with revision #2\n/);
    for (const part of ['nginx:2', 'pod-template-hash=2', 'change-cause: old'])
      expect(stdout).toContain(part);
  });

  test('is printed as objects', async () => {
    const name = await history('deploy/web', '--revision=9', '-o', 'jsonpath={.kind} {.metadata.name}');
    expect(name.stdout).toBe('ReplicaSet web-9');
    const image = await history(
      'ds/agent',
      '--revision=1',
      '-o',
      'jsonpath={.spec.template.spec.containers[0].image}',
    );
    expect(image.stdout).toBe('agent:1');
  });

  test('may be empty', async () => {
    server.answers['/apis/apps/v1/namespaces/default/replicasets'] = { items: [] };
    expect((await history('deploy/web')).stdout).toBe('deployment.apps/web \nNo rollout history found.\n');
  });

  test.each([
    [['deploy/web', '--revision=3'], 'unable to find the specified revision'],
    [['deploy/web', '--revision=-1'], 'revision must be a positive integer: -1'],
    [['cm/c'], 'no history viewer has been implemented for ConfigMap'],
  ])('%j is refused', async (words, message) => {
    server.answers['/api/v1/namespaces/default/configmaps/c'] = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'c' },
    };
    const { code, stderr } = await history(...words);
    expect([code, stderr]).toEqual([1, `error: ${message}\n`]);
  });
});
