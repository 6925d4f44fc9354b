import { afterAll, beforeAll, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
  const metadata = { name: 'web', namespace: 'default' };
  server.answers = {
    '/api/v1/namespaces/default/services/web': {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { selector: { app: 'old', color: 'green' } },
    },
    '/api/v1/namespaces/default/services/bare': { apiVersion: 'v1', kind: 'Service', metadata },
    '/api/v1/namespaces/default/pods/web': { apiVersion: 'v1', kind: 'Pod', metadata },
  };
});
afterAll(() => server[Symbol.asyncDispose]());

const run = (...words: string[]) => server.run(['set', 'selector', ...words]);

test.each<[string[], object]>([
  [['svc/web', 'app=web,tier=a'], { spec: { selector: { color: null, app: 'web', tier: 'a' } } }],
  [['service', 'bare', 'app=web'], { spec: { selector: { app: 'web' } } }],
  [
    ['svc/bare', '--resource-version=7', 'app=web'],
    { metadata: { resourceVersion: '7' }, spec: { selector: { app: 'web' } } },
  ],
])('%j replaces the selector', async (words, patch) => {
  const { stdout, bodies } = await run(...words);
  expect(stdout).toMatch(/^service\/\w+ selector updated\n$/);
  expect(bodies).toEqual([patch]);
});

test.each([
  [['svc/web'], 'one selector is required: LABEL=VALUE,...'],
  [['pod/web', 'a=b'], 'setting a selector is only supported for Services, not for Pod'],
])('%j is refused', async (words, message) => {
  expect(await run(...words)).toMatchObject({ code: 1, stderr: `error: ${message}\n`, bodies: [] });
});
