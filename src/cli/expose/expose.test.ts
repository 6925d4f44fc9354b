import { afterAll, beforeAll, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'default', labels: { app: 'web' } },
  spec: { containers: [{ name: 'web', ports: [{ containerPort: 80 }] }] },
};

let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
  server.answers = {
    '/api/v1/namespaces/default/pods/web': pod,
    'POST /api/v1/namespaces/default/services': {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web' },
    },
    '/api/v1/namespaces/default/pods': { kind: 'PodList', items: [] },
  };
});
afterAll(() => server[Symbol.asyncDispose]());

const run = (...flags: string[]) => server.run(['expose', 'pod/web', ...flags]);

test('a Service in front of the object is created', async () => {
  const { stdout, bodies } = await run('--port=8080', '--name=s', '-l', 'a=b');
  expect(stdout).toBe('service/web exposed\n');
  expect(bodies).toMatchObject([
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 's', labels: { a: 'b' } },
      spec: { ports: [{ port: 8080 }], selector: { app: 'web' } },
    },
  ]);
});

test('it is as the overrides say', async () => {
  const { bodies } = await run('--overrides={"spec":{"clusterIP":"None"}}');
  expect(bodies[0]!['spec']).toMatchObject({ clusterIP: 'None', selector: { app: 'web' } });
});

test('a dry run of the client writes nothing', async () => {
  expect(await run('--dry-run=client')).toMatchObject({
    stdout: 'service/web exposed (dry run)\n',
    bodies: [],
  });
});

test('without an object there is nothing to expose', async () => {
  expect((await server.run(['expose'])).code).toBe(1);
});
