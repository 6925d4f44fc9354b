import { afterAll, beforeAll, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

const path = '/apis/apps/v1/namespaces/default/deployments/web';
const deployment = (paused: boolean) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'default' },
  spec: { paused, template: { metadata: {}, spec: {} } },
});

let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

test.each([
  ['pause', false, { spec: { paused: true } }, 'deployment.apps/web paused\n'],
  ['resume', true, { spec: { paused: null } }, 'deployment.apps/web resumed\n'],
])('rollout %s', async (word, paused, patch, stdout) => {
  server.answers = { [path]: deployment(paused) };
  expect(await server.run(['rollout', word, 'deployment/web'])).toMatchObject({
    code: 0,
    stdout,
    bodies: [patch],
  });
});

test('rollout restart changes an annotation of the template', async () => {
  server.answers = { [path]: deployment(false) };
  const { stdout, bodies } = await server.run(['rollout', 'restart', 'deployment/web']);
  expect(stdout).toBe('deployment.apps/web restarted\n');
  expect(Object.entries(bodies[0]!['spec'].template.metadata.annotations)).toEqual([
    [expect.stringMatching(/restartedAt$/), expect.stringMatching(/^2021-03-04T/)],
  ]);
});

test.each([
  ['pause', true, 'error: deployments.apps "web" is already paused'],
  ['resume', false, 'error: deployments.apps "web" is not paused'],
  ['restart', true, 'error: deployments.apps "web" can\'t restart paused deployment'],
])('rollout %s is refused', async (word, paused, message) => {
  server.answers = { [path]: deployment(paused) };
  const { code, stderr, bodies } = await server.run(['rollout', word, 'deployment/web']);
  expect({ code, stderr, bodies }).toEqual({ code: 1, stderr: expect.stringContaining(message), bodies: [] });
});

test('a type without rollouts is refused', async () => {
  server.answers = { '/api/v1/nodes/n': { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } } };
  expect(await server.run(['rollout', 'restart', 'node/n'])).toMatchObject({ code: 1, bodies: [] });
});
