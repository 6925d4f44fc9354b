import { afterAll, beforeAll, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
  server.answers = {
    '/apis/apps/v1/namespaces/default/deployments/web': {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace: 'default' },
      spec: { template: { spec: { containers: [], serviceAccountName: 'robot' } } },
    },
  };
});
afterAll(() => server[Symbol.asyncDispose]());

test('the service account of the pods is changed, where it is another', async () => {
  const other = await server.run(['set', 'serviceaccount', 'deployment', 'web', 'other']);
  expect(other.stdout).toBe('deployment.apps/web serviceaccount updated\n');
  expect(other.bodies).toEqual([{ spec: { template: { spec: { serviceAccountName: 'other' } } } }]);
  expect(await server.run(['set', 'serviceaccount', 'deploy/web', 'robot'])).toMatchObject({ bodies: [] });
});

test('without one nothing is changed', async () => {
  const { code, stderr } = await server.run(['set', 'serviceaccount']);
  expect([code, stderr]).toEqual([1, 'error: serviceaccount is required\n']);
});
