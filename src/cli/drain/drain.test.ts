import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

const node = (unschedulable?: boolean) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n' },
  spec: unschedulable === undefined ? {} : { unschedulable },
});
const pods = '/api/v1/namespaces/a/pods';
const pod = (name: string, metadata: object = {}) => ({
  metadata: {
    name,
    namespace: 'a',
    uid: name,
    ownerReferences: [{ kind: 'ReplicaSet', name: 'o', controller: true }],
    ...metadata,
  },
});

let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
});
beforeEach(() => {
  server.answers = {
    '/api/v1/nodes/n': node(),
    '/api/v1/pods': { metadata: {}, items: [pod('web')] },
    [`POST ${pods}/web/eviction`]: {},
    [`DELETE ${pods}/web`]: {},
    [`GET ${pods}`]: { metadata: { resourceVersion: '7' }, items: [] },
  };
});
afterAll(() => server[Symbol.asyncDispose]());

describe('a node', () => {
  test.each<[string, boolean | undefined, object | undefined, string]>([
    ['cordon', undefined, { spec: { unschedulable: true } }, 'node/n cordoned\n'],
    ['cordon', true, undefined, 'node/n already cordoned\n'],
    ['uncordon', true, { spec: { unschedulable: null } }, 'node/n uncordoned\n'],
    ['uncordon', undefined, undefined, 'node/n already uncordoned\n'],
  ])('%s: of one that is unschedulable: %j', async (word, unschedulable, patch, stdout) => {
    server.answers['/api/v1/nodes/n'] = node(unschedulable);
    for (const name of ['n', 'node/n']) {
      const { bodies, ...ran } = await server.run([word, name]);
      expect([ran.stdout, bodies]).toEqual([stdout, patch === undefined ? [] : [patch]]);
    }
  });

  test('is not changed in a dry run of the client', async () => {
    const { stdout, bodies } = await server.run(['cordon', 'n', '--dry-run=client']);
    expect([stdout, bodies]).toEqual(['node/n cordoned (dry run)\n', []]);
  });

  test('has to be named', async () => {
    expect(await server.run(['cordon'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cordon NODE'),
    });
  });
});

describe('a node that is drained', () => {
  test('is cordoned, and its pods are evicted until they are gone', async () => {
    const { stdout, requests, bodies } = await server.run(['drain', 'n', '--grace-period=5']);
    expect(stdout).toBe('node/n cordoned\nevicting pod a/web\npod/web evicted\nnode/n drained\n');
    expect(requests.find((request) => request.startsWith('GET /api/v1/pods'))).toContain('spec.nodeName%3Dn');
    expect(bodies[1]).toEqual({
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: 'web', namespace: 'a' },
      deleteOptions: { gracePeriodSeconds: 5 },
    });
  });

  test('has its pods deleted where budgets are not to count', async () => {
    const { stdout, requests } = await server.run(['drain', 'n', '--disable-eviction']);
    expect(stdout).toContain('deleting pod a/web\npod/web deleted\n');
    expect(requests.some((request) => request.startsWith(`DELETE ${pods}/web`))).toBe(true);
  });

  test('with a pod that has gone meanwhile is drained', async () => {
    delete server.answers[`POST ${pods}/web/eviction`];
    expect(await server.run(['drain', 'n'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('pod/web evicted'),
    });
  });

  test('has only some of its pods evicted where that is asked for', async () => {
    const { requests } = await server.run(['drain', 'n', '--pod-selector=app=web']);
    expect(requests.find((request) => request.startsWith('GET /api/v1/pods'))).toContain(
      'labelSelector=app%3Dweb',
    );
  });

  test('waits no longer for pods that have been terminating for long', async () => {
    const deletionTimestamp = '2021-03-04T05:10:17Z';
    server.answers['/api/v1/pods'] = { metadata: {}, items: [pod('web', { deletionTimestamp })] };
    const drained = await server.run(['drain', 'n', '--skip-wait-for-delete-timeout=59']);
    expect(drained.stdout).toBe('node/n cordoned\nevicting pod a/web\nnode/n drained\n');
    expect((await server.run(['drain', 'n', '--skip-wait-for-delete-timeout=60'])).stdout).toContain(
      'web evicted',
    );
  });

  test('keeps its pods in a dry run', async () => {
    const { stdout, bodies } = await server.run(['drain', 'n', '--dry-run=client']);
    expect(stdout).toBe(
      'node/n cordoned (dry run)\nevicting pod a/web (dry run)\nnode/n drained (dry run)\n',
    );
    expect(bodies).toEqual([]);
  });

  test('is cordoned, and not drained of pods that nobody brings back', async () => {
    server.answers['/api/v1/pods'] = { metadata: {}, items: [pod('bare', { ownerReferences: [] })] };
    const { code, stdout, stderr, bodies } = await server.run(['drain', 'n']);
    expect([code, stdout, bodies.length]).toEqual([1, 'node/n cordoned\n', 1]);
    expect(stderr).toContain(
      'unable to drain node "n" due to error: [cannot delete Pods that declare no controller',
    );
    expect(stderr).toContain('There are pending nodes to be drained:\n n\n');
  });
});
