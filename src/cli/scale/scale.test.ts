import { afterAll, beforeAll, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

const path = '/apis/apps/v1/namespaces/default/deployments/web';
const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' } };
const scale = { kind: 'Scale', metadata: { name: 'web', resourceVersion: '7' }, spec: { replicas: 2 } };

let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
  server.answers = { [path]: deployment, [`${path}/scale`]: scale };
});
afterAll(() => server[Symbol.asyncDispose]());

test('without a condition the size is patched', async () => {
  const { stdout, requests, bodies } = await server.run(['scale', 'deploy/web', '--replicas=3']);
  expect(stdout).toBe('deployment.apps/web scaled\n');
  expect(requests).toEqual([`GET ${path}`, expect.stringContaining(`PATCH ${path}/scale`)]);
  expect(bodies).toEqual([{ spec: { replicas: 3 } }]);
});

test.each([['--current-replicas=2'], ['--resource-version=7']])(
  '%s: the size that was read is replaced',
  async (flag) => {
    const { requests, bodies } = await server.run(['scale', 'deploy/web', '--replicas=3', flag]);
    expect(requests.slice(1)).toEqual([`GET ${path}/scale`, expect.stringContaining(`PUT ${path}/scale`)]);
    expect(bodies).toEqual([{ ...scale, spec: { replicas: 3 } }]);
  },
);

test.each([
  [['--replicas=3', '--current-replicas=1'], 'error: Expected replicas to be 1, was 2\n'],
  [['--replicas=3', '--resource-version=6'], 'error: Expected resource version to be 6, was 7\n'],
  [[], 'error: required flag(s) "replicas" not set\n'],
  [
    ['--replicas=-1'],
    'error: The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0\n',
  ],
])('%j is refused, and nothing is written', async (flags, message) => {
  const { stderr, code, bodies } = await server.run(['scale', 'deploy/web', ...flags]);
  expect({ stderr, code, bodies }).toEqual({ stderr: message, code: 1, bodies: [] });
});

test('a dry run of the client writes nothing', async () => {
  const { stdout, bodies } = await server.run(['scale', 'deploy/web', '--replicas=3', '--dry-run=client']);
  expect({ stdout, bodies }).toEqual({ stdout: 'deployment.apps/web scaled (dry run)\n', bodies: [] });
});
