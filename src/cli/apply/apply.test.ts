import { afterAll, beforeAll, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

const path = '/apis/apps/v1/namespaces/default/deployments/web';
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: { replicas: 2 },
};
const applied = {
  ...deployment,
  metadata: { ...deployment.metadata, namespace: 'default', uid: 'u', resourceVersion: '5' },
};

let server: ObjectServer;
let file: string;
beforeAll(async () => {
  server = await ObjectServer.start();
  file = server.file('web.json', deployment);
  server.answers = { [`PATCH ${path}`]: applied, [path]: applied };
});
afterAll(() => server[Symbol.asyncDispose]());

const queryOf = (request = '') =>
  Object.fromEntries(new URL(request.split(' ')[1]!, 'http://a').searchParams);

test.each([
  [[], { fieldManager: 'orchctl' }],
  [['--force-conflicts'], { fieldManager: 'orchctl', force: 'true' }],
  [['--field-manager=robot'], { fieldManager: 'robot' }],
  [['--dry-run=server'], { fieldManager: 'orchctl', dryRun: 'All' }],
])('the server merges: %j', async (flags, query) => {
  const { stdout, requests, bodies, code } = await server.run(['apply', '-f', file, ...flags]);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining('deployment.apps/web serverside-applied'),
  });
  const patches = requests.filter((request) => request.startsWith('PATCH'));
  expect(queryOf(patches.at(-1))).toMatchObject(query);
  expect(bodies.at(-1)).toMatchObject(deployment);
});

test('objects of standard input are applied in their order', async () => {
  const { requests } = await server.run(
    ['apply', '-f', '-'],
    `${JSON.stringify(deployment)}\n---\n${JSON.stringify(deployment)}`,
  );
  expect(requests.filter((request) => request.startsWith('PATCH'))).toHaveLength(2);
});

test('a missing object is created, where the client merges', async () => {
  server.answers = { 'POST /apis/apps/v1/namespaces/default/deployments': applied };
  const { stdout, requests, bodies } = await server.run(['apply', '-f', file, '--server-side=false']);
  expect(stdout).toBe('deployment.apps/web created\n');
  expect(requests.map((request) => request.split(' ')[0])).toEqual(['GET', 'POST']);
  expect(Object.values<string>(bodies[0]!['metadata'].annotations).map((text) => JSON.parse(text))).toEqual([
    expect.objectContaining({ kind: 'Deployment', spec: { replicas: 2 } }),
  ]);
});

test.each([
  [[], 'error: must specify'],
  [['-f', '/none.yaml'], 'error: the path "/none.yaml" does not exist'],
])('apply %j fails', async (flags, message) => {
  const { code, stderr, requests } = await server.run(['apply', ...flags]);
  expect({ code, stderr, requests }).toEqual({
    code: 1,
    stderr: expect.stringContaining(message),
    requests: [],
  });
});
