import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

const path = '/apis/apps/v1/namespaces/default/deployments/web';
const spec = {
  initContainers: [{ name: 'init', image: 'setup:1' }],
  containers: [
    { name: 'web', image: 'nginx:1' },
    { name: 'log', image: 'logger:1' },
  ],
};
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'default' },
  spec: { template: { spec } },
};

let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
  server.answers = { [path]: deployment };
});
afterAll(() => server[Symbol.asyncDispose]());

const run = (...words: string[]) => server.run(['set', 'image', 'deploy/web', ...words]);
const patchOf = (change: object) => ({ spec: { template: { spec: change } } });

describe('the image', () => {
  test.each<[string, string[], object]>([
    ['of a container', ['web=nginx:2'], { containers: [{ name: 'web', image: 'nginx:2' }] }],
    ['of an init container', ['init=setup:2'], { initContainers: [{ name: 'init', image: 'setup:2' }] }],
    [
      'of all containers',
      ['*=x'],
      {
        containers: [
          { name: 'web', image: 'x' },
          { name: 'log', image: 'x' },
        ],
        initContainers: [{ name: 'init', image: 'x' }],
      },
    ],
    [
      'of several, of which one has it',
      ['web=nginx:1', 'log=logger:2'],
      { containers: [{ name: 'log', image: 'logger:2' }] },
    ],
    ['that is given last', ['web=a', 'web=b=c'], { containers: [{ name: 'web', image: 'b=c' }] }],
  ])('%s is changed', async (_, words, change) => {
    const { stdout, bodies } = await run(...words);
    expect({ stdout, bodies }).toEqual({
      stdout: 'deployment.apps/web image updated\n',
      bodies: [patchOf(change)],
    });
  });

  test('that a container has is left alone', async () => {
    expect(await run('web=nginx:1')).toMatchObject({ code: 0, bodies: [] });
  });

  test.each([
    [['other=x'], 'unable to find container named "other"'],
    [[], 'at least one image update is required'],
  ])('is not changed by %j', async (words, message) => {
    expect(await run(...words)).toMatchObject({ code: 1, stderr: `error: ${message}\n`, bodies: [] });
  });

  test('of an object without pods is none', async () => {
    server.answers['/api/v1/nodes/n'] = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } };
    const { stderr } = await server.run(['set', 'image', 'node/n', 'a=b']);
    expect(stderr).toBe('error: Node n has no containers\n');
  });

  test('is changed in a file without a server', async () => {
    const file = server.file('web.json', deployment);
    const { stdout, requests } = await server.run([
      ...['set', 'image', '-f', file, 'web=nginx:2', '--local', '-o', 'jsonpath={.spec.template.spec}'],
    ]);
    expect(JSON.parse(stdout).containers[0]).toEqual({ name: 'web', image: 'nginx:2' });
    expect(requests).toEqual([]);
  });
});
