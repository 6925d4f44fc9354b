import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

const reviews = '/apis/authorization.orch.io/v1';
let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
});
beforeEach(() => {
  server.answers = { [`${reviews}/selfsubjectaccessreviews`]: { status: { allowed: true } } };
});
afterAll(() => server[Symbol.asyncDispose]());

const run = (...words: string[]) => server.run(['auth', 'can-i', ...words]);
const nothing = { namespace: 'default', group: '', subresource: '', name: '' };

describe('who asks whether he may', () => {
  test.each<[string[], object]>([
    [['get', 'po'], { resourceAttributes: { ...nothing, verb: 'get', resource: 'pods' } }],
    [['get', 'pods/web'], { resourceAttributes: { ...nothing, verb: 'get', resource: 'pods', name: 'web' } }],
    [
      ['get', 'deploy.apps'],
      { resourceAttributes: { ...nothing, verb: 'get', group: 'apps', resource: 'deployments' } },
    ],
    [
      ['list', 'pods', '-A'],
      { resourceAttributes: { ...nothing, namespace: '', verb: 'list', resource: 'pods' } },
    ],
    [
      ['get', 'pods', '--subresource=log'],
      { resourceAttributes: { ...nothing, verb: 'get', resource: 'pods', subresource: 'log' } },
    ],
    [['*', '*'], { resourceAttributes: { ...nothing, verb: '*', resource: '*' } }],
    [['get', '/metrics'], { nonResourceAttributes: { verb: 'get', path: '/metrics' } }],
  ])('%j has the server asked', async (words, spec) => {
    const { stdout, stderr, code, bodies } = await run(...words);
    expect({ stdout, stderr, code }).toEqual({ stdout: 'yes\n', stderr: '', code: 0 });
    expect(bodies[0]!['spec']).toEqual(spec);
  });

  test.each([
    [{ allowed: false }, 'no\n'],
    [{ allowed: false, reason: 'because' }, 'no - because\n'],
    [{ allowed: false, reason: 'because', evaluationError: 'broken' }, 'no - because - broken\n'],
    [undefined, 'no\n'],
  ])('is told what the server says: %j', async (status, stdout) => {
    server.answers = { [`${reviews}/selfsubjectaccessreviews`]: { status } };
    expect(await run('get', 'pods')).toMatchObject({ stdout, stderr: '', code: 1 });
    expect(await run('get', 'pods', '-q')).toMatchObject({ stdout: '', stderr: '', code: 1 });
  });

  test.each([
    [['fly', 'pods'], "verb 'fly' is not a known verb"],
    [['watch', '/metrics'], "verb 'watch' is not a known verb"],
    [['get', 'nodes'], "resource 'nodes' is not namespace scoped"],
    [['get', 'birds'], "the server doesn't have a resource type 'birds'"],
    [['get', 'birds.sky.example'], "the server doesn't have a resource type 'birds' in group 'sky.example'"],
  ])('%j is warned, and told all the same', async (words, warning) => {
    const { stdout, stderr } = await run(...words);
    expect([stdout, stderr]).toEqual(['yes\n', `Warning: ${warning}\n\n`]);
    expect((await run(...words, '-q')).stderr).toBe('');
  });

  test.each([
    [['get'], 'you must specify two arguments'],
    [['get', 'pods', 'web'], 'you must specify two arguments'],
    [['get', '/metrics', '--subresource=x'], '--subresource can not be used with NonResourceURL'],
    [['--list', 'get'], 'list option must be specified with no arguments'],
  ])('%j is refused', async (words, message) => {
    const { code, stderr, bodies } = await run(...words);
    expect([code, bodies]).toEqual([1, []]);
    expect(stderr).toContain(message);
  });
});

test('all that one may do is listed', async () => {
  const rule = { verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: [] };
  const path = { verbs: ['get'], nonResourceURLs: ['/metrics'] };
  server.answers[`${reviews}/selfsubjectrulesreviews`] = {
    status: { resourceRules: [rule], nonResourceRules: [path], incomplete: true, evaluationError: 'broken' },
  };
  const { stdout, stderr, bodies } = await run('--list', '-n', 'shop');
  expect(stdout).toMatch(/^Resources .*\n +\[\/metrics\] .*\[get\]\npods .*\[get\]\n$/);
  expect(stderr).toBe('warning: the list may be incomplete: broken\n');
  expect(bodies[0]!['spec']).toEqual({ namespace: 'shop' });
  expect((await run('--list', '--no-headers')).stdout).not.toContain('Resources');
});
